import { type Change, diffArrays, diffLines, diffWordsWithSpace } from 'diff';
import { COUNTED_WORD } from '#lib/text/counted-word';

/** Two texts word by word, and how alike they are. Pure. */

export interface Part {
  readonly text: string;
  readonly is: 'same' | 'gone' | 'new';
}

const CONTINUOUS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;
/** Letters that the library for differences takes for signs. */
const FOREIGN = /[^\p{Script=Latin}\P{L}]/u;
let known: Intl.Segmenter | undefined;
const segmenter = (): Intl.Segmenter => (known ??= new Intl.Segmenter('und', { granularity: 'word' }));

/** The words of a text; scripts that put no blanks between them are cut by the browser's dictionary. */
export function wordsOf(text: string): string[] {
  if (!CONTINUOUS.test(text)) return text.match(WORD) ?? [];
  return [...segmenter().segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

const COUNTED = new RegExp(COUNTED_WORD, 'gu');
export const countWords = (text: string): number => text.match(COUNTED)?.length ?? 0;

const pieces = (text: string): string[] => [...segmenter().segment(text)].map(({ segment }) => segment);

/** undefined: it took too long. */
function wordChanges(before: string, after: string, timeout: number): Pick<Change, 'value' | 'added' | 'removed'>[] | undefined {
  if (!FOREIGN.test(before) && !FOREIGN.test(after)) return diffWordsWithSpace(before, after, { timeout });
  return diffArrays(pieces(before), pieces(after), { timeout })?.map((change) => ({ ...change, value: change.value.join('') }));
}

const partOf = ({ value, added, removed }: Pick<Change, 'value' | 'added' | 'removed'>): Part => ({
  text: value,
  is: added ? 'new' : removed ? 'gone' : 'same',
});

/** Nothing but blanks or a mark between two changes is part of the change: it reads as one. */
function joined(parts: readonly Part[]): Part[] {
  const out: Part[] = [];
  let [gone, fresh] = ['', ''];
  const flush = () => {
    if (gone !== '') out.push({ text: gone, is: 'gone' });
    if (fresh !== '') out.push({ text: fresh, is: 'new' });
    [gone, fresh] = ['', ''];
  };
  for (const [at, part] of parts.entries()) {
    if (part.is === 'gone') gone += part.text;
    else if (part.is === 'new') fresh += part.text;
    else if (gone !== '' && fresh !== '' && at < parts.length - 1 && !/[\p{L}\p{N}\n]/u.test(part.text)) {
      gone += part.text;
      fresh += part.text;
    } else {
      flush();
      out.push(part);
    }
  }
  flush();
  return out;
}

const whole = (before: string, after: string): Part[] => [
  ...(before === '' ? [] : [{ text: before, is: 'gone' as const }]),
  ...(after === '' ? [] : [{ text: after, is: 'new' as const }]),
];

/** Words, within `patience` milliseconds; else lines; else the one for the other. `gone` and `same` put together are `before`, `same` and `new` `after`. */
export function wordParts(before: string, after: string, patience: number): Part[] {
  if (patience > 0) {
    const words = wordChanges(before, after, patience);
    if (words) return joined(words.map(partOf));
  }
  const lines = before.includes('\n') || after.includes('\n') ? diffLines(before, after, { timeout: Math.max(20, patience) }) : undefined;
  return lines ? lines.map(partOf) : whole(before, after);
}

/** A bag of words as sorted numbers: quick to hold against another. */
export type Bag = Uint32Array;

export class Bags {
  private readonly known = new Map<string, number>();

  of(text: string): Bag {
    const numbers = wordsOf(text.toLowerCase()).map((word) => {
      const number = this.known.get(word) ?? this.known.size;
      this.known.set(word, number);
      return number;
    });
    return Uint32Array.from(numbers).sort();
  }
}

/** Shared words, of all: 0 to 1. */
export function likeness(a: Bag, b: Bag): number {
  if (a.length + b.length === 0) return 0;
  let [i, j, shared] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const [x, y] = [a[i]!, b[j]!];
    if (x === y) {
      shared++;
      i++;
      j++;
    } else if (x < y) i++;
    else j++;
  }
  return (2 * shared) / (a.length + b.length);
}

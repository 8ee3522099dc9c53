import { diffLines } from 'diff';
import { editsOf } from '#components/mental-models/edits';
import { defined } from '#lib/base/defined';
import { COUNTED_WORD } from '#lib/base/text/counted-word';

/** Compares two texts by word and measures their likeness. Pure. */

export interface DiffPart {
  readonly text: string;
  readonly is: 'same' | 'old' | 'new';
}

const CONTINUOUS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu;
/** A Latin word, a line break, whitespace or one character. */
const TOKEN = /[\p{Script=Latin}\p{N}\p{M}_\u00ad]+|\r?\n|[^\S\r\n]+|./gsu;
/** Letters of other scripts, whose words the browser finds. */
const FOREIGN = /[^\p{Script=Latin}\P{L}]/u;
let known: Intl.Segmenter | undefined;
const segmenter = (): Intl.Segmenter => (known ??= new Intl.Segmenter('und', { granularity: 'word' }));

/** The words of a text. The browser's dictionary splits scripts without spaces. */
export function wordsOf(text: string): string[] {
  if (!CONTINUOUS.test(text)) return text.match(WORD) ?? [];
  return [...segmenter().segment(text)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

const COUNTED = new RegExp(COUNTED_WORD, 'gu');
export const countWords = (text: string): number => text.match(COUNTED)?.length ?? 0;

/** Tokens for comparison: words and the text between them. */
const tokensOf = (text: string): string[] =>
  FOREIGN.test(text) ? [...segmenter().segment(text)].map(({ segment }) => segment) : (text.match(TOKEN) ?? []);

/** Maps words to numbers, equal for equal words, for fast comparison. */
export function numbering(): (words: readonly string[]) => Int32Array {
  const known = new Map<string, number>();
  return (words) =>
    Int32Array.from(words, (word) => {
      const number = known.get(word) ?? known.size;
      known.set(word, number);
      return number;
    });
}

/** Undefined if it exceeds the time limit. */
function wordChanges(before: string, after: string, patience: number): DiffPart[] | undefined {
  const [a, b] = [tokensOf(before), tokensOf(after)];
  const numbers = numbering();
  let [i, j] = [0, 0];
  return editsOf(numbers(a), numbers(b), patience)?.map(({ is, count }): DiffPart => {
    const words = is === 'new' ? b.slice(j, j + count) : a.slice(i, i + count);
    if (is !== 'new') i += count;
    if (is !== 'old') j += count;
    return { text: words.join(''), is };
  });
}

/** Joins changes that are separated only by whitespace or a mark, so that they read as one. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const out: DiffPart[] = [];
  let [removed, fresh] = ['', ''];
  const flush = () => {
    if (removed !== '') out.push({ text: removed, is: 'old' });
    if (fresh !== '') out.push({ text: fresh, is: 'new' });
    [removed, fresh] = ['', ''];
  };
  for (const [at, part] of parts.entries()) {
    if (part.is === 'old') removed += part.text;
    else if (part.is === 'new') fresh += part.text;
    else if (removed !== '' && fresh !== '' && at < parts.length - 1 && !/[\p{L}\p{N}\n]/u.test(part.text)) {
      removed += part.text;
      fresh += part.text;
    } else {
      flush();
      out.push(part);
    }
  }
  flush();
  return out;
}

const whole = (before: string, after: string): DiffPart[] => [
  ...(before === '' ? [] : [{ text: before, is: 'old' as const }]),
  ...(after === '' ? [] : [{ text: after, is: 'new' as const }]),
];

/**
 * Compares by word within `patience` milliseconds, then by line, otherwise as a whole. `old` and
 * `same` parts form `before`; `same` and `new` parts form `after`.
 */
export function wordParts(before: string, after: string, patience: number): DiffPart[] {
  if (patience > 0) {
    const words = wordChanges(before, after, patience);
    if (words) return joined(words);
  }
  const lines = before.includes('\n') || after.includes('\n') ? diffLines(before, after, { timeout: Math.max(20, patience) }) : undefined;
  return (
    lines?.map(({ value, added, removed }): DiffPart => ({ text: value, is: added ? 'new' : removed ? 'old' : 'same' })) ??
    whole(before, after)
  );
}

/** A bag of words as sorted numbers, for fast comparison. */
export type WordBag = Int32Array;

export class Bags {
  private readonly numbers = numbering();
  private readonly known = new Map<string, WordBag>();

  of(text: string): WordBag {
    const bag = this.known.get(text) ?? this.numbers(wordsOf(text.toLowerCase())).sort();
    this.known.set(text, bag);
    return bag;
  }
}

/** The share of common words, from 0 to 1. Returns 0 if it is below `least`. */
export function likeness(a: WordBag, b: WordBag, least = 0): number {
  const all = a.length + b.length;
  if (all === 0) return 0;
  // Stops as soon as the result is certain to be below `least`.
  let spare = all * (1 - least);
  let [i, j, shared] = [0, 0, 0];
  while (i < a.length && j < b.length && spare >= 0) {
    const [x, y] = [defined(a[i]), defined(b[j])];
    if (x === y) shared++;
    else spare--;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  const share = (2 * shared) / all;
  return share < least ? 0 : share;
}

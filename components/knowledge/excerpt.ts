import { plainOf } from '#components/mental-models/markdown';

/** The line of a search result. Pure. */

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts without blanks between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/u;
const FIRST_HEADING = /^\s*#{1,6} [^\n]*\n/;
/** A shorter word is inflected seldom, and often an article. */
const LEAST_STEM = 4;
/** Characters before the hit. */
const BEFORE = 40;

const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** Whether one word begins with the other, as "boat" and "boats". */
const isForm = (word: string, of: string): boolean =>
  word === of || (Math.min(word.length, of.length) >= LEAST_STEM && (word.startsWith(of) || of.startsWith(word)));

function hitIn(text: string, words: readonly string[]): { readonly from: number; readonly to: number } | null {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const lower = word.toLowerCase();
    if (words.some((one) => isForm(lower, one))) return { from: index, to: index + word.length };
    for (const one of UNSPACED.test(word) ? words : []) {
      const at = UNSPACED.test(one) ? word.indexOf(one) : -1;
      if (at >= 0) return { from: index + at, to: index + at + one.length };
    }
  }
  return null;
}

/** The start of the text that is shown: if possible that of a word, a little before the hit. */
function startOf(text: string, from: number): number {
  const near = [...text.slice(0, from)].slice(-BEFORE).join('');
  const start = from - near.length;
  return start === 0 ? 0 : start + near.indexOf(' ') + 1;
}

/**
 * The text of a page without Markdown, around the first word of the query: the text before it, the
 * word, and the text after it. Longer words of a query are preferred to those of up to three
 * letters. Without such a word, all text is before it. A first heading is omitted unless only it
 * has the word.
 */
export function excerptOf(markdown: string, query: string): readonly [before: string, hit: string, after: string] {
  const words = wordsOf(query);
  const long = words.filter((word) => word.length >= LEAST_STEM || UNSPACED.test(word));
  const whole = plainOf(markdown);
  const body = plainOf(markdown.replace(FIRST_HEADING, '')) || whole;
  for (const [text, searched] of [
    [body, long],
    [whole, long],
    [body, words],
    [whole, words],
  ] as const) {
    const hit = hitIn(text, searched);
    if (!hit) continue;
    const start = startOf(text, hit.from);
    return [(start > 0 ? '…' : '') + text.slice(start, hit.from), text.slice(hit.from, hit.to), text.slice(hit.to)];
  }
  return [body, '', ''];
}

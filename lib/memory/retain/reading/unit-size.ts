import { ENGLISH, languageOf } from '#lib/base/text/languages/of';
import { countTokens } from '#lib/base/text/tokens';

/**
 * The size of a text for the packing of units, in cl100k tokens of English. That encoding was made
 * for English: a Hindi or Greek sentence has three to five times its tokens, and was cut to pieces.
 * So texts in other languages are measured by their letters. Budgets on the wire stay in tokens.
 */
export interface Measure {
  readonly sizeOf: (text: string) => number;
  /** the most sentences, or parts of long ones, that form a unit */
  readonly maxSentences: number;
}

const ASCII = /^\p{ASCII}*$/u;

/** Characters of a token of English, and of what says the same in denser scripts; by XQuAD. */
const CHARACTERS = 4.86;
const DENSE: readonly { readonly characters: number; readonly run: RegExp }[] = [
  { characters: 1.5, run: /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+/gu },
  { characters: 2.2, run: /\p{sc=Hangul}+/gu },
  { characters: 2.5, run: /\p{sc=Ethiopic}+/gu },
  { characters: 4, run: /[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu },
];

function sizeByLetters(text: string): number {
  let rest = text.length;
  let size = 0;
  for (const { characters, run } of DENSE) {
    const count = (text.match(run) ?? []).reduce((sum, { length }) => sum + length, 0);
    size += count / characters;
    rest -= count;
  }
  return size + rest / CHARACTERS;
}

const BY_TOKENS: Measure = { sizeOf: countTokens, maxSentences: Number.POSITIVE_INFINITY };
/**
 * The vectors of other languages are less exact, and a third short sentence blurs them: two find 5
 * points of R@10 more in chats than as many as fit, and the same in long texts.
 */
const BY_LETTERS: Measure = { sizeOf: sizeByLetters, maxSentences: 2 };

/** The measure of a sentence and of its parts. ASCII texts are counted as English. */
export const measureOf = (sentence: string): Measure => (ASCII.test(sentence) || languageOf(sentence) === ENGLISH ? BY_TOKENS : BY_LETTERS);

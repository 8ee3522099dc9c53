import { isUnspaced } from '#lib/base/text/terms';

/**
 * Stems of languages other than English. The script alone decides, so that a single word of a
 * question has the stem that it has in a sentence. With vectors beside them, the first five letters
 * find as much as stemmers do (docs/decisions/recall.md), in every language.
 */

const LETTERS = 5;
const SYLLABLES = 2;
/** Hebrew writes few vowels, and its endings begin earlier. */
const CONSONANTS = 4;
const NUMBER = /^\d/;
const HANGUL = /^\p{sc=Hangul}/u;
/** Particles behind a Korean noun. */
const PARTICLE = /(?<=\p{sc=Hangul})(?:에서|에게|으로|까지|부터|은|는|이|가|을|를|에|의|와|과|도|로|만)$/u;
/** "And", prepositions and the article before an Arabic word of at least three letters. */
const ARABIC_PREFIX = /^(?:[وف]?(?:[بك]?ال|لل)|[وف](?=ال))(?=\p{sc=Arabic}{3})/u;
/** "And", "that" and the article before a Hebrew word of at least three letters. */
const HEBREW_PREFIX = /^(?:[וש]?ה|ו(?=ה))(?=\p{sc=Hebrew}{3})/u;
const HEBREW = /^\p{sc=Hebrew}/u;
const MAX_TERM = 64;

const firstOf = (word: string, count: number): string => [...word].slice(0, count).join('');

/**
 * The stem of a word that `foldLetters` folded. Korean: two syllables, without a particle. Numbers,
 * and words of scripts without blanks, stay whole.
 */
export function stemOf(word: string): string {
  if (NUMBER.test(word)) return word.slice(0, MAX_TERM);
  if (HANGUL.test(word)) return firstOf(word.replace(PARTICLE, ''), SYLLABLES);
  if (isUnspaced(word)) return firstOf(word, MAX_TERM);
  if (HEBREW.test(word)) return firstOf(word.replace(HEBREW_PREFIX, ''), CONSONANTS);
  return firstOf(word.replace(ARABIC_PREFIX, ''), LETTERS);
}

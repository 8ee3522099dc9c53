import { compatibleForm } from '#lib/base/text/compatible-form';
import { foldLetters } from '#lib/base/text/languages/letters';
import { ENGLISH, type Language, languageBeside, languageOf } from '#lib/base/text/languages/of';
import { profileOf } from '#lib/base/text/languages/profiles';
import { stemOf } from '#lib/base/text/languages/stem';
import { terms, wordTerms } from '#lib/base/text/terms';

/**
 * The terms of memories and of questions in any language. Terms of other languages begin with a
 * mark, so that they never meet English stems. A term of a question contains both forms of its
 * word, and `formsOf` returns them, because a question may be about memories in another language
 * than its own.
 */

/** Changes with the terms of texts that are not English: stores with older terms are re-indexed. */
export const TERMS_VERSION = 4;

/** Begins a term of a language other than English. No English term contains it. */
export const MARK = '~';

/** Scripts whose words are found by a dictionary, not by blanks. */
const DICTIONARY = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー`;
/**
 * Numbers with their separators; runs of those scripts; words, whose apostrophes are read later.
 */
const TOKEN = new RegExp(
  [
    String.raw`\p{Nd}+(?:[.,٫٬]\p{Nd}+)*(?![\p{L}\p{M}])`,
    `[${DICTIONARY}][${DICTIONARY}\\p{M}]*`,
    String.raw`(?:(?![${DICTIONARY}])[\p{L}\p{M}\p{N}\u200c])+(?:['’ʼ](?:(?![${DICTIONARY}])[\p{L}\p{M}])+)*`,
  ].join('|'),
  'gu',
);
const IS_DICTIONARY = new RegExp(`^[${DICTIONARY}]`, 'u');
const IS_NUMBER = /^\p{Nd}/u;
const APOSTROPHE = /['’ʼ]/;

let segmenter: Intl.Segmenter | null = null;

/** The words of a run by ICU's dictionaries, which are chosen by script. */
function segmentsOf(run: string): string[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(run)) if (isWordLike) words.push(segment);
  return words;
}

/**
 * 1.200,50 and 1,200.50 are 1200.50. The last separator is a decimal one unless three digits follow
 * it.
 */
function plainNumber(token: string): string {
  const parts = foldLetters(token).split(/[.,٫٬]/);
  const last = parts.length > 1 ? (parts.pop() ?? '') : '';
  return last === '' || last.length === 3 ? parts.join('') + last : `${parts.join('')}.${last}`;
}

/** The words between the apostrophes of a token; single letters before one are elided words. */
function partsOf(token: string, apostrophe: 'elision' | 'suffix' | 'letter'): string[] {
  const parts = token.split(APOSTROPHE);
  if (parts.length === 1) return parts;
  if (apostrophe === 'letter') return [parts.join('')];
  return apostrophe === 'suffix' ? parts.slice(0, 1) : parts.filter((part) => part.length > 1);
}

/** A word of a text, as it was written and folded. */
interface IndexWord {
  readonly written: string;
  readonly folded: string;
}

/**
 * Compatibility forms, except that the vowel "am" of Thai and Lao stays one character: the
 * dictionaries do not know it as two.
 */
const compatible = (text: string): string => compatibleForm(text).replaceAll('\u0e4d\u0e32', '\u0e33').replaceAll('\u0ecd\u0eb2', '\u0eb3');

/** The words of a text in a language other than English, without stop words. */
function wordsIn(text: string, language: Language): IndexWord[] {
  const { stopWords, apostrophe } = profileOf(language);
  const words: IndexWord[] = [];
  const add = (written: string, folded: string): void => {
    if (folded !== '' && !stopWords.has(folded)) words.push({ written, folded });
  };
  for (const [token] of compatible(text).matchAll(TOKEN)) {
    if (IS_NUMBER.test(token) && !/[\p{L}\p{M}]/u.test(token)) add(token, plainNumber(token));
    else if (IS_DICTIONARY.test(token)) for (const word of segmentsOf(token)) add(word, foldLetters(word));
    else for (const part of partsOf(token, apostrophe)) add(part, foldLetters(part));
  }
  return words;
}

const marked = (word: string): string => MARK + stemOf(word);

/**
 * The terms under which a text is indexed, in order, with repetitions. `language`: that of the
 * text, if it is known. English texts have the terms of `terms`.
 */
export const termsOf = (text: string, language: Language = languageOf(text)): string[] =>
  language === ENGLISH ? terms(text) : wordsIn(text, language).map(({ folded }) => marked(folded));

/**
 * The index terms of what belongs to a text without being in it: its context and the names given
 * with it. They count as its language, unless their script is another one.
 */
export const termsBeside = (beside: string, text: string): string[] =>
  beside.trim() === '' ? [] : termsOf(beside, languageBeside(beside, languageOf(text)));

/**
 * A term of a question. The plain form alone, if the marked one follows from it; otherwise both.
 * `plain` empty: the word has no plain form.
 */
const both = (plain: string, mark: string): string => (plain !== '' && marked(foldLetters(plain)) === mark ? plain : plain + mark);

/**
 * The form in which texts that count as English contain the word: its stem, or its first two
 * characters.
 */
const plainOf = ({ written }: IndexWord): string => {
  const [term = ''] = terms(written);
  return term;
};

interface QuestionWord {
  /** the same for all words that count as one */
  readonly key: string;
  readonly term: string;
  /** folded if the question is English */
  readonly word: string;
}

function questionWords(text: string): QuestionWord[] {
  const language = languageOf(text);
  if (language === ENGLISH)
    return wordTerms(text).map(({ term, word }) => ({ key: term, term: both(term, marked(foldLetters(word))), word }));
  return wordsIn(text, language).map((word) => {
    const key = marked(word.folded);
    return { key, term: both(plainOf(word), key), word: word.written };
  });
}

/**
 * The distinct terms of a question, in the order of their first appearance. `formsOf` returns the
 * index terms of each.
 */
export function questionTerms(text: string): string[] {
  const found = new Map<string, string>();
  for (const { key, term } of questionWords(text)) if (!found.has(key)) found.set(key, term);
  return [...found.values()];
}

/** The plain and the marked form of a question's term; null: it has no such form. */
export function readQuestionTerm(term: string): { readonly plain: string | null; readonly mark: string } {
  const at = term.indexOf(MARK);
  if (at < 0) return { plain: term, mark: marked(foldLetters(term)) };
  return { plain: at === 0 ? null : term.slice(0, at), mark: term.slice(at) };
}

const WORD = /[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}'’.-]*[\p{L}\p{N}\p{M}])?/gu;

/** Maps each term of a question to the word that it first came from, as it was written. */
export function wordsOfTerms(text: string): Map<string, string> {
  const words = new Map<string, string>();
  const add = (term: string | undefined, word: string): void => {
    if (term !== undefined && !words.has(term)) words.set(term, word);
  };
  if (languageOf(text) !== ENGLISH) for (const { term, word } of questionWords(text)) add(term, word);
  else
    for (const [word] of text.matchAll(WORD)) {
      const [term, ...more] = wordTerms(word);
      if (term !== undefined && more.length === 0) add(both(term.term, marked(foldLetters(term.word))), word);
    }
  return words;
}

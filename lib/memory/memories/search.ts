import { array, type SQL, sql } from '#lib/base/db/db';
import { MARK, questionTerms } from '#lib/base/text/index-terms';
import { foldLetters } from '#lib/base/text/languages/letters';
import { stemOf } from '#lib/base/text/languages/stem';
import { fold } from '#lib/base/text/terms';
import { formsOf } from '#lib/base/text/word-forms';

/** The parsed `q` of a listing. */
export type TextSearch =
  /** a single character, or signs without a word: matched literally */
  | { readonly kind: 'substring'; readonly text: string }
  /** `all`: all words must match, otherwise those with most of the weight */
  | { readonly kind: 'words'; readonly all: boolean; readonly words: readonly SearchWord[] };

export interface SearchWord {
  /** text of a tsquery */
  readonly query: string;
  /** Speakers of this name. It precedes their words but is not one of them. */
  readonly speakers: readonly string[];
}

/** With more words than this, not all of them must match. */
const FEW = 2;
const MAX_WORDS = 16;
const WORDS = /[\p{L}\p{N}]+/gu;
const LAST_WORD = /[\p{L}\p{N}]+$/u;

const quoted = (word: string): string => `'${word.replace(/['\\]/g, '$&$&')}'`;
const anyForm = (term: string): string => formsOf(term).map(quoted).join(' | ');

/** The last word may be incomplete, because the user may still be typing it. */
function wordsOf(words: readonly string[], text: string, speakers: readonly string[]): SearchWord[] {
  const begun = LAST_WORD.exec(fold(text))?.[0];
  const named = speakers.map((speaker) => ({ speaker, names: questionTerms(speaker), folded: fold(speaker).match(WORDS) ?? [] }));
  return words.map((word, i) => {
    const typing = i === words.length - 1 && begun !== undefined && [...begun].length > 1;
    const isCalled = ({ names, folded }: (typeof named)[number]): boolean =>
      names.includes(word) || (typing && folded.some((name) => name.startsWith(begun)));
    return {
      query: typing ? `(${anyForm(word)} | ${quoted(begun)}:* | ${quoted(MARK + stemOf(foldLetters(begun)))}:*)` : `(${anyForm(word)})`,
      speakers: named.filter(isCalled).map(({ speaker }) => speaker),
    };
  });
}

/** null: an empty query. `speakers`: those of the bank. */
export function searchOf(q: string | undefined, speakers: readonly string[] = []): TextSearch | null {
  const text = q?.trim() ?? '';
  if (text === '') return null;
  const words = questionTerms(text).slice(0, MAX_WORDS);
  if ([...text].length === 1 || words.length === 0) return { kind: 'substring', text };
  return { kind: 'words', all: words.length <= FEW, words: wordsOf(words, text, speakers) };
}

/** A memory `m` that contains the text literally. */
export const containsText = (text: string): SQL =>
  sql`(position(lower(${text}::text) in lower(m.text)) > 0 or position(lower(${text}::text) in lower(m.context)) > 0)`;

/** A memory `m` that contains all the words, or whose speaker has this name. */
export function containsAll(words: readonly SearchWord[]): SQL {
  const plain = words.filter(({ speakers }) => speakers.length === 0).map(({ query }) => query);
  const names = words.filter(({ speakers }) => speakers.length > 0);
  return sql.join(
    [
      ...(plain.length > 0 ? [sql`m.search @@ ${plain.join(' & ')}::tsquery`] : []),
      ...names.map(({ query, speakers }) => sql`(m.speaker = any(${array(speakers, 'text[]')}) or m.search @@ ${query}::tsquery)`),
    ],
    sql` and `,
  );
}

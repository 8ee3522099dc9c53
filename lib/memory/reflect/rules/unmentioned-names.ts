import { defined } from '#lib/base/defined';
import { entitiesOf } from '#lib/base/text/entities';
import { NO_NAMES } from '#lib/base/text/known-names';
import { isCommonWord } from '#lib/base/text/language';
import { mayBeOneName } from '#lib/base/text/languages/name-forms';
import { ENGLISH, type Language, languageOf } from '#lib/base/text/languages/of';
import { readSentences } from '#lib/base/text/sentences';
import { terms } from '#lib/base/text/terms';
import type { Evidence } from '#lib/memory/reflect/evidence';
import { isNameless } from '#lib/memory/reflect/rules/speaker-filter';

/**
 * The names in a question that no evidence mentions: evidence near such a question is about others.
 * Pure.
 */

export interface UnmentionedNames {
  readonly names: readonly string[];
  /** no name of the question is known, so the evidence answers another question */
  readonly isAll: boolean;
}

const NONE: UnmentionedNames = { names: [], isAll: false };
/** Holidays: names in a question, but dates in memories. */
const FEASTS = /^(?:christmas|xmas|easter|halloween|thanksgiving|ramadan|eid|diwali|hanukkah|new year|valentine)/i;

type QuotedEvidence = Pick<Evidence, 'kind' | 'text' | 'context' | 'speaker'> & Partial<Pick<Evidence, 'entities'>>;

const termsOf = ({ text, context, speaker, entities = [] }: QuotedEvidence): string[] =>
  terms([text, context, speaker ?? '', ...entities].join(' '));

/**
 * "What does zeynep like?": in the place of a person, a word outside the dictionary is a name, even
 * in lower case.
 */
const PERSON_PLACE = /(?:(?<!\bwho )\b(?:does|did|do)|\b(?:is|was|about)|\bwho['’]s)\s+(?<name>\p{Ll}{3,})(?![\p{L}\p{N}])/gu;

const smallNames = (query: string, language: Language): string[] =>
  language !== ENGLISH
    ? []
    : [...query.matchAll(PERSON_PLACE)]
        .map(({ groups }) => defined(defined(groups).name))
        .filter((name) => ![name, name.replace(/e?s$/, ''), name.replace(/s$/, '')].some(isCommonWord));

/**
 * "Nothing is known about her", "no memory mentions him"; not "she likes nothing more than rye".
 */
const SAYS_NOTHING =
  /^#|\b(?:nothing|little|nobody|no one) (?:else )?(?:(?:is|was|are|has been|could be|can be) )?(?:yet )?(?:known|stored|found|recorded|remembered|said|told|mentioned|noted|knows|about|of)\b|\b(?:is|are|was|remains?) (?:unknown|not (?:known|mentioned|stored|recorded))\b|^unknown\b|\bnot known\b|\bno (?:memor(?:y|ies)|information|mentions?|facts?|records?|entr(?:y|ies)|data|details?)\b|\b(?:do|does|did)(?:n't| not) (?:know|mention|say|contain|hold|tell)\b|\bknows? nothing\b|^(?:about|of|on) .{1,80} nothing[.!]?$/i;

/** The terms of a document's statements; its title and statements of ignorance do not count. */
const statedIn = ({ kind, text }: QuotedEvidence): string[] =>
  kind === 'mental_model' ? text.split(/\n+|(?<=[.!?])\s+/).flatMap((line) => (SAYS_NOTHING.test(line) ? [] : terms(line))) : [];

const SCRIPTS = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Hangul'].map(
  (script) => new RegExp(`\\p{sc=${script}}`, 'u'),
);
const CHINESE = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;
const LETTER = /\p{L}/u;

/** Whether every memory has letters in which the name can be written: "Olga" is also "Ольга". */
function isComparable(name: string, memories: readonly QuotedEvidence[]): boolean {
  const script = [...SCRIPTS, CHINESE].find((letters) => letters.test(name)) ?? LETTER;
  return memories.every(({ text, speaker }) => script.test(`${speaker ?? ''} ${text}`) || !LETTER.test(text));
}

/** The names in a query, without holidays, each with its terms. `language`: that of the query. */
export function namesIn(
  query: string,
  language: Language = languageOf(query),
): { readonly name: string; readonly words: readonly string[] }[] {
  const written = entitiesOf(query, readSentences(query), { known: NO_NAMES }).flat();
  return [...written.map(({ name }) => name.replace(/['’]s$/, '')), ...smallNames(query, language)]
    .map((name) => ({ name, words: terms(name) }))
    .filter(({ name, words }) => words.length > 0 && !FEASTS.test(name));
}

/** `language`: that of the query. */
export function unmentionedNames(
  query: string,
  items: readonly QuotedEvidence[],
  language: Language = languageOf(query),
): UnmentionedNames {
  const named = namesIn(query, language);
  if (named.length === 0) return NONE;
  const memories = items.filter(({ kind }) => kind !== 'mental_model');
  const mentioned = new Set([...memories.flatMap(termsOf), ...items.flatMap(statedIn)]);
  const isMentioned = mentionTest(mentioned, language);
  const names = named.filter(({ name, words }) => !words.some(isMentioned) && isComparable(name, memories)).map(({ name }) => name);
  return { names, isAll: names.length === named.length && !memories.some(isNameless) };
}

/** Whether a word of a name is in the evidence; in other languages than English, in any case. */
function mentionTest(mentioned: ReadonlySet<string>, language: Language): (word: string) => boolean {
  if (language === ENGLISH) return (word) => mentioned.has(word);
  return (word) => mentioned.has(word) || [...mentioned].some((other) => mayBeOneName(word, other, language));
}

/** "Ana, Ben or Cleo", in English. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

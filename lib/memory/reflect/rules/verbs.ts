import { defined } from '#lib/base/defined';
import { readWords } from '#lib/base/text/language';
import { fold, terms } from '#lib/base/text/terms';
import { plainTerms } from '#lib/base/text/word-forms';
import { cachedByText } from '#lib/memory/reflect/rules/sentence-cache';

/**
 * Verbs that the index ignores, because they mostly are auxiliaries: "like", "have", "get" and
 * "go". In a short sentence they are half of the content, and in a question sometimes all. Pure.
 */

const FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    like: 'like likes liked liking',
    have: 'have has had having',
    get: 'get gets got getting gotten',
    go: 'go goes going went gone',
  }).flatMap(([verb, forms]) => forms.split(' ').map((form) => [form, verb] as const)),
);
const VERBS = new Set(FORMS.values());
const ANY = new RegExp(`\\b(?:${[...FORMS.keys()].join('|')})\\b`, 'i');
const ACTS = new Set(['VERB', 'AUX']);

/**
 * The main verbs of a sentence among these: not auxiliaries ("have seen", "going to see") and not
 * comparisons ("like rain").
 */
function helpersThatSay(text: string): string[] {
  if (!ANY.test(text)) return [];
  const { words } = readWords(text);
  return words.flatMap(({ value, pos }, i) => {
    const verb = FORMS.get(value.toLowerCase());
    if (verb === undefined || !ACTS.has(pos)) return [];
    const rest = words.slice(i + 1).filter((word) => word.pos !== 'ADV' && word.pos !== 'PART');
    return rest[0] && ACTS.has(rest[0].pos) ? [] : verb;
  });
}

const wordTerms: ReadTerms = cachedByText(plainTerms);

/** The terms of a text, with one form of each word, including the verbs that the index ignores. */
export const sayingTerms: ReadTerms = cachedByText((text) => [...plainTerms(text), ...helpersThatSay(text)]);

export type ReadTerms = (text: string) => readonly string[];

/**
 * The reader of texts for a question with these terms. It reads these verbs only if one of them is
 * asked for, because that doubles the time.
 */
export const readerFor = (asked: readonly string[]): ReadTerms => (asked.some((term) => VERBS.has(term)) ? sayingTerms : wordTerms);

/**
 * "What does Nora like?", "What did Ben and Ana get, and …": a person, and the verb at the end of
 * the clause.
 */
const ASKED =
  /\b(?:[Dd]o|[Dd]oes|[Dd]id)\s+(?:(?:the|my|our|his|her|their)\s+(?:\p{Ll}+\s+)?)?[\p{L}\p{N}'’-]+(?:\s+(?:and\s+)?\p{Lu}[\p{L}'’-]*){0,3}\s+(?:(?:really|also|usually|often|still|most|always)\s+)?(?<verb>\p{Ll}+)(?:\s+(?:to|best|most|now))?\s*(?:[?,;.!]|$|\s(?:and|or)\s)/gu;
/** Nouns that a verb implies, so that an answer does not repeat them. */
const IMPLIED = new RegExp(
  Object.entries({ 'cars?|vehicles?': 'drive', 'languages?': 'speak', 'subjects?': 'study', 'drinks?': 'drink', 'foods?': 'eat' })
    .map(([noun, verb]) => String.raw`(?<=\b(?:what|which)) (?:${noun})(?= (?:do|does|did) [^?.!;]{1,60} ${verb}\b)`)
    .join('|'),
  'i',
);

/** "What car does Ana drive?" as "What does Ana drive?". */
export const withoutImplied = (query: string): string => query.replace(IMPLIED, '');

/** Loving something implies liking it. */
const LIKING = ['like', 'love', 'enjoy', 'ador', 'prefer', 'fond', 'fan', 'favourit', 'favorit'];

const termOf = (verb: string): string => FORMS.get(fold(verb)) ?? plainTerms(verb)[0] ?? '';

export interface AskedVerbs {
  /** the terms of the verbs */
  readonly verbs: readonly string[];
  /** whether a text contains one of the verbs */
  readonly isSaidBy: (present: ReadonlySet<string>) => boolean;
}

/** null: the question has another form. */
export function askedVerbs(query: string): AskedVerbs | null {
  const verbs = [...query.matchAll(ASKED)].map(({ groups }) => termOf(defined(defined(groups).verb))).filter(Boolean);
  if (verbs.length === 0) return null;
  const meant = verbs.flatMap((verb) => (verb === 'like' ? LIKING : verb));
  return { verbs, isSaidBy: (present) => meant.some((verb) => present.has(verb)) };
}

/** "At what time", "to which day": words that ask for a time and do not appear in answers. */
const WHEN = /\b(?:what|which)\s+(?:time|hour)s?\b|\b(?:at|by|for|from|on|since|to|until)\s+(?:what|which)\s+(?:day|date|month|year)s?\b/gi;
/** "Could you tell me everything about Noor?": the request is not part of the question. */
const REQUEST =
  /^\s*(?:please,?\s+)?(?:(?:can|could|will|would)\s+you\s+)?(?:please\s+)?(?:tell|show|remind)\s+(?:me|us)\s+(?:(?:everything|anything|all|more|something)\s+)?(?:(?:about|of|on)\s+)?(?=\S)/i;

/** Removes these words from a question, unless nothing to search for remains. */
export function withoutWhen(query: string): string {
  const about = query.replace(REQUEST, '').replace(WHEN, ' ');
  return terms(about).length > 0 ? about : query;
}

/** "How loud is it?": the answer contains a number, not the word "loud". */
const MEASURE = /\bhow (?:big|deep|expensive|far|heavy|high|hot|large|long|loud|old|tall|thick|warm|wide)\b/gi;

/** The terms of a question, including the verbs at its end. */
export const askedTerms = (query: string): string[] => {
  const about = withoutWhen(query);
  const matter = plainTerms(about.replace(MEASURE, ' '));
  return [...new Set([...(matter.length > 0 ? matter : plainTerms(about)), ...(askedVerbs(query)?.verbs ?? [])])];
};

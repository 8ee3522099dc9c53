import { defined } from '#lib/base/defined';
import { readWords } from '#lib/base/text/language';
import { fold, terms } from '#lib/base/text/terms';
import { plainTerms } from '#lib/base/text/word-forms';
import { remembered } from '#lib/memory/reflect/rules/sentence-cache';

/**
 * Verbs of which the index knows nothing, as they mostly help other words: what one "likes", "has", "gets", and where one "goes". Of a short sentence they
 * are half of what it says, and of a question all that it asks. Pure.
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

/** What a sentence says with such verbs: not where they help another one ("have seen", "going to see") or compare ("like rain"). */
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

const wordTerms: ReadTerms = remembered(plainTerms);

/** The terms of a text, one for all forms of a word, and the verbs that the index leaves out of them. */
export const sayingTerms: ReadTerms = remembered((text) => [...plainTerms(text), ...helpersThatSay(text)]);

export type ReadTerms = (text: string) => readonly string[];

/** What reads a text for a question of these terms: its verbs, which take as long as all else, only where one of them is asked for. */
export const readerFor = (asked: readonly string[]): ReadTerms => (asked.some((term) => VERBS.has(term)) ? sayingTerms : wordTerms);

/** "What does Nora like?", "What did Ben and Ana get, and …": somebody, and the verb with which the clause ends. */
const ASKED =
  /\b(?:[Dd]o|[Dd]oes|[Dd]id)\s+(?:(?:the|my|our|his|her|their)\s+(?:\p{Ll}+\s+)?)?[\p{L}\p{N}'’-]+(?:\s+(?:and\s+)?\p{Lu}[\p{L}'’-]*){0,3}\s+(?:(?:really|also|usually|often|still|most|always)\s+)?(?<verb>\p{Ll}+)(?:\s+(?:to|best|most|now))?\s*(?:[?,;.!]|$|\s(?:and|or)\s)/gu;
/** Whoever loves something likes it. */
const LIKING = ['like', 'love', 'enjoy', 'ador', 'prefer', 'fond', 'fan', 'favourit', 'favorit'];

const termOf = (verb: string): string => FORMS.get(fold(verb)) ?? plainTerms(verb)[0] ?? '';

export interface AskedVerbs {
  /** the terms of the verbs alone */
  readonly verbs: readonly string[];
  /** whether a text says with one of the verbs what the question asks */
  readonly isSaidBy: (held: ReadonlySet<string>) => boolean;
}

/** null: the question is of another form. */
export function askedVerbs(query: string): AskedVerbs | null {
  const verbs = [...query.matchAll(ASKED)].map(({ groups }) => termOf(defined(defined(groups).verb))).filter(Boolean);
  if (verbs.length === 0) return null;
  const meant = verbs.flatMap((verb) => (verb === 'like' ? LIKING : verb));
  return { verbs, isSaidBy: (held) => meant.some((verb) => held.has(verb)) };
}

/** "At what time", "to which day": words that ask when, and nobody who answers says. */
const WHEN = /\b(?:what|which)\s+(?:time|hour)s?\b|\b(?:at|by|for|from|on|since|to|until)\s+(?:what|which)\s+(?:day|date|month|year)s?\b/gi;
/** "Could you tell me everything about Noor?": what one tells somebody is not what is asked. */
const TELLING =
  /^\s*(?:please,?\s+)?(?:(?:can|could|will|would)\s+you\s+)?(?:please\s+)?(?:tell|show|remind)\s+(?:me|us)\s+(?:(?:everything|anything|all|more|something)\s+)?(?:(?:about|of|on)\s+)?(?=\S)/i;

/** A question without these, where that leaves something to look for. */
export function withoutWhen(query: string): string {
  const about = query.replace(TELLING, '').replace(WHEN, ' ');
  return terms(about).length > 0 ? about : query;
}

/** "How loud is it?": whoever answers names a number and not that it is loud. */
const MEASURE = /\bhow (?:big|deep|expensive|far|heavy|high|hot|large|long|loud|old|tall|thick|warm|wide)\b/gi;

/** The terms of a question, with the verbs on which it ends. */
export const askedTerms = (query: string): string[] => {
  const about = withoutWhen(query);
  const matter = plainTerms(about.replace(MEASURE, ' '));
  return [...new Set([...(matter.length > 0 ? matter : plainTerms(about)), ...(askedVerbs(query)?.verbs ?? [])])];
};

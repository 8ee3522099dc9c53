import { defined } from '#lib/base/defined';
import type { Budget, DateGrain } from '#lib/base/literals';
import type { BankState } from '#lib/base/scope';
import { DAY, MINUTE, startOfDay } from '#lib/base/text/calendar';
import { queryWindow } from '#lib/base/text/dates';
import { questionTerms } from '#lib/base/text/index-terms';
import { foldLetters } from '#lib/base/text/languages/letters';
import { ENGLISH, type Language, languageOf } from '#lib/base/text/languages/of';
import { type PersonWords, personWordsOf } from '#lib/base/text/languages/persons';
import { withoutPoliteEndings } from '#lib/base/text/languages/polite-endings';
import { terms } from '#lib/base/text/terms';
import { plainForm } from '#lib/base/text/word-forms';
import type { BankConfig } from '#lib/memory/banks/config';
import { type NamedSpeakers, namesForeign, readNamedSpeakers } from '#lib/memory/recall/foreign-speakers';
import { type EmbeddedText, type EmbedText, embedText } from '#lib/memory/recall/question-vectors';
import { quoteOf } from '#lib/memory/recall/quote';
import { asksForAll, type TimeAlone, timeAlone } from '#lib/memory/recall/time-alone';
import type { Embedder } from '#lib/models/embeddings/port';

/**
 * The plan of a question, made before any memory is found. Pure except for the embedding and the
 * lookup of speakers.
 */
export interface RecallPlan {
  readonly query: string;
  /**
   * The question without the names of the bank's speakers, or only these names if nothing else is
   * asked. It is embedded and searched by words.
   */
  readonly stripped: string;
  /** of length 1; null if the embedder knows no word of the question */
  readonly vector: Float32Array | null;
  /**
   * why the question has no vector, although its words may have one; null: it has one, or there was
   * no error
   */
  readonly unembedded: EmbeddedText['unembedded'];
  /** in a language other than English */
  readonly isForeign: boolean;
  /**
   * consists of function words of another language than English. Recall abstains then: a Russian
   * "where?" finds nothing in Korean memories
   */
  readonly saysNothing: boolean;
  /** distinct terms, at most 16; for a question about a time alone, those of the names in it */
  readonly terms: readonly string[];
  /** words that a memory must contain to match as a quotation (`quote.ts`); null: too few words */
  readonly quote: string | null;
  /** speakers that the question asks about: one, or all that are named if nothing else is asked */
  readonly asked: readonly string[];
  /**
   * the question only names people ("Ben?", "Tell me about Ben"), so that their own words answer
   * it; null: it asks for more
   */
  readonly speech: Speech | null;
  /** by name, not by "I" or "you" */
  readonly namesSpeaker: boolean;
  readonly window: Window | null;
  /** the question only asks for `window`; null: it asks for more */
  readonly timeAlone: TimeAlone | null;
  /** an overview question */
  readonly isOverview: boolean;
  readonly caps: Caps;
}

/**
 * `first`: their words rank above those of others. `after`: "Who is Leo?" asks for the words of
 * others, who mention the name.
 */
export type Speech = 'first' | 'after';

export interface Window {
  /** null is open */
  readonly start: Date | null;
  /** exclusive; null is open */
  readonly end: Date | null;
  readonly grain: DateGrain;
  /** the words of the question that named it; null if the request specified it */
  readonly text: string | null;
  /** "three weeks ago", "around Easter": a time just outside may be meant */
  readonly isLoose: boolean;
  /** seconds that the caller's time zone is ahead of UTC; 0: both ends are instants */
  readonly offset: number;
}

export interface Caps {
  /**
   * maximum candidates of the semantic and of the keyword retriever, each: half of the budget's
   * number
   */
  readonly perRetriever: number;
  /** number of the best candidates whose neighbors become candidates */
  readonly expand: number;
  readonly results: number;
}

/** Default number of candidates, unless the bank or the operator sets another one. */
const CANDIDATES: Readonly<Record<Budget, number>> = { low: 100, mid: 300, high: 1000 };
/**
 * Neighbors of more than a fifth of the candidates change no measured figure: 60 instead of 100
 * costs no evidence and saves a tenth of the time.
 */
const capsOf = (candidates: number): Caps => ({
  perRetriever: Math.max(1, Math.round(candidates / 2)),
  expand: Math.min(400, Math.max(30, Math.round(candidates / 5))),
  results: 2 * candidates,
});

/** How many candidates a bank explores for a budget. */
export function candidatesOf(config: BankConfig, budget: Budget, maxTokens: number): number {
  const fixed = { low: config.recallBudgetFixedLow, mid: config.recallBudgetFixedMid, high: config.recallBudgetFixedHigh };
  if (config.recallBudgetFunction === 'fixed') return fixed[budget];
  const share = { low: config.recallBudgetAdaptiveLow, mid: config.recallBudgetAdaptiveMid, high: config.recallBudgetAdaptiveHigh };
  const { recallBudgetMin: min, recallBudgetMax: max } = config;
  return Math.max(min, Math.min(Math.max(min, max), Math.round(maxTokens * share[budget])));
}

/** Bits of an int in SQL. The first terms of a longer question represent it well enough. */
const MAX_TERMS = 16;

/**
 * Speakers that are roles, not names. A question does not ask about "user", and removing the word
 * could remove a topic.
 */
export const ROLES: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'system',
  'human',
  'ai',
  'bot',
  'chatbot',
  'agent',
  'customer',
  'client',
  'model',
  'tool',
  'narrator',
  'host',
  'guest',
]);
export const USER_ROLE = 'user';
export const ASSISTANT_ROLE = 'assistant';

const FIRST_PERSON = /\b(?:i|me|my|mine|myself|we|us|our|ours|i'm|i've|i'd|i'll)\b/i;
/**
 * "What did you recommend" asks for the words of the assistant, even if it mentions other people.
 */
const SECOND_PERSON =
  /\b(?:did|have|had) you\b|\byou (?:said|told|recommended|suggested|advised|mentioned|gave|explained|proposed|wrote)\b/i;
const ENGLISH_PERSONS: Pick<PersonWords, 'asksSecondPerson' | 'isFirstPerson'> = {
  asksSecondPerson: (query) => SECOND_PERSON.test(query),
  isFirstPerson: (query) => FIRST_PERSON.test(query),
};
const CAPITAL = /^\p{Lu}/u;
const NAME_WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu;

const nameWords = (name: string): string[] => name.match(NAME_WORD) ?? [];

/**
 * A name is capitalized, unless the whole question is in lower case. A name that is also an
 * ordinary word ("Will", "You") must be capitalized inside the sentence.
 */
function names(query: string, name: string): boolean {
  const plain = terms(name).length === 0;
  if (plain && query === query.toLowerCase()) return false;
  return spellingsIn(query, name).some((word) => [...query.matchAll(mention(query, word))].some(({ index }) => !plain || index > 0));
}

const IS_ASCII = /^\p{ASCII}*$/u;

/**
 * The words of a name, and those of the question that differ from them only in accents and case:
 * "ibrahim" and "İBRAHİM" for "İbrahim".
 */
function spellingsIn(query: string, name: string): string[] {
  const words = nameWords(name);
  const accented = new Set(words.filter((word) => !IS_ASCII.test(word)).map(foldLetters));
  if (accented.size === 0) return words;
  const isCase = (word: string): boolean => CAPITAL.test(word) || query === query.toLowerCase();
  return [...new Set([...words, ...nameWords(query).filter((word) => isCase(word) && accented.has(foldLetters(word)))])];
}

function mention(query: string, word: string): RegExp {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const anyCase = query === query.toLowerCase();
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?:['’]s)?(?![\\p{L}\\p{N}])`, anyCase ? 'giu' : 'gu');
}

const WHO = /^\s*who\b/i;
/** With a name, these words ask for everything about it. */
const ANYTHING: ReadonlySet<string> = new Set(
  terms('tell told say says said talk talked know describe mention anything something everything news'),
);

interface SpeakerInput extends Pick<RecallPlan, 'stripped' | 'asked' | 'speech' | 'namesSpeaker'> {
  /** speakers whose names are in the question */
  readonly named: readonly string[];
}

/**
 * Speakers rarely mention their own names, so a name identifies the speaker, not the topic. It is
 * therefore removed from the question.
 */
export function readSpeakers(query: string, speakers: readonly string[]): SpeakerInput {
  const people = speakers.filter((speaker) => !ROLES.has(speaker.toLowerCase()));
  const language = languageOf(query);
  const { named, stripped, isOnlyNames } =
    language === ENGLISH ? readEnglishNames(query, people) : readNamedSpeakers(query, people, language);
  if (isOnlyNames) {
    const asksWho = language === ENGLISH ? WHO.test(query) : personWordsOf(language).asksWho(query);
    return { stripped: named.join(' '), asked: named, speech: asksWho ? 'after' : 'first', namesSpeaker: true, named };
  }
  return {
    stripped: stripped.replace(/\s+/g, ' ').trim(),
    asked: named.length > 1 ? [] : named.length === 1 ? named : askedRole(query, speakers, language),
    speech: null,
    namesSpeaker: named.length > 0,
    named,
  };
}

function readEnglishNames(query: string, people: readonly string[]): NamedSpeakers {
  const named = people.filter((speaker) => names(query, speaker));
  let stripped = query;
  for (const word of named.flatMap((name) => spellingsIn(query, name))) stripped = stripped.replace(mention(query, word), ' ');
  return { named, stripped, isOnlyNames: named.length > 0 && terms(stripped).every((term) => ANYTHING.has(term)) };
}

/** The persons of a language: who "I" and "you" are. */
const personsOf = (language: Language) => (language === ENGLISH ? ENGLISH_PERSONS : personWordsOf(language));

/**
 * Those of a bank's speakers that change how `readSpeakers` reads a question: all others may be
 * omitted.
 */
function speakersIn(query: string, speakers: readonly string[]): readonly string[] {
  const language = languageOf(query);
  const { asksSecondPerson, isFirstPerson } = personsOf(language);
  return speakers.filter((speaker) => {
    if (speaker === ASSISTANT_ROLE) return asksSecondPerson(query);
    if (speaker === USER_ROLE) return isFirstPerson(query);
    if (ROLES.has(speaker.toLowerCase())) return false;
    return language === ENGLISH ? names(query, speaker) : namesForeign(query, speaker, language);
  });
}

/** Returns those of some speakers that the caller may know of, in their order. */
export type VisibleSpeakers = (speakers: readonly string[]) => Promise<readonly string[]>;

/** The speakers that a question may name. A question without a name asks `visible` for none. */
async function knownSpeakers(query: string, speakers: readonly string[], visible?: VisibleSpeakers): Promise<readonly string[]> {
  if (!visible) return speakers;
  const relevant = speakersIn(query, speakers);
  return relevant.length === 0 ? [] : visible(relevant);
}

function askedRole(query: string, speakers: readonly string[], language: Language): readonly string[] {
  const { asksSecondPerson, isFirstPerson } = personsOf(language);
  if (speakers.includes(ASSISTANT_ROLE) && asksSecondPerson(query)) return [ASSISTANT_ROLE];
  return speakers.includes(USER_ROLE) && isFirstPerson(query) ? [USER_ROLE] : [];
}

/**
 * Returns the window and the question without the words that named it. Those words would match days
 * of other years.
 */
function readTime(query: string, { askedAt, offsetMinutes = 0, window, temporal = true }: TimeQuestion): ParsedTime {
  const none = { window: null, isAhead: false, isOnlyHint: false, rest: query, when: '' };
  if (!temporal) return none;
  if (window) return { ...none, window: { ...window, grain: 'instant', text: null, isLoose: false, offset: 0 } };
  const found = queryWindow(query, askedAt, { offsetMinutes });
  if (!found) return none;
  const { index, isAhead, isOnlyHint, ...textWindow } = found;
  const named = { ...textWindow, offset: textWindow.grain === 'instant' ? 0 : offsetMinutes * 60 };
  if (isOnlyHint) return { ...none, window: named, isOnlyHint };
  return {
    window: named,
    isAhead,
    isOnlyHint,
    rest: `${query.slice(0, index)} ${query.slice(index + found.text.length)}`,
    when: found.text,
  };
}

/** "Since May" ends with the current day of the caller. */
function endOfDay({ askedAt, offsetMinutes = 0 }: TimeQuestion): Date {
  const local = askedAt.getTime() + offsetMinutes * MINUTE;
  return new Date(startOfDay(local) + DAY);
}

interface ParsedTime {
  readonly window: Window | null;
  readonly isAhead: boolean;
  /** the words of the time only identify a topic: they are searched like other words */
  readonly isOnlyHint: boolean;
  /** the question without the words of its time, and those words */
  readonly rest: string;
  readonly when: string;
}

interface TimeQuestion {
  readonly askedAt: Date;
  /** minutes that the caller's time zone is ahead of UTC */
  readonly offsetMinutes?: number;
  readonly window: { readonly start: Date; readonly end: Date } | null;
  /** false: ignore dates */
  readonly temporal?: boolean;
  /** true: also return memories outside the time, even if the question only asks for a time */
  readonly isWhole?: boolean;
}

/**
 * Memories of a time often contain the words of that time. They come last, in case the question is
 * long. Of two forms of a word the first one remains.
 */
function termsOf(rest: string, when: string): string[] {
  const all = [...questionTerms(rest), ...questionTerms(when)];
  const plain = all.map(plainForm);
  return all.filter((_, i) => plain.indexOf(defined(plain[i])) === i).slice(0, MAX_TERMS);
}

export async function planRecall(
  args: TimeQuestion & {
    query: string;
    budget: Budget;
    /** replaces the number of the budget */
    candidates?: number;
    embedMs?: number;
    /** omitted: the caller may know of every speaker */
    visibleSpeakers?: VisibleSpeakers | undefined;
    /** omitted: the embedder is called */
    embed?: EmbedText | undefined;
  },
  bank: BankState,
  embedder: Embedder | null,
): Promise<RecallPlan> {
  const { query } = args;
  const { window, isAhead, isOnlyHint, rest, when } = readTime(query, args);
  const { named, ...speakers } = readSpeakers(rest, await knownSpeakers(rest, bank.speakers, args.visibleSpeakers));
  const caps = capsOf(args.candidates ?? CANDIDATES[args.budget]);
  const language = languageOf(query);
  const isForeign = language !== ENGLISH;
  const alone = args.isWhole || isOnlyHint || !window ? null : timeAlone(rest, speakers.speech ? '' : speakers.stripped, language);
  if (window && alone)
    return {
      query,
      isForeign,
      saysNothing: false,
      ...speakers,
      asked: named,
      speech: null,
      vector: null,
      unembedded: null,
      terms: termsOf(named.join(' '), ''),
      quote: null,
      window: { ...window, end: window.end ?? (isAhead ? null : endOfDay(args)) },
      timeAlone: alone,
      isOverview: false,
      caps,
    };
  const asked = termsOf(speakers.stripped, when);
  const isOverview = !window && !speakers.speech && asksForAll(rest, speakers.stripped, language);
  const saysNothing = isForeign && asked.length === 0 && !window && !isOverview;
  return {
    query,
    isForeign,
    saysNothing,
    ...speakers,
    ...(await (args.embed ?? embedText)(embedder, withoutPoliteEndings(speakers.stripped, language), args.embedMs)),
    terms: asked,
    quote: quoteOf(query),
    window,
    timeAlone: null,
    isOverview,
    caps,
  };
}

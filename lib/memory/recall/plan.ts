import { defined } from '#lib/base/defined';
import type { Budget, DateGrain, ModelFailure } from '#lib/base/literals';
import type { BankState } from '#lib/base/scope';
import { DAY, MINUTE, startOfDay } from '#lib/base/text/calendar';
import { queryWindow } from '#lib/base/text/dates';
import { queryTerms, terms } from '#lib/base/text/terms';
import { plainForm } from '#lib/base/text/word-forms';
import type { BankConfig } from '#lib/memory/banks/config';
import { quoteOf } from '#lib/memory/recall/quote';
import { asksForAll, type TimeAlone, timeAlone } from '#lib/memory/recall/time-alone';
import type { Embedder } from '#lib/models/embeddings/port';
import { ModelError } from '#lib/models/llm/port';

/** What a question asks for, before anything is read. Pure but for the embedding. */
export interface RecallPlan {
  readonly query: string;
  /** the question without the names of the bank's speakers, or these alone where nothing else is asked: what is embedded and searched by words */
  readonly stripped: string;
  /** length 1; null where the embedder knows no word of it */
  readonly vector: Float32Array | null;
  /** why the question has no vector although its words may have one: words and time find what they find; null: it has, or nothing is wrong */
  readonly unembedded: ModelFailure | 'not_configured' | null;
  /** distinct terms, at most 16; of a question about a time alone those of the names in it */
  readonly terms: readonly string[];
  /** the words that a unit has to hold to be what the question quotes (`quote.ts`); null: too few to be a quotation */
  readonly quote: string | null;
  /** whose words are asked for: one speaker, or all that are named where nothing else is asked */
  readonly asked: readonly string[];
  /** the question says nothing but who ("Ben?", "Tell me about Ben"): their words answer by being theirs; null: it says more */
  readonly speech: Speech | null;
  /** by name, not by "I" or "you" */
  readonly namesSpeaker: boolean;
  readonly window: Window | null;
  /** nothing is asked for but what lies in `window`; null: more is */
  readonly timeAlone: TimeAlone | null;
  /** an overview question */
  readonly isOverview: boolean;
  readonly caps: Caps;
}

/** `first`: before what others say of them. `after`: "Who is Leo?" asks what others say of him, and they name him. */
export type Speech = 'first' | 'after';

export interface Window {
  /** null is open */
  readonly start: Date | null;
  /** exclusive; null is open */
  readonly end: Date | null;
  readonly grain: DateGrain;
  /** the words of the question that named it; null when the request gave it */
  readonly text: string | null;
  /** "three weeks ago", "around Easter": what lies a little beside it may be meant */
  readonly isLoose: boolean;
  /** seconds that the clock is ahead of UTC by whose days it is meant; 0: its ends are moments */
  readonly offset: number;
}

export interface Caps {
  /** candidates of the semantic and of the keyword arm, each: together the budget's figure */
  readonly arm: number;
  /** how many of the best bring their neighbours along */
  readonly expand: number;
  readonly results: number;
}

/** What every bank has unless it or the operator says otherwise. */
const CANDIDATES: Readonly<Record<Budget, number>> = { low: 100, mid: 300, high: 1000 };
/** Neighbours of more than a fifth change no measured figure: 60 instead of 100 costs nothing in evidence and saves a tenth of the time. */
const capsOf = (candidates: number): Caps => ({
  arm: Math.max(1, Math.round(candidates / 2)),
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

/** The bits of one int in SQL; a longer question is carried by its first terms well enough. */
const MAX_TERMS = 16;

/** Speakers that are roles, not names: nobody asks about "user", and taking the word out of a question would lose a topic. */
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
/** "What did you recommend": the assistant's words are asked for, whoever else is mentioned. */
const SECOND_PERSON =
  /\b(?:did|have|had) you\b|\byou (?:said|told|recommended|suggested|advised|mentioned|gave|explained|proposed|wrote)\b/i;
const NAME_WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu;

const nameWords = (name: string): string[] => name.match(NAME_WORD) ?? [];

/**
 * A name is written with a capital, unless the whole question is written without any. One that is also a plain word ("Will", "You") must
 * have its capital inside the sentence.
 */
function names(query: string, name: string): boolean {
  const plain = terms(name).length === 0;
  if (plain && query === query.toLowerCase()) return false;
  return nameWords(name).some((word) => [...query.matchAll(mention(query, word))].some(({ index }) => !plain || index > 0));
}

function mention(query: string, word: string): RegExp {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const anyCase = query === query.toLowerCase();
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?:['’]s)?(?![\\p{L}\\p{N}])`, anyCase ? 'giu' : 'gu');
}

const WHO = /^\s*who\b/i;
/** Beside a name these ask for whatever there is. */
const ANYTHING: ReadonlySet<string> = new Set(
  terms('tell told say says said talk talked know describe mention anything something everything news'),
);

interface SpeakersIn extends Pick<RecallPlan, 'stripped' | 'asked' | 'speech' | 'namesSpeaker'> {
  /** those whose names stand in the question */
  readonly named: readonly string[];
}

/** Who speaks in the bank is hardly ever named by the one who speaks: the name says whose words are meant, not what they are about. */
export function readSpeakers(query: string, speakers: readonly string[]): SpeakersIn {
  const people = speakers.filter((speaker) => !ROLES.has(speaker.toLowerCase()));
  const named = people.filter((speaker) => names(query, speaker));
  let stripped = query;
  for (const word of named.flatMap(nameWords)) stripped = stripped.replace(mention(query, word), ' ');
  if (named.length > 0 && terms(stripped).every((term) => ANYTHING.has(term)))
    return { stripped: named.join(' '), asked: named, speech: WHO.test(query) ? 'after' : 'first', namesSpeaker: true, named };
  return {
    stripped: stripped.replace(/\s+/g, ' ').trim(),
    asked: named.length > 1 ? [] : named.length === 1 ? named : askedRole(query, speakers),
    speech: null,
    namesSpeaker: named.length > 0,
    named,
  };
}

function askedRole(query: string, speakers: readonly string[]): readonly string[] {
  if (speakers.includes(ASSISTANT_ROLE) && SECOND_PERSON.test(query)) return [ASSISTANT_ROLE];
  return speakers.includes(USER_ROLE) && FIRST_PERSON.test(query) ? [USER_ROLE] : [];
}

/** The window, and the question without the words that named it: these say when, and match days of other years by their words and their meaning. */
function readTime(query: string, { askedAt, offsetMinutes = 0, window, temporal = true }: TimeAsked): TimeRead {
  const none = { window: null, isAhead: false, isOnlyHint: false, rest: query, when: '' };
  if (!temporal) return none;
  if (window) return { ...none, window: { ...window, grain: 'instant', text: null, isLoose: false, offset: 0 } };
  const found = queryWindow(query, askedAt, { offsetMinutes });
  if (!found) return none;
  const { index, isAhead, isOnlyHint, ...said } = found;
  const named = { ...said, offset: said.grain === 'instant' ? 0 : offsetMinutes * 60 };
  if (isOnlyHint) return { ...none, window: named, isOnlyHint };
  return {
    window: named,
    isAhead,
    isOnlyHint,
    rest: `${query.slice(0, index)} ${query.slice(index + found.text.length)}`,
    when: found.text,
  };
}

/** "Since May" ends with the day on which it is asked. */
function endOfDay({ askedAt, offsetMinutes = 0 }: TimeAsked): Date {
  const local = askedAt.getTime() + offsetMinutes * MINUTE;
  return new Date(startOfDay(local) + DAY);
}

interface TimeRead {
  readonly window: Window | null;
  readonly isAhead: boolean;
  /** the words of the time only tell which thing is meant: they are words like others */
  readonly isOnlyHint: boolean;
  /** the question without the words of its time, and these */
  readonly rest: string;
  readonly when: string;
}

interface TimeAsked {
  readonly askedAt: Date;
  /** minutes that the asker's clock is ahead of UTC */
  readonly offsetMinutes?: number;
  readonly window: { readonly start: Date; readonly end: Date } | null;
  /** false: dates mean nothing */
  readonly temporal?: boolean;
  /** true: what lies outside of the time is wanted too, also where nothing but a time is asked for */
  readonly isWhole?: boolean;
}

/** The words of a time are among those of what was told of it; they come last, where a question is long. Of one word in two forms the first stands. */
function termsOf(rest: string, when: string): string[] {
  const all = [...queryTerms(rest), ...queryTerms(when)];
  const plain = all.map(plainForm);
  return all.filter((_, i) => plain.indexOf(defined(plain[i])) === i).slice(0, MAX_TERMS);
}

/** An answer from words alone now is better than a better one later: a provider gets one try, and not long. */
const EMBED_MS = 1_500;

/** `embedder` null: the model of the bank's vectors is configured no more. */
async function vectorOf(
  embedder: Embedder | null,
  text: string,
  deadlineMs = EMBED_MS,
): Promise<Pick<RecallPlan, 'vector' | 'unembedded'>> {
  if (embedder === null) return { vector: null, unembedded: 'not_configured' };
  try {
    const [vector = null] = await embedder.embed([text], { deadlineMs });
    return { vector, unembedded: null };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { vector: null, unembedded: error.failure };
  }
}

export async function planRecall(
  args: TimeAsked & {
    query: string;
    budget: Budget;
    /** in place of those that the budget stands for */
    candidates?: number;
    embedMs?: number;
  },
  bank: BankState,
  embedder: Embedder | null,
): Promise<RecallPlan> {
  const { query } = args;
  const { window, isAhead, isOnlyHint, rest, when } = readTime(query, args);
  const { named, ...speakers } = readSpeakers(rest, bank.speakers);
  const caps = capsOf(args.candidates ?? CANDIDATES[args.budget]);
  const alone = args.isWhole || isOnlyHint || !window ? null : timeAlone(rest, speakers.speech ? '' : speakers.stripped);
  if (window && alone)
    return {
      query,
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
  return {
    query,
    ...speakers,
    ...(await vectorOf(embedder, speakers.stripped, args.embedMs)),
    terms: termsOf(speakers.stripped, when),
    quote: quoteOf(query),
    window,
    timeAlone: null,
    isOverview: !window && !speakers.speech && asksForAll(rest, speakers.stripped),
    caps,
  };
}

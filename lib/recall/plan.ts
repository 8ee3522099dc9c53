import type { Embedder } from '#lib/embeddings/port';
import type { Budget, DateGrain } from '#lib/literals';
import type { BankState } from '#lib/scope';
import { queryWindow } from '#lib/text/dates';
import { queryTerms, terms } from '#lib/text/terms';

/** What a question asks for, before anything is read. Pure but for the embedding. */
export interface Plan {
  readonly query: string;
  /** the question without the names of the bank's speakers: what is embedded and searched by words */
  readonly stripped: string;
  /** length 1; null where the embedder knows no word of it */
  readonly vector: Float32Array | null;
  /** distinct terms, at most 16 */
  readonly terms: readonly string[];
  /** the one speaker whose words are asked for */
  readonly asked: string | null;
  /** by name, not by "I" or "you" */
  readonly namesSpeaker: boolean;
  readonly window: Window | null;
  readonly caps: Caps;
}

export interface Window {
  /** null is open */
  readonly start: Date | null;
  /** exclusive; null is open */
  readonly end: Date | null;
  readonly grain: DateGrain;
  /** the words of the question that named it; null when the request gave it */
  readonly text: string | null;
}

export interface Caps {
  /** candidates of the semantic and of the keyword arm, each: together the budget's figure */
  readonly arm: number;
  /** how many of the best bring their neighbours along */
  readonly expand: number;
  readonly results: number;
}

const CAPS: Record<Budget, Caps> = {
  low: { arm: 50, expand: 50, results: 200 },
  mid: { arm: 150, expand: 100, results: 600 },
  high: { arm: 500, expand: 300, results: 2000 },
};

/** The bits of one int in SQL; a longer question is carried by its first terms well enough. */
const MAX_TERMS = 16;

/** Speakers that are roles, not names: nobody asks about "user", and taking the word out of a question would lose a topic. */
const ROLES = new Set([
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

/** Who speaks in the bank is hardly ever named by the one who speaks: the name says whose words are meant, not what they are about. */
export function readSpeakers(query: string, speakers: readonly string[]): Pick<Plan, 'stripped' | 'asked' | 'namesSpeaker'> {
  const people = speakers.filter((speaker) => !ROLES.has(speaker.toLowerCase()));
  const named = people.filter((speaker) => names(query, speaker));
  let stripped = query;
  for (const word of named.flatMap(nameWords)) stripped = stripped.replace(mention(query, word), ' ');
  stripped = stripped.replace(/\s+/g, ' ').trim();
  return {
    stripped: /[\p{L}\p{N}]/u.test(stripped) ? stripped : query,
    asked: named.length === 1 ? named[0]! : askedRole(query, speakers, named),
    namesSpeaker: named.length > 0,
  };
}

function askedRole(query: string, speakers: readonly string[], named: readonly string[]): string | null {
  if (named.length > 0) return null;
  if (speakers.includes(ASSISTANT_ROLE) && SECOND_PERSON.test(query)) return ASSISTANT_ROLE;
  return speakers.includes(USER_ROLE) && FIRST_PERSON.test(query) ? USER_ROLE : null;
}

export async function planRecall(
  args: { query: string; budget: Budget; askedAt: Date; window: { start: Date; end: Date } | null },
  bank: BankState,
  embedder: Embedder,
): Promise<Plan> {
  const { query } = args;
  const speakers = readSpeakers(query, bank.speakers);
  const [vector = null] = await embedder.embed([speakers.stripped]);
  return {
    query,
    ...speakers,
    vector,
    terms: queryTerms(speakers.stripped).slice(0, MAX_TERMS),
    window: args.window ? { ...args.window, grain: 'instant', text: null } : queryWindow(query, args.askedAt),
    caps: CAPS[args.budget],
  };
}

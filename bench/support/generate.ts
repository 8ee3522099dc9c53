import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Conversations that are the same on every machine: a seed, Zipf's law over English words by
 * frequency (the order of the vocabulary of the built-in embedding), people, places, numbers and
 * dates. Each turn is one sentence, so a sentence becomes one memory. They have no meaning, but
 * load the store like real conversations: a few words everywhere, most words rarely.
 */
export interface Session {
  readonly id: string;
  /** ISO 8601; sessions of one conversation are a day apart */
  readonly timestamp: string;
  /** `Name: sentence`, 11 to 15 words and the details */
  readonly turns: readonly string[];
}

export interface ConversationShape {
  readonly seed: number;
  readonly sentences: number;
  readonly turnsPerSession: number;
}

const SPEAKERS = ['Alma', 'Bruno', 'Carmen', 'Dario', 'Edith', 'Farid', 'Greta', 'Hugo'];
const OTHERS = ['Ilse Marten', 'Jonas Weber', 'Kaya Demir', 'Leon Fabre', 'Mina Sorel', 'Nils Okland', 'Olga Reyes', 'Pavel Novak'];
const PLACES = ['Ambleford', 'Brackwater', 'Cressing', 'Dunmere', 'Eastbury', 'Fenholm', 'Garrow', 'Hartsea', 'Ivelden', 'Kestrow'];
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
/** Words that are excluded from the vocabulary, because they could be read as dates. */
const CALENDAR = new Set(
  [...MONTHS, 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map((name) => name.toLowerCase()),
);
const VOCABULARY_SIZE = 12_000;
/**
 * From this rank on words carry meaning; earlier ones are mostly articles, pronouns and
 * prepositions.
 */
const FIRST_CONTENT_RANK = 150;
const FIRST_DAY = Date.UTC(2024, 0, 1, 18);
const DAY = 24 * 3_600_000;

export type Random = () => number;

/** Mulberry32: 32 bits of state, [0, 1). */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
const chance = (random: Random, probability: number): boolean => random() < probability;
const between = (random: Random, low: number, high: number): number => low + Math.floor(random() * (high - low + 1));

let vocabulary: { readonly words: readonly string[]; readonly cumulative: Float64Array } | null = null;

function readVocabulary() {
  const file = path.resolve(import.meta.dirname, '../../lib/models/embeddings/static-en-256/vocab.txt');
  const words = readFileSync(file, 'utf8')
    .split('\n')
    .filter((word) => /^[a-z]{2,}$/.test(word) && !CALENDAR.has(word))
    .slice(0, VOCABULARY_SIZE);
  const cumulative = new Float64Array(words.length);
  let sum = 0;
  for (let rank = 0; rank < words.length; rank++) cumulative[rank] = sum += 1 / (rank + 1);
  return { words, cumulative };
}

/** The rank of a word drawn with a probability of 1 / rank. */
function zipfRank(random: Random, cumulative: Float64Array): number {
  const target = random() * cumulative[cumulative.length - 1]!;
  let low = 0;
  let high = cumulative.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cumulative[middle]! < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Minor details, each with its share of the sentences. */
function details(random: Random): string[] {
  const found: string[] = [];
  if (chance(random, 0.2)) found.push(`with ${pick(random, OTHERS)}`);
  if (chance(random, 0.15)) found.push(`in ${pick(random, PLACES)}`);
  if (chance(random, 0.15)) found.push(`for ${between(random, 2, 900)}`);
  if (chance(random, 0.1)) found.push(`on ${between(random, 1, 28)} ${pick(random, MONTHS)}`);
  if (chance(random, 0.05)) found.push('because of that');
  return found;
}

function sentence(random: Random): string {
  vocabulary ??= readVocabulary();
  const { words, cumulative } = vocabulary;
  const plain = Array.from({ length: between(random, 11, 15) }, () => words[zipfRank(random, cumulative)]!);
  const text = [...plain, ...details(random)].join(' ');
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

export function conversation({ seed, sentences, turnsPerSession }: ConversationShape): Session[] {
  const random = randomFrom(seed);
  return Array.from({ length: Math.ceil(sentences / turnsPerSession) }, (_, index) => {
    const pair = [pick(random, SPEAKERS), pick(random, SPEAKERS)];
    const turns = Math.min(turnsPerSession, sentences - index * turnsPerSession);
    return {
      id: `session-${seed}-${index}`,
      timestamp: new Date(FIRST_DAY + index * DAY).toISOString(),
      turns: Array.from({ length: turns }, (__, turn) => `${pair[turn % 2]}: ${sentence(random)}`),
    };
  });
}

/** Sentences without a speaker, for retaining one at a time. */
export function singleSentences(seed: number, count: number): string[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => sentence(random));
}

/**
 * Questions about the sessions: three or four content words from one turn, now and then a person or
 * a month. All differ.
 */
export function questions(sessions: readonly Session[], seed: number, count: number): string[] {
  const random = randomFrom(seed);
  const asked = new Set<string>();
  while (asked.size < count) asked.add(question(random, pick(random, pick(random, sessions).turns)));
  return [...asked];
}

function question(random: Random, turn: string): string {
  vocabulary ??= readVocabulary();
  const frequent = new Set(vocabulary.words.slice(0, FIRST_CONTENT_RANK));
  const [speaker, body] = turn.split(': ') as [string, string];
  const content = body
    .toLowerCase()
    .match(/[a-z]{3,}/g)!
    .filter((word) => !frequent.has(word));
  const start = between(random, 0, Math.max(0, content.length - 4));
  const words = content.slice(start, start + between(random, 3, 4)).join(' ');
  const opening = chance(random, 0.4)
    ? `What did ${speaker} say about`
    : pick(random, ['When was', 'Who spoke of', 'Why was there', 'What about']);
  return `${opening} ${words}${chance(random, 0.15) ? ` in ${pick(random, MONTHS)}` : ''}?`;
}

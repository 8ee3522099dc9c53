import { setImmediate } from 'node:timers/promises';
import { defined } from '#lib/base/defined';
import { nameKey } from '#lib/base/text/names';
import type { SuggestionReason } from '#lib/memory/entities/literals';
import { distinguishingWords, initials, isShortForm, LITERAL, overlap, PERSON, trigrams, UNKNOWN_KIND } from '#lib/memory/entities/resolve';

/**
 * Suggests entities that may be the same. Looser than automatic joins (`resolve.ts`), because a
 * person decides. Pure: the store reads the names, and the company of the pairs found here.
 */

export interface LikelyEntity {
  readonly id: string;
  readonly kind: string;
  readonly keys: readonly string[];
}

export interface Pair {
  /** indices in the list of candidates, the smaller first */
  readonly a: number;
  readonly b: number;
  readonly reason: SuggestionReason;
  /** by the names alone, from 0 to 1 */
  readonly likeness: number;
}

/** Maximum number of compared names that begin or end alike: a more common part is useless. */
const BLOCK_SIZE = 40;
const MIN_SIMILARITY = 0.5;
const STEM = 3;
const ENDING = 4;

const words = (key: string): string[] => key.split(' ');

/** The words of a handle, a tag or a literal name. */
const plain = (key: string): string =>
  key.startsWith(LITERAL) ? nameKey(key.slice(LITERAL.length)) : /^[@#]/.test(key) ? key.slice(1).replaceAll(/[_.-]+/g, ' ') : key;

function blocksOf(key: string): string[] {
  const bare = plain(key);
  const parts = words(bare);
  const starts = parts.filter((word) => word.length >= STEM).map((word) => `starts ${word.slice(0, STEM)}`);
  const ends = parts.filter((word) => word.length > ENDING).map((word) => `ends ${word.slice(-ENDING)}`);
  return [...starts, ...ends, `initials ${parts.length > 1 ? initials(bare) : bare}`];
}

/** Precomputed data of a spelling for comparisons. */
interface Form {
  readonly bare: string;
  readonly isHandle: boolean;
  readonly sorted: string;
  readonly initials: string;
  readonly distinguishing: string;
  readonly trigrams: ReadonlySet<string>;
}

const formOf = (key: string): Form => {
  const bare = plain(key);
  const sorted = words(bare).sort().join(' ');
  return {
    bare,
    isHandle: /^[@#]/.test(key),
    sorted,
    initials: initials(bare),
    distinguishing: distinguishingWords(bare),
    trigrams: trigrams(bare),
  };
};

/**
 * "Rob" and "Robert", "R. Miller" and "Robert Miller": each word is equal or a prefix. One letter
 * is enough if the last names are equal.
 */
function isClipped(a: string, b: string): boolean {
  const [ours, theirs] = [words(a), words(b)];
  if (ours.length !== theirs.length) return false;
  const least = ours.length > 1 && ours.at(-1) === theirs.at(-1) ? 1 : STEM;
  return ours.every((word, i) => {
    const [short, long] = word.length < defined(theirs[i]).length ? [word, defined(theirs[i])] : [defined(theirs[i]), word];
    return short === long || (short.length >= least && long.startsWith(short));
  });
}

type Similarity = readonly [SuggestionReason, number];

/** 0 if they are not similar. */
function similarityOf(a: Form, b: Form): number {
  if (a.distinguishing !== b.distinguishing) return 0;
  if (Math.min(a.trigrams.size, b.trigrams.size) < MIN_SIMILARITY * Math.max(a.trigrams.size, b.trigrams.size)) return 0;
  const near = overlap(a.trigrams, b.trigrams);
  return near >= MIN_SIMILARITY ? Math.round(near * 80) / 100 : 0;
}

function likenessOf(a: Form, b: Form, isPerson: boolean): Similarity | null {
  if (a.bare === b.bare || a.sorted === b.sorted) return [a.isHandle || b.isHandle ? 'handle' : 'same_words', 0.8];
  const [short, long] = a.bare.length < b.bare.length ? [a, b] : [b, a];
  if (!short.bare.includes(' ') && long.bare.includes(' ') && short.bare.length > 1 && short.bare === long.initials)
    return ['initials', short.bare.length > 2 ? 0.6 : 0.4];
  const similar = similarityOf(a, b);
  const clipped = isPerson && isClipped(a.bare, b.bare) ? (a.bare.includes(' ') ? 0.5 : 0.4) : 0;
  if (clipped > similar) return ['short_form', clipped];
  if (a.distinguishing !== b.distinguishing) return null;
  if (isPerson && isShortForm(a.bare, b.bare, PERSON)) return ['short_form', 0.55];
  if (!isPerson && long.bare.startsWith(`${short.bare} `)) return ['short_form', 0.4];
  return similar > 0 ? ['similar', similar] : null;
}

const agree = (a: LikelyEntity, b: LikelyEntity): boolean => a.kind === b.kind || a.kind === UNKNOWN_KIND || b.kind === UNKNOWN_KIND;

/** Maximum number of compared spellings per entity. */
const MOST_FORMS = 8;

function compare(
  [a, ours]: readonly [LikelyEntity, readonly Form[]],
  [b, theirs]: readonly [LikelyEntity, readonly Form[]],
): Similarity | null {
  const isPerson = a.kind === PERSON || b.kind === PERSON || (a.kind === UNKNOWN_KIND && b.kind === UNKNOWN_KIND);
  let best: Similarity | null = null;
  for (const left of ours)
    for (const right of theirs) {
      const found = likenessOf(left, right, isPerson);
      if (found && (!best || found[1] > best[1])) best = found;
    }
  return best;
}

type CandidatePairs = readonly [candidates: readonly LikelyEntity[], isApart: (a: string, b: string) => boolean];

/** The search, which can be interrupted after each small step. */
function* searchPairs(...[candidates, isApart]: CandidatePairs): Generator<void, Pair[]> {
  const forms: (readonly Form[])[] = [];
  const blocks = new Map<string, number[]>();
  for (const [i, { keys }] of candidates.entries()) {
    forms.push(keys.slice(0, MOST_FORMS).map(formOf));
    for (const block of new Set(keys.flatMap(blocksOf))) {
      const members = blocks.get(block);
      if (!members) blocks.set(block, [i]);
      else if (members.length < BLOCK_SIZE) members.push(i);
    }
    yield;
  }
  const seen = new Set<number>();
  const pairs: Pair[] = [];
  for (const members of blocks.values())
    for (const [place, b] of members.entries()) {
      for (const a of members.slice(0, place)) {
        const pair = a * candidates.length + b;
        if (seen.has(pair)) continue;
        seen.add(pair);
        const [left, right] = [defined(candidates[a]), defined(candidates[b])];
        const found = agree(left, right) ? compare([left, defined(forms[a])], [right, defined(forms[b])]) : null;
        if (found && !isApart(left.id, right.id)) pairs.push({ a, b, reason: found[0], likeness: found[1] });
      }
      yield;
    }
  return pairs.sort((x, y) => y.likeness - x.likeness || x.a - y.a || x.b - y.b);
}

/** Milliseconds after which the search yields. */
const TURN_MS = 8;

/**
 * Most likely first. `candidates` are sorted by weight: of a block that is too large, the first
 * ones are compared. Thousands of names take a while, so the search yields to other work of the
 * process.
 */
export async function findPairs(...given: CandidatePairs): Promise<Pair[]> {
  const search = searchPairs(...given);
  for (;;) {
    const until = performance.now() + TURN_MS;
    do {
      const step = search.next();
      if (step.done) return step.value;
    } while (performance.now() < until);
    await setImmediate();
  }
}

/**
 * Common company increases the score. Being mentioned together decreases it, because two names in
 * one memory are usually different. `mentions`: of the rarer one.
 */
export function scoreOf(likeness: number, { shared, together, mentions }: { shared: number; together: number; mentions: number }): number {
  const score = likeness + Math.min(0.2, 0.04 * shared) - 0.5 * Math.min(1, together / Math.max(1, mentions));
  return Math.round(Math.max(0, Math.min(1, score)) * 100) / 100;
}

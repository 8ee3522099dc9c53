import type { Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import { type CuratedWord, markAgain, type PlacedMemory, placeMemories, readCuratedWords } from '#lib/memory/memories/store-place';
import { wordsKey } from '#lib/memory/memories/words';
import { sourcesChanged } from '#lib/memory/observations/service';

/** What was done by hand outlives another reading of the text: a retain asks here before it takes chunks away. */

/** A statement as it is read anew, with the place it is to have. */
export interface ReadStatement {
  readonly documentUid: string;
  readonly chunkId: string;
  readonly position: number;
  readonly turn: number;
  /** where it stands in its chunk */
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly text: string;
  readonly tags: readonly string[];
  /** JSON */
  readonly metadata: string;
  readonly mentionedAt: Date | null;
  /** equal ones are one statement said twice */
  readonly fingerprint: bigint | null;
}

/** The unit that a reading leads to: it keeps its place there, or has a further one. */
export interface PlaceClaim {
  readonly memoryId: string;
  readonly isOwn: boolean;
}

/** Readings by their index in what was given. */
export interface Claims {
  readonly of: ReadonlyMap<number, PlaceClaim>;
  /** entities whose first or last time may be another now */
  readonly entityIds: readonly string[];
  /** after the new chunks are written: what leads there must go on doing so */
  readonly keep: (tx: Tx) => Promise<void>;
}

export const NO_CLAIMS: Claims = { of: new Map(), entityIds: [], keep: async () => undefined };

const sameTags = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((tag) => b.includes(tag));

interface Taken {
  readonly word: CuratedWord;
  readonly fingerprint: bigint | null;
}

/**
 * Pure: which readings are words that somebody curated. Each of these words leads one reading to its unit, the first of the document; what
 * repeats that one, leads there as well. A further place with other tags is a statement of its own.
 */
export function claim(
  readings: readonly ReadStatement[],
  words: readonly CuratedWord[],
): Map<number, PlaceClaim & { readonly word: CuratedWord }> {
  const waiting = new Map<string, CuratedWord[]>();
  const keyOf = (documentUid: string, key: bigint): string => `${documentUid} ${key}`;
  for (const word of words) {
    const key = keyOf(word.documentUid, word.words);
    waiting.set(key, [...(waiting.get(key) ?? []), word]);
  }
  const taken = new Map<string, Taken[]>();
  const claims = new Map<number, PlaceClaim & { readonly word: CuratedWord }>();
  readings.forEach((reading, i) => {
    const key = keyOf(reading.documentUid, wordsKey(reading.text));
    const next = waiting.get(key)?.shift();
    const again = next ? undefined : taken.get(key)?.find(({ fingerprint }) => fingerprint !== null && fingerprint === reading.fingerprint);
    const word = next ?? again?.word;
    if (!word) return;
    if (next) taken.set(key, [...(taken.get(key) ?? []), { word, fingerprint: reading.fingerprint }]);
    const isOwn = next?.isOwn ?? false;
    if (!isOwn && !sameTags(word.tags, reading.tags)) return;
    claims.set(i, { memoryId: word.memoryId, isOwn, word });
  });
  return claims;
}

/** Whether anything in these chunks was changed by hand. */
export const isCurated = async (tx: Tx, scope: BankScope, chunkIds: readonly string[]): Promise<boolean> =>
  (await readCuratedWords(tx, scope, chunkIds)).length > 0;

/** Inside a write, under the bank's lock and before the chunks are removed. */
export async function preserveCurated(
  tx: Tx,
  scope: BankScope,
  { chunkIds, readings, revision }: { chunkIds: readonly string[]; readings: readonly ReadStatement[]; revision: number },
): Promise<Claims> {
  const words = await readCuratedWords(tx, scope, chunkIds);
  if (words.length === 0) return NO_CLAIMS;
  const of = claim(readings, words);
  const held = [...of].flatMap(([i, { memoryId, isOwn }]): PlacedMemory[] => (isOwn ? [{ ...defined(readings[i]), memoryId }] : []));
  const { entityIds, retagged } = held.length > 0 ? await placeMemories(tx, scope, held, revision) : { entityIds: [], retagged: [] };
  if (retagged.length > 0) await sourcesChanged(tx, scope, { memoryIds: retagged, revision });
  const marks = [...of].map(([i, { word }]) => ({ chunkId: defined(readings[i]).chunkId, words: word.words, memoryId: word.memoryId }));
  return { of, entityIds, keep: (after) => markAgain(after, scope, marks) };
}

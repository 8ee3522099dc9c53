import type { Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import {
  type CuratedWord,
  markAgain,
  type PlacedMemory,
  placeMemories,
  readCuratedWords,
  type StatedValidity,
} from '#lib/memory/memories/store-place';
import { wordsKey } from '#lib/memory/memories/words';
import { sourcesChanged } from '#lib/memory/observations/service';

/**
 * Preserves manual changes when a text is read again: a retain calls this before it removes chunks.
 */

/** A statement that was read again, with its new position. */
export interface ReadStatement {
  readonly documentUid: string;
  readonly chunkId: string;
  readonly position: number;
  readonly turn: number;
  /** range in its chunk */
  readonly span: { readonly start: number; readonly end: number } | null;
  readonly text: string;
  readonly tags: readonly string[];
  /** JSON */
  readonly metadata: string;
  readonly mentionedAt: Date | null;
  /** null: the request does not say when it is true */
  readonly validity: StatedValidity | null;
  /** statements with equal fingerprints repeat each other */
  readonly fingerprint: bigint | null;
}

/** The existing memory of a reading: the reading becomes its position, or further evidence. */
export interface PlaceClaim {
  readonly memoryId: string;
  readonly isOwn: boolean;
}

/** Claims by the index of their reading. */
export interface Claims {
  readonly of: ReadonlyMap<number, PlaceClaim>;
  /** entities whose first or last mention may have changed */
  readonly entityIds: readonly string[];
  /** to be called after the new chunks are written: marks the curated words in them */
  readonly restoreMarks: (tx: Tx) => Promise<void>;
}

export const NO_CLAIMS: Claims = { of: new Map(), entityIds: [], restoreMarks: async () => undefined };

const sameTags = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((tag) => b.includes(tag));

const sameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();

/** Whether a reading says the same as a memory about when it is true, or a user decided that. */
const agrees = (known: StatedValidity | null, read: StatedValidity | null): boolean =>
  known === null || (sameTime(known.from, read?.from ?? null) && sameTime(known.to, read?.to ?? null));

interface CurationClaim {
  readonly word: CuratedWord;
  readonly fingerprint: bigint | null;
}

/**
 * Finds the readings that are words of a curated memory. Each of these words claims one reading for
 * its memory, the first in the document; repeats of that reading are claimed too. A repeat with
 * other tags or another validity is a separate statement. Pure.
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
  const taken = new Map<string, CurationClaim[]>();
  const claims = new Map<number, PlaceClaim & { readonly word: CuratedWord }>();
  readings.forEach((reading, i) => {
    const key = keyOf(reading.documentUid, wordsKey(reading.text));
    const next = waiting.get(key)?.shift();
    const again = next ? undefined : taken.get(key)?.find(({ fingerprint }) => fingerprint !== null && fingerprint === reading.fingerprint);
    const word = next ?? again?.word;
    if (!word) return;
    if (next) taken.set(key, [...(taken.get(key) ?? []), { word, fingerprint: reading.fingerprint }]);
    const isOwn = next?.isOwn ?? false;
    if (!isOwn && !(sameTags(word.tags, reading.tags) && agrees(word.validity, reading.validity))) return;
    claims.set(i, { memoryId: word.memoryId, isOwn, word });
  });
  return claims;
}

/** Whether a memory of these chunks was changed manually. */
export const isCurated = async (tx: Tx, scope: BankScope, chunkIds: readonly string[]): Promise<boolean> =>
  (await readCuratedWords(tx, scope, chunkIds)).length > 0;

/** Must be called within a write, under the bank's lock, before the chunks are removed. */
export async function preserveCurated(
  tx: Tx,
  scope: BankScope,
  { chunkIds, readings, revision }: { chunkIds: readonly string[]; readings: readonly ReadStatement[]; revision: number },
): Promise<Claims> {
  const words = await readCuratedWords(tx, scope, chunkIds);
  if (words.length === 0) return NO_CLAIMS;
  const of = claim(readings, words);
  const placed = [...of].flatMap(([i, { memoryId, isOwn }]): PlacedMemory[] => (isOwn ? [{ ...defined(readings[i]), memoryId }] : []));
  const { entityIds, retagged } = placed.length > 0 ? await placeMemories(tx, scope, placed, revision) : { entityIds: [], retagged: [] };
  if (retagged.length > 0) await sourcesChanged(tx, scope, { memoryIds: retagged, revision });
  const marks = [...of].map(([i, { word }]) => ({ chunkId: defined(readings[i]).chunkId, words: word.words, memoryId: word.memoryId }));
  return { of, entityIds, restoreMarks: (after) => markAgain(after, scope, marks) };
}

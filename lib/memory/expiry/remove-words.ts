import type { Queryable, Tx } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { itemsWithout } from '#lib/memory/expiry/remaining-fields';
import * as store from '#lib/memory/expiry/store';
import { type CutText, documentRanges, mergedRanges, rangeWithout, textWithout } from '#lib/memory/expiry/words';
import type { TextRange } from '#lib/memory/retain/item-sources';

export interface EmptiedDocument {
  readonly uid: string;
  readonly chunkIds: readonly string[];
}

/** Where the words of memories are in texts, read before the memories are deleted. */
export interface WordsInTexts {
  readonly passages: readonly store.Passage[];
  /** documents of which no word and no memory remains */
  readonly emptied: readonly EmptiedDocument[];
}

export async function findWords(db: Queryable, scope: BankScope, memoryIds: readonly string[]): Promise<WordsInTexts> {
  const passages = await store.readPassages(db, scope, memoryIds);
  const rangesOf = rangesByChunk(passages);
  // A document without a located passage loses no word.
  const uids = new Set(passages.flatMap(({ document_uid, chunk_id }) => (rangesOf.has(chunk_id) ? [document_uid] : [])));
  const candidates = uids.size === 0 ? [] : await store.readChunksWithout(db, scope, [...uids], memoryIds);
  const emptied = candidates
    .filter(({ chunks }) => chunks.some(({ text }) => text !== ''))
    .filter(({ chunks }) => chunks.every(({ id, text }) => textWithout(text, rangesOf.get(id) ?? []).trim() === ''));
  return { passages, emptied: emptied.map(({ uid, chunks }) => ({ uid, chunkIds: chunks.map(({ id }) => id) })) };
}

/** Returns a function that returns the text of a chunk without the located passages of memories. */
export async function textsWithout(
  db: Queryable,
  scope: BankScope,
  memoryIds: readonly string[],
): Promise<(chunk: store.ChunkText) => string> {
  const rangesOf = memoryIds.length === 0 ? new Map<string, TextRange[]>() : rangesByChunk(await store.readPassages(db, scope, memoryIds));
  return ({ id, text }) => textWithout(text, rangesOf.get(id) ?? []);
}

/** The located passages of each chunk, as `mergedRanges` returns them. */
function rangesByChunk(passages: readonly store.Passage[]): Map<string, TextRange[]> {
  const ranges = new Map<string, TextRange[]>();
  for (const { chunk_id, start, end } of passages) {
    if (start === null || end === null) continue;
    const before = ranges.get(chunk_id);
    if (before) before.push({ start, end });
    else ranges.set(chunk_id, [{ start, end }]);
  }
  return new Map([...ranges].map(([id, found]) => [id, mergedRanges(found)]));
}

/**
 * Removes the words of deleted memories from the texts of documents, within a write. Passages whose
 * position is unknown stay. Returns the number of passages of each kind.
 */
export async function removeWords(
  tx: Tx,
  scope: BankScope,
  { passages }: WordsInTexts,
  revision: number,
): Promise<{ removed: number; unknown: number }> {
  const known = passages.filter(({ start, end }) => start !== null && end !== null);
  const unknown = passages.length - known.length;
  if (known.length === 0) return { removed: 0, unknown };
  const chunkIds = [...new Set(known.map(({ chunk_id }) => chunk_id))];
  const rangesOf = rangesByChunk(known);
  const texts = await store.readChunkTexts(tx, scope, chunkIds);
  const cuts: CutText[] = texts.filter(({ text }) => text !== '').map(({ id, text }) => ({ id, text, removed: rangesOf.get(id) ?? [] }));
  if (cuts.length === 0) return { removed: 0, unknown: 0 };
  // The items of a document are divided by its text as it was.
  const documents: store.ShortenedDocument[] = [];
  for (const uid of new Set(known.map(({ document_uid }) => document_uid))) documents.push(await store.readShortened(tx, scope, uid));
  await store.setChunkTexts(
    tx,
    scope,
    cuts.map(({ id, text, removed }) => ({ id, text: textWithout(text, removed) })),
  );
  const cutOf = new Map(cuts.map((cut) => [cut.id, cut.removed]));
  const { memories, evidence } = await store.readRanges(tx, scope, chunkIds);
  const movedOf = (ranges: readonly store.StoredRange[]): store.MovedRange[] =>
    ranges.map(({ id, chunk_id, start, end }) => ({ id, range: rangeWithout({ start, end }, cutOf.get(chunk_id) ?? []) }));
  await store.moveRanges(tx, scope, 'memories', movedOf(memories));
  await store.moveRanges(tx, scope, 'memory_evidence', movedOf(evidence));
  for (const document of documents) {
    const items = itemsWithout(document, documentRanges(document.chunks, cuts));
    await store.renewDocument(tx, scope, { uid: document.uid, items, revision });
  }
  return { removed: known.length, unknown };
}

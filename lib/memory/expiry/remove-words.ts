import type { Tx } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { itemsWithout } from '#lib/memory/expiry/remaining-fields';
import * as store from '#lib/memory/expiry/store';
import { type CutText, documentRanges, mergedRanges, rangeWithout, textWithout } from '#lib/memory/expiry/words';

/** Where the words of memories are in texts, read before the memories are deleted. */
export interface WordsInTexts {
  readonly passages: readonly store.Passage[];
}

export const findWords = async (tx: Tx, scope: BankScope, memoryIds: readonly string[]): Promise<WordsInTexts> => ({
  passages: await store.readPassages(tx, scope, memoryIds),
});

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
  const texts = await store.readChunkTexts(tx, scope, chunkIds);
  const cuts: CutText[] = texts
    .filter(({ text }) => text !== '')
    .map(({ id, text }) => ({
      id,
      text,
      removed: mergedRanges(
        known.flatMap(({ chunk_id, start, end }) => (chunk_id === id && start !== null && end !== null ? [{ start, end }] : [])),
      ),
    }));
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

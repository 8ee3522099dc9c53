import type { Tx } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { applyChanges } from '#lib/memory/memories/apply-changes';
import { removeChunks } from '#lib/memory/memories/service';
import { shorten } from '#lib/memory/retain/store-documents';

/**
 * Maximum number of chunks that are deleted in one transaction; fewer if more was read from them
 * (`chunksOfPart`).
 */
export const PART_CHUNKS = 12;

/**
 * Deletes these chunks of a document and their memories, in one transaction under the bank's lock.
 * The document's hash is cleared, so retaining its text again reads the deleted part. Returns the
 * number of deleted memories.
 */
export async function shortenDocument(
  tx: Tx,
  scope: BankScope,
  args: { uid: string; chunkIds: readonly string[]; revision: number; by?: string },
): Promise<number> {
  await shorten(tx, scope, args);
  const removed = await removeChunks(tx, scope, args);
  await applyChanges(tx, scope, args.revision, removed);
  return removed.units;
}

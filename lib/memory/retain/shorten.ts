import type { Tx } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { applyChanges } from '#lib/memory/memories/apply-changes';
import { removeChunks } from '#lib/memory/memories/service';
import { shorten } from '#lib/memory/retain/store-documents';

/** Chunks that go with one transaction at most: fewer where more was read from them (`chunksOfPart`). */
export const PART_CHUNKS = 12;

/**
 * A document loses these chunks and what was read from them: a whole write, under the bank's lock. It equals no text any more, so retaining its
 * text reads what is missing. Gives how many units went.
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

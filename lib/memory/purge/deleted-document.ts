import type { Db } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { inBank, lockBank } from '#lib/memory/banks/service';
import { redactModels } from '#lib/memory/mental-models/service';
import { readChunksOf } from '#lib/memory/purge/store';
import type { PurgeReceipt } from '#lib/memory/receipts/contract';
import { addCounts, closeReceipt, type ReceiptDraft, readDeletedIds } from '#lib/memory/receipts/service';

/**
 * Purges what mental models contain of a document that is not stored. `draft` contains the items of
 * failed requests that were removed. Returns null if nothing was left of it.
 */
export function purgeDeletedDocument(db: Db, scope: BankScope, id: string, draft: ReceiptDraft): Promise<PurgeReceipt | null> {
  return inBank(db, scope, async (tx) => {
    const revision = await lockBank(tx, scope);
    // It was retained again since: the citations are its own.
    if ((await readChunksOf(tx, scope, id)) !== null) return null;
    if (revision === null) return null;
    const ids = await readDeletedIds(tx, scope, id);
    const { counts, deletedIds } = await redactModels(tx, scope, { origin: { ids, documentIds: [id], entities: null }, revision });
    addCounts(draft.copies, { ...counts });
    if (draft.copies.size === 0) return null;
    for (const one of [...ids, ...deletedIds]) draft.ids.add(one);
    return closeReceipt(tx, scope, draft);
  });
}

import { forNobody } from '#lib/base/db/caller';
import type { Db } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import * as store from '#lib/models/llm/store';

/** Writes a call to the ledger, in its own statement: the cost is stored even if the work fails. */
export const bookCall = (db: Db, scope: BankScope, call: store.NewCall): Promise<void> =>
  // The cost is recorded even if the caller has disconnected.
  forNobody(() => store.insertCall(db, scope, call));

/**
 * Deletes rows of the ledger that are older than 400 days.
 * @param isOver called between two batches; if true, the rest remains for the next time
 */
export async function pruneLedger(db: Db, isOver: () => boolean): Promise<void> {
  for (let deleted = store.PRUNED_CALLS; deleted === store.PRUNED_CALLS && !isOver(); )
    deleted = await db.transaction((tx) => store.pruneCalls(tx), { isBatch: true });
}

import type { DeleteResponse } from '#lib/banks/contract';
import { emptyBank, lockBank, noteWrite } from '#lib/banks/service';
import type { Db, Tx } from '#lib/db/db';
import { tidyEntities } from '#lib/entities/service';
import { newId } from '#lib/ids';
import { FACT_TYPES } from '#lib/literals';
import * as store from '#lib/memories/store';
import type { BankScope } from '#lib/scope';

export { NOTHING_REMOVED, type Removed } from '#lib/memories/store';

/**
 * Inside a write: chunks go with what was read from them. The caller holds the bank's lock, hands the counts to the bank at the end and
 * tidies the entities after its last write.
 */
export const removeChunks = (tx: Tx, scope: BankScope, args: { chunkIds: readonly string[]; revision: number }): Promise<store.Removed> =>
  store.removeChunks(tx, scope, args);

/**
 * Inside a write: units that a document shares with others become two, one on each side, so that either can change alone. Gives what that
 * adds to the bank.
 */
export async function splitShared(
  tx: Tx,
  scope: BankScope,
  { documentUid, revision }: { documentUid: string; revision: number },
): Promise<{ liveUnits: number; liveTerms: number }> {
  const ids = await store.readShared(tx, scope, documentUid);
  if (ids.length === 0) return { liveUnits: 0, liveTerms: 0 };
  return store.splitShared(tx, scope, { documentUid, ids, copies: ids.map(() => newId()), revision });
}

export async function clearMemories(db: Db, scope: BankScope, type: string | undefined): Promise<DeleteResponse> {
  const deleted = type === undefined ? await emptyBank(db, scope) : await clearType(db, scope, type);
  return { success: true, deleted_count: deleted };
}

async function clearType(db: Db, scope: BankScope, word: string): Promise<number> {
  const type = FACT_TYPES.find((known) => known === word);
  if (!type) return 0;
  return db.transaction(async (tx) => {
    const revision = await lockBank(tx, scope);
    if (revision === null) return 0;
    const removed = await store.removeType(tx, scope, type);
    if (removed.units === 0) return 0;
    await tidyEntities(tx, scope, removed);
    await noteWrite(tx, scope, { revision, unitDelta: -removed.liveUnits, termDelta: -removed.liveTerms });
    return removed.units;
  });
}

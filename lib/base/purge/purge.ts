import { forNobody } from '#lib/base/db/caller';
import { cellOf } from '#lib/base/db/cells';
import { type Db, sql, type Tx } from '#lib/base/db/db';
import { shared } from '#lib/base/once-per-process';
import * as store from '#lib/base/purge/store';

/**
 * Rows per transaction: a few hundredths of a second, during which the embedded database does not
 * serve other requests.
 */
const BATCH = 200;

/**
 * Purges soft-deleted banks in small transactions. If a process dies halfway, the next purge
 * continues, here or in another process. Repetition does no harm.
 * @param isOver called between two batches; if true, the rest remains for the next purge
 * @returns the number of banks that were completely deleted
 */
export async function purgeBanks(db: Db, isOver: () => boolean = () => false): Promise<number> {
  await softDeleteRemoved(db);
  let purged = 0;
  for (let uid = await store.nextSoftDeleted(db, 0); uid !== null && !isOver(); uid = await store.nextSoftDeleted(db, uid))
    if (await purgeBank(db, uid, isOver)) purged++;
  return purged;
}

/** Returns true if the bank was completely deleted. */
async function purgeBank(db: Db, uid: number, isOver: () => boolean): Promise<boolean> {
  const deleteFrom = (table: (typeof store.CONTENT)[number]): Promise<number | null> =>
    db.transaction(async (tx) => ((await store.lockSoftDeleted(tx, uid)) ? store.deleteBatch(tx, uid, table, BATCH) : null));
  for (const table of store.CONTENT)
    for (let deleted = BATCH; deleted === BATCH; ) {
      if (isOver()) return false;
      const found = await deleteFrom(table);
      if (found === null) return false;
      deleted = found;
    }
  return db.transaction(async (tx) => {
    const isOurs = await store.lockSoftDeleted(tx, uid);
    if (isOurs) await store.deleteRow(tx, uid);
    return isOurs;
  });
}

/**
 * Call it in the transaction that deletes an organization. Its banks become invisible with it and
 * are purged afterwards.
 */
export async function softDeleteBanks(tx: Tx, orgId: string): Promise<void> {
  await store.softDeleteAll(tx, orgId);
  tx.afterCommit(notifyPurge);
}

/**
 * Call it in the transaction that soft-deletes one bank: deletes its mental models and its
 * operations that have not ended.
 */
export const deleteOwn = (tx: Tx, bankUid: number): Promise<void> => store.deleteOwn(tx, sql`= ${bankUid}`);

/** Banks of one batch. */
const REMOVED = 500;

/** In a cell of another database: soft-deletes the banks of organizations that were deleted. */
async function softDeleteRemoved(db: Db): Promise<void> {
  const { directory } = db;
  if (!directory) return;
  for (;;) {
    const uids = await store.readRemoved(directory, cellOf(db), REMOVED);
    if (uids.length === 0) return;
    await db.transaction((tx) => store.softDeleteThese(tx, uids));
    await store.noteRemoved(directory, uids);
  }
}

const runner = shared<{ start?: (() => void) | undefined }>('purge.runner', () => ({}));

/**
 * Sets the function that starts a purge in this process. Without one, the next round of a process
 * that runs jobs finds the banks.
 */
export const onPurge = (work: (() => void) | undefined): void => {
  runner.start = work;
};

/** Reports that there are banks to purge. The started work outlives the caller. */
export const notifyPurge = (): void => forNobody(() => runner.start?.());

import { forNobody } from '#lib/base/db/caller';
import type { Db, Tx } from '#lib/base/db/db';
import { shared } from '#lib/base/once-per-process';
import * as store from '#lib/base/purge/store';

/** Rows that go with one transaction: a few hundredths of a second, in which nobody else has the embedded store. */
const PART = 200;

/**
 * Deletes what banks hold that were set aside, in small transactions. Whoever dies in the middle leaves the rest to the next one, here or in
 * another process; doing it twice does no harm.
 * @param isOver asked between two parts; the rest stays for another time
 * @returns how many banks have gone altogether
 */
export async function purgeBanks(db: Db, isOver: () => boolean = () => false): Promise<number> {
  let gone = 0;
  for (let uid = await store.nextSoftDeleted(db, 0); uid !== null && !isOver(); uid = await store.nextSoftDeleted(db, uid))
    if (await bury(db, uid, isOver)) gone++;
  return gone;
}

/** True: it is gone altogether. */
async function bury(db: Db, uid: number, isOver: () => boolean): Promise<boolean> {
  const part = (table: (typeof store.CONTENT)[number]): Promise<number | null> =>
    db.transaction(async (tx) => ((await store.lockSoftDeleted(tx, uid)) ? store.deletePart(tx, uid, table, PART) : null));
  for (const table of store.CONTENT)
    for (let deleted = PART; deleted === PART; ) {
      if (isOver()) return false;
      const found = await part(table);
      if (found === null) return false;
      deleted = found;
    }
  return db.transaction(async (tx) => {
    const isOurs = await store.lockSoftDeleted(tx, uid);
    if (isOurs) await store.deleteRow(tx, uid);
    return isOurs;
  });
}

/** Inside the transaction that deletes an organisation: its banks are out of sight with it, and go afterwards. */
export async function softDeleteBanks(tx: Tx, orgId: string): Promise<void> {
  await store.softDeleteAll(tx, orgId);
  tx.afterCommit(notifyPurge);
}

const runner = shared<{ bury?: (() => void) | undefined }>('purge.bury', () => ({}));

/** What begins burying in this process, if anything does; elsewhere the next round of a process that runs jobs finds it. */
export const onPurge = (work: (() => void) | undefined): void => {
  runner.bury = work;
};

/** Tells that there is something to bury. What is begun by it outlives whoever asked for it. */
export const notifyPurge = (): void => forNobody(() => runner.bury?.());

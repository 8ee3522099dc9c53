import type { Db, Tx } from '#lib/base/db/db';
import { sqlState } from '#lib/base/db/errors';
import { countOperation } from '#lib/base/metrics';
import { mintBankScope } from '#lib/base/scope';
import { bring } from '#lib/jobs/operations/enqueue';
import { drop } from '#lib/jobs/operations/queue';
import { handlerOf } from '#lib/jobs/operations/registry';
import * as runs from '#lib/jobs/operations/store-runs';

/**
 * How an operation ends or waits again, only for the run that owns it. Each change is one
 * transaction with its consequences: its parent's state, operations that wait behind it, its job in
 * the queue.
 */

const UNIQUE = '23505';
const TRIES = 3;

/** The scope of a row's bank, for its handler's `onEnd`. */
const scopeOf = (row: runs.LockedOperation) =>
  mintBankScope({
    orgId: row.org_id,
    actor: { kind: row.actor_kind, keyId: row.actor_key_id, userId: row.actor_user_id, label: row.actor_label },
    bankId: row.bank_id,
    bankUid: row.bank_uid,
    bank: null,
  });

/** Ends a locked row with all consequences except those for its parent. */
export async function endRow(tx: Tx, row: runs.LockedOperation, end: runs.OperationEnd): Promise<void> {
  await runs.end(tx, row, end);
  await followEnd(tx, row, end);
}

async function followEnd(tx: Tx, row: runs.LockedOperation, { status }: runs.OperationEnd): Promise<void> {
  await handlerOf(row.type)?.onEnd?.(tx, { scope: scopeOf(row), operationId: row.id, status });
  await releaseBehind(tx, row);
  tx.afterCommit(() => countOperation(row.type, status));
}

/** Delivers the operations that waited for this one to end. */
async function releaseBehind(tx: Tx, row: runs.LockedOperation): Promise<void> {
  if (row.subject === null && row.lanes.length === 0) return;
  const waiting = await runs.behind(tx, row);
  await bring(
    tx,
    waiting.map(({ bank_uid, id, type, run_after }) => ({ bankUid: bank_uid, operationId: id, type, runAfter: run_after })),
  );
}

const lots = (n: number, total: number, what: string): string =>
  `${n} of ${total} ${total === 1 ? 'part' : 'parts'} ${n === 1 ? 'was' : 'were'} ${what}`;

/** A parent is open while one of its parts is. If one part failed, so did the whole. */
export function stateOfParent(counts: runs.ChildCounts): {
  status: 'pending' | 'completed' | 'failed' | 'cancelled';
  message: string | null;
} {
  const { children_total: total, children_done: done, children_failed: failed, children_cancelled: cancelled } = counts;
  if (done + failed + cancelled < total) return { status: 'pending', message: null };
  if (failed > 0) return { status: 'failed', message: `${failed} of ${total} ${total === 1 ? 'part' : 'parts'} failed` };
  if (cancelled > 0) return { status: 'cancelled', message: lots(cancelled, total, 'canceled') };
  return { status: 'completed', message: null };
}

/**
 * Ends a locked row and updates its parent. Other transactions lock parts before their parent, so
 * the rows that this locks after the parent do not block them.
 */
export async function endHeld(tx: Tx, row: runs.LockedOperation, end: runs.OperationEnd): Promise<void> {
  if (row.parent_id === null) return endRow(tx, row, end);
  const parent = await runs.endPart(tx, { ...row, parent_id: row.parent_id }, end);
  await followEnd(tx, row, end);
  if (!parent) return;
  const { status, message } = stateOfParent(parent);
  if (status === 'pending') return;
  if (status !== 'completed') await runs.setParent(tx, row.bank_uid, row.parent_id, status, message);
  tx.afterCommit(() => countOperation(parent.type, status));
}

/** Returns false if the caller has lost the operation; then nothing is changed. */
export async function settle(db: Db, lease: runs.Lease, end: runs.OperationEnd): Promise<boolean> {
  return db.transaction(async (tx) => {
    const row = await runs.lockOwn(tx, lease, db);
    if (!row) return false;
    await endHeld(tx, row, end);
    return true;
  });
}

const SUPERSEDED = { status: 'cancelled', errorCode: 'superseded' } as const;

/**
 * Puts the operation back to wait. If another of the same subject waits already, that one does its
 * work and this one is over. Returns false if it was lost.
 */
export async function putBack(db: Db, lease: runs.Lease, back: runs.Requeue): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (tx) => {
        const row = await runs.lockOwn(tx, lease, db);
        if (!row) return false;
        await putBackRow(tx, row, back);
        return true;
      });
    } catch (error) {
      // Another operation of the subject started to wait between the check and the write: the next
      // check finds it.
      if (sqlState(error) !== UNIQUE || attempt === TRIES) throw error;
    }
  }
}

/**
 * The waiting operation takes over the work of one whose process ended, and waits as long as that
 * one would have.
 */
async function passDeathOn(tx: Tx, row: runs.LockedOperation, heir: string, back: runs.Requeue): Promise<void> {
  const { delivery_id, run_after } = await runs.inheritDeath(tx, row, heir, back);
  if (delivery_id === null || back.seconds === 0) return;
  await drop(tx, [delivery_id]);
  await bring(tx, [{ bankUid: row.bank_uid, operationId: heir, type: row.type, runAfter: run_after }]);
}

export async function putBackRow(tx: Tx, row: runs.LockedOperation, back: runs.Requeue): Promise<void> {
  const twin = await runs.hasTwin(tx, row);
  if (twin !== null) {
    if (back.died) await passDeathOn(tx, row, twin, back);
    return endHeld(tx, row, { ...SUPERSEDED, errorMessage: `The operation ${twin}, which waits already, does its work.` });
  }
  const runAfter = await runs.putBack(tx, row, back);
  if (row.delivery_id !== null) await drop(tx, [row.delivery_id]);
  await bring(tx, [{ bankUid: row.bank_uid, operationId: row.id, type: row.type, runAfter: back.seconds > 0 ? runAfter : null }]);
  await releaseBehind(tx, row);
}

import type { Db, Tx } from '#lib/base/db/db';
import { readPage } from '#lib/base/db/read-only';
import { ServiceError } from '#lib/base/errors';
import type { BankScope } from '#lib/base/scope';
import { noteCancelled } from '#lib/jobs/operations/cancellation';
import type { OperationChanged, OperationPage, OperationStatusResponse } from '#lib/jobs/operations/contract';
import { bring } from '#lib/jobs/operations/enqueue';
import type { OperationSort } from '#lib/jobs/operations/literals';
import { handlerOf } from '#lib/jobs/operations/registry';
import { endHeld, endRow } from '#lib/jobs/operations/settle';
import * as store from '#lib/jobs/operations/store';
import * as runs from '#lib/jobs/operations/store-runs';
import { toCounts, toListItem, toStatus } from '#lib/jobs/operations/view';

/** Functions with which callers manage operations. */

export async function listOperations(
  db: Db,
  scope: BankScope,
  query: {
    status?: string | undefined;
    type?: string | undefined;
    sort?: OperationSort;
    order?: 'asc' | 'desc';
    limit: number;
    offset: number;
    exclude_parents: boolean;
    exclude_parts?: boolean;
  },
): Promise<OperationPage> {
  const { status, type, sort = 'created_at', order = 'desc', limit, offset } = query;
  const { exclude_parents: excludeParents, exclude_parts: excludeParts = false } = query;
  const { rows, counts, total } = await readPage(db, async (at) => {
    const found = await store.list(at, scope, { status, type, excludeParents, excludeParts, sort, order, limit, offset });
    const all = [...found.counts.values()].reduce((sum, n) => sum + n, 0);
    return { ...found, total: status === undefined ? all : (found.counts.get(status) ?? 0) };
  });
  return { bank_id: scope.bankId, total, limit, offset, counts: toCounts(counts), operations: rows.map(toListItem) };
}

export async function getOperation(
  db: Db,
  scope: BankScope,
  id: string,
  { include_payload: withPayload }: { include_payload: boolean },
): Promise<OperationStatusResponse> {
  const row = await store.find(db, scope, id, withPayload);
  if (!row) return { operation_id: id, status: 'not_found' };
  const parts = row.children_total > 0 ? await store.children(db, scope, id) : [];
  return toStatus(row, parts, withPayload);
}

const unknown = (id: string): ServiceError => new ServiceError('not_found', `Operation '${id}' not found`);
const clash = (message: string): ServiceError => new ServiceError('conflict', message);

const OPEN = ['pending', 'processing'];
const UNDONE = ['failed', 'cancelled'];

/**
 * Locks the bank and the row. The parts of a parent must be locked before it, so they are passed
 * first.
 */
async function withParts<T>(
  db: Db,
  scope: BankScope,
  id: string,
  wantedParts: readonly string[],
  work: (tx: Tx, row: runs.LockedOperation, parts: readonly runs.LockedOperation[]) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const parts = await runs.lockChildren(tx, scope.bankUid, id, wantedParts);
    const row = await runs.lockRow(tx, scope.bankUid, id, null);
    if (!row) throw unknown(id);
    return work(tx, row, parts);
  });
}

const CANCELLED = { status: 'cancelled', errorMessage: 'It was canceled.', errorCode: 'cancelled' } as const;

export async function cancelOperation(db: Db, scope: BankScope, id: string): Promise<OperationChanged> {
  return withParts(db, scope, id, OPEN, async (tx, row, parts) => {
    if (!OPEN.includes(row.status)) throw clash(`Operation '${id}' is ${row.status}: only one that waits or runs can be canceled`);
    for (const part of parts) await endRow(tx, part, CANCELLED);
    if (row.children_total > 0) {
      await runs.countChildren(tx, row.bank_uid, id, { done: 0, failed: 0, cancelled: parts.length });
      await endRow(tx, row, CANCELLED);
    } else await endHeld(tx, row, CANCELLED);
    tx.afterCommit(() => {
      for (const ended of [row, ...parts]) noteCancelled(ended.id);
    });
    return { success: true, message: `Operation '${id}' was canceled`, operation_id: id };
  });
}

export async function retryOperation(db: Db, scope: BankScope, id: string): Promise<OperationChanged> {
  return withParts(db, scope, id, UNDONE, async (tx, row, parts) => {
    if (!UNDONE.includes(row.status)) throw clash(`Operation '${id}' is ${row.status}: only a failed or canceled one can be tried again`);
    const again = row.children_total > 0 ? parts : [row];
    const { notRetried } = handlerOf(row.type) ?? {};
    if (notRetried) throw clash(notRetried);
    if (again.length === 0 || again.some((one) => !one.has_payload))
      throw clash(`Operation '${id}' ended too long ago: its request is no longer stored`);
    for (const one of again) await reopen(tx, scope, one);
    await reopenParent(tx, scope, row, again);
    return { success: true, message: `Operation '${id}' will be retried`, operation_id: id };
  });
}

async function reopen(tx: Tx, scope: BankScope, row: runs.LockedOperation): Promise<void> {
  const twin = await runs.hasTwin(tx, row);
  if (twin !== null) throw clash(`The same work waits already as operation '${twin}'`);
  await runs.reopen(tx, row, scope.actor);
  await bring(tx, [{ bankUid: row.bank_uid, operationId: row.id, type: row.type, runAfter: null }]);
}

/** A parent with a restarted part is open again. */
async function reopenParent(tx: Tx, scope: BankScope, row: runs.LockedOperation, again: readonly runs.LockedOperation[]): Promise<void> {
  const parentId = row.children_total > 0 ? row.id : row.parent_id;
  if (parentId === null) return;
  const failed = again.filter(({ status }) => status === 'failed').length;
  await runs.countChildren(tx, scope.bankUid, parentId, { done: 0, failed: -failed, cancelled: failed - again.length });
  await runs.setParent(tx, scope.bankUid, parentId, 'pending', null);
}

export async function deleteOperation(db: Db, scope: BankScope, id: string): Promise<OperationChanged> {
  if (!(await store.remove(db, scope, id))) {
    const row = await store.find(db, scope, id);
    if (!row) throw unknown(id);
    if (row.parent_id !== null) throw clash(`Operation '${id}' is a part of '${row.parent_id}', which reports the result: delete that one`);
    throw clash(`Operation '${id}' is ${row.status}: only one that has ended can be deleted`);
  }
  return { success: true, message: `Operation '${id}' was deleted`, operation_id: id };
}

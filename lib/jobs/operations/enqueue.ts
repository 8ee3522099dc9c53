import type { Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import { newId } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import type { NewOperation, QueuedOperation } from '#lib/jobs/operations/port';
import { deliver, drop, type NewDelivery } from '#lib/jobs/operations/queue';
import * as store from '#lib/jobs/operations/store';
import { wake } from '#lib/jobs/operations/wake';

/**
 * Requests background work in the transaction that it belongs to: both are committed, or neither.
 * The bank must exist; if the transaction locks the bank, it must do so first. A request joins an
 * operation that already waits for the same subject. That operation starts after this transaction
 * has ended, so it sees its writes.
 */
export async function enqueue(tx: Tx, scope: BankScope, wanted: NewOperation): Promise<QueuedOperation> {
  for (;;) {
    const id = wanted.id ?? newId();
    if (await store.insert(tx, scope, rowOf(id, wanted))) {
      await bring(tx, [{ bankUid: scope.bankUid, operationId: id, type: wanted.type, runAfter: wanted.startAfter ?? null }]);
      return { operationId: id, deduplicated: false };
    }
    const waiting =
      wanted.subject === null ? undefined : (await store.lockWaiting(tx, scope, wanted.type, [wanted.subject])).get(wanted.subject);
    if (waiting !== undefined) return { operationId: waiting, deduplicated: true };
    if (wanted.id !== undefined) return { operationId: wanted.id, deduplicated: true };
    // The waiting operation began between the two statements: now there is room.
  }
}

/** One of many operations of a type. */
type OneOfMany = Omit<NewOperation, 'id' | 'type'> & { readonly subject: string };

/** Number of operations that one statement requests. */
const MOST_TOGETHER = 100;

/**
 * The same for any number of operations of one type, each with another subject, in a few
 * statements. Returns them in the same order.
 */
export async function enqueueAll(tx: Tx, scope: BankScope, type: string, wanted: readonly OneOfMany[]): Promise<QueuedOperation[]> {
  const queued = new Map<string, QueuedOperation>();
  for (let at = 0; at < wanted.length; at += MOST_TOGETHER) {
    let open = wanted.slice(at, at + MOST_TOGETHER).map((one) => ({ id: newId(), one }));
    while (open.length > 0) {
      const inserted = await store.insertAll(
        tx,
        scope,
        open.map(({ id, one }) => rowOf(id, { ...one, type })),
      );
      const added = open.filter(({ id }) => inserted.has(id));
      for (const { id, one } of added) queued.set(one.subject, { operationId: id, deduplicated: false });
      await bring(
        tx,
        added.map(({ id, one }) => ({ bankUid: scope.bankUid, operationId: id, type, runAfter: one.startAfter ?? null })),
      );
      open = open.filter(({ id }) => !inserted.has(id));
      if (open.length === 0) break;
      const waiting = await store.lockWaiting(
        tx,
        scope,
        type,
        open.map(({ one }) => one.subject),
      );
      for (const [subject, operationId] of waiting) queued.set(subject, { operationId, deduplicated: true });
      // Of the others, the waiting operation began between the two statements: now there is room.
      open = open.filter(({ one }) => !waiting.has(one.subject));
    }
  }
  return wanted.map(({ subject }) => defined(queued.get(subject)));
}

/**
 * Joins a request to a waiting operation. The operation then acts for the last requester. If it
 * waited for a start time, it starts now; a pause after the end of its process remains. Call this
 * under the lock of the bank. Returns false if the operation waits no more.
 */
export async function hasten(tx: Tx, scope: BankScope, operationId: string, payload: NewOperation['payload']): Promise<boolean> {
  const row = await store.hasten(tx, scope, operationId, payload);
  if (!row) return false;
  // An operation without a delivery waits behind another one, which may be ending now and does not
  // see it while this transaction changes it.
  if (!row.was_later && row.delivery_id !== null) return true;
  if (row.delivery_id !== null) await drop(tx, [row.delivery_id]);
  await bring(tx, [{ bankUid: scope.bankUid, operationId, type: row.type, runAfter: row.run_after }]);
  return true;
}

const rowOf = (id: string, wanted: NewOperation): store.Insert => ({
  id,
  type: wanted.type,
  subject: wanted.subject,
  parentId: wanted.parentId ?? null,
  part: null,
  lanes: wanted.lanes ?? [],
  payload: wanted.payload,
  payloadExpiresAt: null,
  itemsCount: wanted.itemsCount ?? 0,
  documentId: wanted.documentId ?? null,
  mentalModelId: wanted.mentalModelId ?? null,
  childrenTotal: 0,
  result: null,
  runAfter: wanted.startAfter ?? null,
});

/**
 * Delivers these operations through the queue. The runner of this process is notified after the
 * commit.
 */
export async function bring(tx: Tx, wanted: readonly NewDelivery[]): Promise<void> {
  if (wanted.length === 0) return;
  const jobs = await deliver(tx, wanted);
  await store.setDeliveries(
    tx,
    wanted.map(({ bankUid, operationId }, i) => ({ bankUid, id: operationId, deliveryId: defined(jobs[i]) })),
  );
  const due = wanted.map(({ runAfter }) => runAfter?.getTime() ?? 0);
  tx.afterCommit(() => wake(Math.min(...due)));
}

/** A request that is split into several parts. */
export interface NewBatch {
  readonly id: string;
  readonly type: string;
  readonly itemsCount: number;
  readonly documentId: string | null;
  readonly result: Readonly<Record<string, unknown>>;
  readonly parts: readonly {
    readonly type: string;
    readonly payload: Readonly<Record<string, unknown>>;
    readonly itemsCount: number;
    readonly documentId: string | null;
    readonly lanes: readonly string[];
    /** when the first of the `items` in the payload expires; absent or null: never */
    readonly payloadExpiresAt?: Date | null;
  }[];
}

/** Inserts a parent and its parts. Returns false if the id is taken; then nothing is written. */
export async function enqueueBatch(tx: Tx, scope: BankScope, batch: NewBatch): Promise<boolean> {
  const base = { subject: null, mentalModelId: null, runAfter: null, payloadExpiresAt: null };
  const parent = { ...base, id: batch.id, type: batch.type, parentId: null, part: null, lanes: [], payload: null };
  const { itemsCount, documentId, result, parts } = batch;
  if (!(await store.insert(tx, scope, { ...parent, itemsCount, documentId, result, childrenTotal: parts.length }))) return false;
  const deliveries: NewDelivery[] = [];
  for (const [part, { type, payload, ...rest }] of parts.entries()) {
    const id = newId();
    await store.insert(tx, scope, { ...base, ...rest, id, type, parentId: batch.id, part, payload, result: null, childrenTotal: 0 });
    deliveries.push({ bankUid: scope.bankUid, operationId: id, type, runAfter: null });
  }
  await bring(tx, deliveries);
  return true;
}

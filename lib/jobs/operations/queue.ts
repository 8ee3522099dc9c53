import type { PgBoss } from 'pg-boss';
import { forNobody } from '#lib/base/db/caller';
import { DEFAULT_CELL } from '#lib/base/db/cells';
import { type Db, type Queryable, sql, type Tx } from '#lib/base/db/db';
import { bossOver, QUEUE, statementsOf } from '#lib/base/db/job-queue';
import { newId } from '#lib/base/ids';
import { shared } from '#lib/base/once-per-process';

/**
 * Delivery: which operation should be looked at, and when. The rows are the only truth: the reaper
 * writes a lost job again, and a duplicate finds its operation taken. A job stays `active` while
 * its operation runs, so that the queue can count the running operations of a bank. The transaction
 * that ends the run deletes it.
 */
export interface Delivery {
  readonly id: string;
  /** contains the bank */
  readonly cell: string;
  readonly bankUid: number;
  readonly operationId: string;
  readonly type: string;
}

/**
 * Short writes that callers wait for have priority, and other work never takes all places. Work on
 * whole banks takes none of the places of other upkeep.
 */
export const LANES = ['writes', 'upkeep', 'reembedding'] as const;
export type Lane = (typeof LANES)[number];
const PRIORITIES: Readonly<Record<Lane, number>> = { writes: 1, upkeep: 0, reembedding: -1 };
const LANE_OF: Readonly<Partial<Record<string, Lane>>> = {
  retain: 'writes',
  reembedding: 'reembedding',
  export: 'reembedding',
  clone: 'reembedding',
  import: 'reembedding',
  document_import: 'reembedding',
};
export const laneOf = (type: string): Lane => LANE_OF[type] ?? 'upkeep';

const queue = shared<{ boss?: Promise<PgBoss> | undefined }>('jobs.queue', () => ({}));

/**
 * The library only composes statements here: every call passes the connection. It reads its queues
 * once, from the first database that is used; they are the same in all.
 */
function statements(db: Queryable): Promise<PgBoss> {
  queue.boss ??= forNobody(() => learn(db)).catch((error: unknown) => {
    queue.boss = undefined;
    throw error;
  });
  return queue.boss;
}

async function learn(db: Queryable): Promise<PgBoss> {
  const boss = bossOver(statementsOf(db));
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false, close: false });
  return boss;
}

/** Reads the queues once per process, so that no request waits for it. */
export const openQueue = async (db: Db): Promise<void> => void (await statements(db));

export interface NewDelivery {
  readonly bankUid: number;
  readonly operationId: string;
  readonly type: string;
  readonly runAfter: Date | null;
}

/**
 * Creates jobs for these operations, in the same transaction as their rows. Returns the ids of the
 * jobs, in the same order.
 */
export async function deliver(tx: Tx, wanted: readonly NewDelivery[]): Promise<string[]> {
  const boss = await statements(tx);
  const jobs = wanted.map(({ bankUid, operationId, type, runAfter }) => ({
    id: newId(),
    data: { bank: bankUid, operation: operationId, type, ...(tx.cell !== undefined && { cell: tx.cell }) },
    priority: PRIORITIES[laneOf(type)],
    group: { id: `${bankUid}:${type}` },
    ...(runAfter === null ? {} : { startAfter: runAfter }),
  }));
  if (jobs.length > 0) await boss.insert(QUEUE, jobs, { db: statementsOf(tx) });
  return jobs.map(({ id }) => id);
}

/**
 * Takes up to `count` due jobs of one lane from the queue of one database. They belong to this
 * process until they are dropped or delivered again. A bank with `perBank` running operations of a
 * type, in any process, gets no more of that type.
 */
export async function take(db: Db, lane: Lane, count: number, perBank: number): Promise<Delivery[]> {
  const boss = await statements(db);
  const jobs = await boss.fetch<{ bank: number; operation: string; type: string; cell?: string }>(QUEUE, {
    minPriority: PRIORITIES[lane],
    maxPriority: PRIORITIES[lane],
    batchSize: count,
    groupConcurrency: perBank,
    db: statementsOf(db),
  });
  return jobs.map(({ id, data: { bank, operation, type, cell = DEFAULT_CELL } }) => ({
    id,
    cell,
    bankUid: bank,
    operationId: operation,
    type,
  }));
}

/** Lanes with due jobs in one database: one cheap query in place of one for each lane. */
export async function dueLanes(db: Queryable): Promise<Lane[]> {
  const rows = await db.query<{ priority: number }>(sql`
    select distinct priority from job_queue.job where name = ${QUEUE} and state < 'active' and start_after <= now()`);
  return LANES.filter((lane) => rows.some(({ priority }) => priority === PRIORITIES[lane]));
}

/**
 * Returns when the next future job becomes due; null if there is none. For a process that is not
 * notified by others.
 */
export async function nextDue(db: Queryable): Promise<Date | null> {
  const [row] = await db.query<{ due: Date | null }>(sql`
    select min(start_after) as due from job_queue.job where name = ${QUEUE} and state < 'active' and start_after > now()`);
  return row?.due ?? null;
}

/** Deletes completed jobs, independent of the result of their operations. */
export async function drop(db: Queryable, ids: readonly string[]): Promise<void> {
  const boss = await statements(db);
  if (ids.length > 0) await boss.deleteJob(QUEUE, [...ids], { db: statementsOf(db) });
}

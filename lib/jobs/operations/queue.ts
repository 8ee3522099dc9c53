import type { PgBoss } from 'pg-boss';
import { forNobody } from '#lib/base/db/caller';
import { type Db, type Queryable, sql, type Tx } from '#lib/base/db/db';
import { bossOver, QUEUE, statementsOf } from '#lib/base/db/job-queue';
import { newId } from '#lib/base/ids';
import { shared } from '#lib/base/once-per-process';

/**
 * Delivery: which operation is to be looked at, and when. The queue holds no truth: a job that is lost is written anew by the reaper, one
 * that comes twice finds its operation taken. A job stays `active` while its operation runs, which is how the queue counts what a bank
 * has under way, and is deleted by the transaction that ends the run.
 */
export interface Delivery {
  readonly id: string;
  readonly bankUid: number;
  readonly operationId: string;
  readonly type: string;
}

/** Short writes that somebody waits for go first, and the other work never takes all places; what goes through whole banks takes none of its. */
export const LANES = ['writes', 'upkeep', 'anew'] as const;
export type Lane = (typeof LANES)[number];
const PRIORITIES: Readonly<Record<Lane, number>> = { writes: 1, upkeep: 0, anew: -1 };
const LANE_OF: Readonly<Partial<Record<string, Lane>>> = { retain: 'writes', reembedding: 'anew' };
export const laneOf = (type: string): Lane => LANE_OF[type] ?? 'upkeep';

const queue = shared<{ boss?: Promise<PgBoss> | undefined }>('jobs.queue', () => ({}));

/**
 * The library makes statements and nothing else here: every call brings the connection it goes to. It wants to know its queues once, from
 * whichever database comes first; they are the same in all.
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

/** Read once per process, so that no request pays for it. */
export const openQueue = async (db: Db): Promise<void> => void (await statements(db));

export interface NewDelivery {
  readonly bankUid: number;
  readonly operationId: string;
  readonly type: string;
  readonly runAfter: Date | null;
}

/** Jobs for these operations, in the same transaction as their rows. Gives the jobs' ids, in the same order. */
export async function deliver(tx: Tx, wanted: readonly NewDelivery[]): Promise<string[]> {
  const boss = await statements(tx);
  const jobs = wanted.map(({ bankUid, operationId, type, runAfter }) => ({
    id: newId(),
    data: { bank: bankUid, operation: operationId, type },
    priority: PRIORITIES[laneOf(type)],
    group: { id: `${bankUid}:${type}` },
    ...(runAfter === null ? {} : { startAfter: runAfter }),
  }));
  if (jobs.length > 0) await boss.insert(QUEUE, jobs, { db: statementsOf(tx) });
  return jobs.map(({ id }) => id);
}

/**
 * Up to `count` jobs that are due, of one lane; they are this process's until they are dropped or delivered anew. Of a bank that has
 * `perBank` of a type under way, in whatever process, nothing more comes.
 */
export async function take(db: Db, lane: Lane, count: number, perBank: number): Promise<Delivery[]> {
  const boss = await statements(db);
  const jobs = await boss.fetch<{ bank: number; operation: string; type: string }>(QUEUE, {
    minPriority: PRIORITIES[lane],
    maxPriority: PRIORITIES[lane],
    batchSize: count,
    groupConcurrency: perBank,
    db: statementsOf(db),
  });
  return jobs.map(({ id, data }) => ({ id, bankUid: data.bank, operationId: data.operation, type: data.type }));
}

/** Lanes in which something is due: one cheap question in place of one for each lane. */
export async function dueLanes(db: Queryable): Promise<Lane[]> {
  const rows = await db.query<{ priority: number }>(sql`
    select distinct priority from job_queue.job where name = ${QUEUE} and state < 'active' and start_after <= now()`);
  return LANES.filter((lane) => rows.some(({ priority }) => priority === PRIORITIES[lane]));
}

/** When the next job becomes due that is not yet; null: none will. For a process that nobody else tells. */
export async function nextDue(db: Queryable): Promise<Date | null> {
  const [row] = await db.query<{ due: Date | null }>(sql`
    select min(start_after) as due from job_queue.job where name = ${QUEUE} and state < 'active' and start_after > now()`);
  return row?.due ?? null;
}

/** The jobs are done with, whatever became of their operations. */
export async function drop(db: Queryable, ids: readonly string[]): Promise<void> {
  const boss = await statements(db);
  if (ids.length > 0) await boss.deleteJob(QUEUE, [...ids], { db: statementsOf(db) });
}

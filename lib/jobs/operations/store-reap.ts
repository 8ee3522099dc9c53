import { cellOf, DEFAULT_CELL } from '#lib/base/db/cells';
import { type Queryable, type Row, type SQL, sql, type Tx } from '#lib/base/db/db';
import { STORED_DAYS } from '#lib/jobs/operations/literals';
import { BLOCKED, LEASE_SECONDS } from '#lib/jobs/operations/store-runs';

/** Queries of the reaper, across the banks of a cell. */

export interface Orphan extends Row {
  bank_uid: number;
  id: string;
  type: string;
  lease_token: string;
}

const BATCH = 100;

/** Runs whose lease has expired; `all`: every run, if no other process can have one. */
export function orphans(db: Queryable, all: boolean): Promise<Orphan[]> {
  return db.query<Orphan>(sql`
    select bank_uid, id, type, lease_token from operations
    where status = 'processing' and bank_uid is not null and (${all} or lease_until < now()) order by lease_until limit ${BATCH}`);
}

export interface UndeliveredOperation extends Row {
  bank_uid: number;
  id: string;
  type: string;
  run_after: Date;
  is_old: boolean;
}

/**
 * Clears the delivery of waiting operations whose job was lost, or was taken by a process that died
 * before it began. From then on the operation before it delivers it, as if it had never had a job.
 * `all`: every taken job belongs to a dead process. A cell on another node than the queue may show
 * an operation to this statement and not its job, so new deliveries are left alone.
 */
export async function forgetDeliveries(db: Queryable, all: boolean): Promise<void> {
  await db.query(sql`
    with living as materialized (
      select j.id from job_queue.job j where j.name = 'operations'
        and (j.state < 'active' or (j.state = 'active' and not ${all} and j.started_on > now() - make_interval(secs => ${LEASE_SECONDS})))
    )
    update operations o set delivery_id = null
    where o.status = 'pending' and o.bank_uid is not null and o.delivery_id is not null
      and (${all} or o.updated_at < now() - interval '10 seconds')
      and not exists (select from living j where j.id = o.delivery_id)`);
}

/**
 * Operations that nothing blocks and that have no job. `all`: also those that may be about to get
 * one.
 */
export function undelivered(db: Queryable, all: boolean): Promise<UndeliveredOperation[]> {
  return db.query<UndeliveredOperation>(sql`
    select o.bank_uid, o.id, o.type, o.run_after, o.retry_until < now() as is_old from operations o
    where o.status = 'pending' and o.bank_uid is not null and o.children_total = 0
      and (${all} or o.updated_at < now() - interval '10 seconds')
      and o.delivery_id is null and not ${sql.raw(BLOCKED)}
    order by o.run_after limit ${BATCH}`);
}

/**
 * Drops jobs that were taken and have no owner any more: their process died before it could drop
 * them, or their operation got another job. Each would count as a running operation of its bank,
 * and block the rest of the bank.
 */
export async function dropStrayJobs(db: Queryable, all: boolean): Promise<void> {
  await db.query(sql`
    with delivered as materialized (
      select o.delivery_id from operations o where o.delivery_id is not null and o.bank_uid is not null
    )
    delete from job_queue.job j where j.name = 'operations' and j.state = 'active' and coalesce(j.data->>'cell', ${DEFAULT_CELL}) = ${cellOf(db)}
      and (${all} or j.started_on < now() - make_interval(secs => ${LEASE_SECONDS}))
      and not exists (select from delivered o where o.delivery_id = j.id)`);
}

/** The last row of a batch of ended operations: the next batch continues there. */
export interface EndedOperation extends Row {
  bank_uid: number;
  completed_at: Date;
}

export const FIRST_ENDED: EndedOperation = { bank_uid: 0, completed_at: new Date(0) };

/** Rows per transaction, and parts that are deleted with their parents. */
const TIDIED = 200;

const since = ({ bank_uid, completed_at }: EndedOperation): SQL =>
  sql`(bank_uid, completed_at) >= (${bank_uid}::bigint, ${completed_at}::timestamptz)`;

/** Deletes some of the payloads that ended a week ago. Returns the last row; null: none is left. */
export async function deletePayloads(tx: Tx, from: EndedOperation): Promise<EndedOperation | null> {
  const [last] = await tx.query<EndedOperation>(sql`
    with due as materialized (
      select bank_uid, id, completed_at from operations where ${since(from)} and payload is not null and completed_at < now() - interval '7 days'
      order by bank_uid, completed_at limit ${TIDIED} for no key update skip locked
    ), emptied as (
      update operations o set payload = null from due d where o.bank_uid = d.bank_uid and o.id = d.id
    )
    select bank_uid, completed_at from due order by bank_uid desc, completed_at desc limit 1`);
  return last ?? null;
}

/**
 * Deletes some of the operations that ended a month ago, parts with their parent. Returns the last
 * row; null: none is left.
 */
export async function deleteEnded(tx: Tx, from: EndedOperation): Promise<EndedOperation | null> {
  const [last] = await tx.query<EndedOperation>(sql`
    with due as materialized (
      select bank_uid, id, completed_at, children_total from operations
      where ${since(from)} and parent_id is null and completed_at < now() - make_interval(days => ${STORED_DAYS})
      order by bank_uid, completed_at limit ${TIDIED} for update skip locked
    ), counted as materialized (
      select *, sum(1 + children_total) over (order by bank_uid, completed_at, id) - 1 - children_total as rows_before from due
    ), picked as materialized (
      select bank_uid, id, completed_at from counted where rows_before < ${TIDIED}
    ), deleted as (
      delete from operations o using picked p where o.bank_uid = p.bank_uid and o.id = p.id
    )
    select bank_uid, completed_at from picked order by bank_uid desc, completed_at desc limit 1`);
  return last ?? null;
}

import { array, type Db, json, type Queryable, type Row, sql, type Tx } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { operations } from '#lib/base/db/schema/operations';
import { defined } from '#lib/base/defined';
import type { Actor, ActorKind } from '#lib/base/scope';
import { TRIED_FOR } from '#lib/jobs/operations/store';

/**
 * The rows as the runner and the reaper see them: across banks, each statement with the bank of its
 * row.
 */

/** The ownership of an operation by one run. */
export interface Lease {
  readonly bankUid: number;
  readonly operationId: string;
  readonly token: string;
}

export interface Claimed extends Lease {
  readonly orgId: string;
  readonly bankId: string;
  readonly type: string;
  readonly actor: Actor;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly attempt: number;
  /** the time limit for retries is over: it does not wait again */
  readonly isLast: boolean;
}

/**
 * Four renewals may fail before a run counts as lost. With a shorter lease, a busy machine would
 * lose living runs. A lease taken from a living process costs only double work, because each write
 * of the run begins with its fence.
 */
export const LEASE_SECONDS = 20;

interface ClaimRow extends Row, ColumnsOf<typeof operations, 'type' | 'actor_key_id' | 'actor_user_id' | 'actor_label' | 'attempt'> {
  org_id: string;
  bank_id: string;
  actor_kind: ActorKind;
  payload: Record<string, unknown>;
  is_last: boolean;
}

/**
 * The status of a row that is read by its id. Without statistics, the planner would prefer the
 * index of operations that have not ended, and read all that wait.
 */
const statusOf = (row: string): string => `${row}.status || ''`;
/** `e`, another run of the same subject or an older one in the same lane, blocks `o`. */
const BEFORE = `e.bank_uid = o.bank_uid and ${statusOf('e')} in ('pending', 'processing') and e.id <> o.id
    and ((e.status = 'processing' and e.type = o.type and e.subject = o.subject)
      or (e.lanes && o.lanes and (e.id < o.id or e.status = 'processing')))`;
/**
 * The ids of operations that may block `o`: the run of its subject, the first operation of each of
 * its lanes, and the runs of younger operations in its lanes. Any number of others may wait. Citus
 * cannot plan an update with `unnest(o.lanes)` in a `from`.
 */
const BLOCKERS = `select e.id from operations e
      where e.bank_uid = o.bank_uid and e.status = 'processing' and e.type = o.type and e.subject = o.subject and e.id <> o.id
    union all
    select f.operation_id from (select unnest(o.lanes) as lane) w cross join lateral (
      select l.operation_id from operation_lanes l where l.bank_uid = o.bank_uid and l.lane = w.lane and l.operation_id < o.id
      order by l.operation_id limit 1) f
    union all
    select e.id from operations e
      where o.lanes <> '{}' and e.bank_uid = o.bank_uid and e.status = 'processing' and e.id > o.id and e.lanes && o.lanes`;
/** Something blocks `o`. */
export const BLOCKED = `((o.subject is not null or o.lanes <> '{}') and exists (${BLOCKERS}))`;

/**
 * Claims the operation that this delivery was made for. Returns null if it is taken, ended,
 * deleted, delivered again, or must wait. On a server, the commit does not wait for the disk: if a
 * crash undoes the claim, its run cannot write any more. The embedded database waits, because the
 * work itself may cause the crash. Otherwise it would be retried without end, each time as if it
 * were the first.
 */
export async function claim(
  db: Db,
  { bankUid, operationId, token }: Lease,
  { deliveryId, deadlineSeconds }: { deliveryId: string; deadlineSeconds: number },
): Promise<Claimed | null> {
  const [row] = await db.query<ClaimRow>({
    name: 'operation_claim',
    text: `update operations o set status = 'processing', attempt = o.attempt + 1, lease_token = $4,
        lease_until = t.lease_until, attempt_until = t.attempt_until,
        started_at = coalesce(o.started_at, t.now), updated_at = t.now
      from banks b, (select now() as now, now() + interval '${LEASE_SECONDS} seconds' as lease_until, now() + make_interval(secs => $5) as attempt_until,
        set_config('synchronous_commit', $6, true) as mode) t
      where o.bank_uid = $1 and o.id = $2 and o.delivery_id = $3 and ${statusOf('o')} = 'pending' and b.uid = o.bank_uid and b.org_id is not null and t.mode = $6 and not ${BLOCKED}
      returning b.org_id, b.id as bank_id, o.type, o.actor_kind, o.actor_key_id, o.actor_user_id, o.actor_label, o.payload, o.attempt,
        o.retry_until <= t.now as is_last`,
    values: [bankUid, operationId, deliveryId, token, deadlineSeconds, db.kind === 'embedded' ? 'on' : 'off'],
  });
  if (!row) return null;
  return {
    bankUid,
    operationId,
    token,
    orgId: row.org_id,
    bankId: row.bank_id,
    type: row.type,
    actor: { kind: row.actor_kind, keyId: row.actor_key_id, userId: row.actor_user_id, label: row.actor_label },
    payload: row.payload ?? {},
    attempt: row.attempt,
    isLast: row.is_last,
  };
}

/**
 * Parks an operation that must wait: the operation before it delivers it when it ends. Returns
 * false if nothing blocks it any more. The other operation is locked during this write. Otherwise,
 * if it ended at this moment, it would not see that somebody waits for it, and nobody would deliver
 * that one.
 */
export async function park(db: Queryable, bankUid: number, operationId: string, deliveryId: string): Promise<boolean> {
  const rows = await db.query({
    name: 'operation_park',
    text: `with before as materialized (
        select e.id from operations o cross join lateral (${BLOCKERS}) b(id)
        join operations e on e.bank_uid = $1 and e.id = b.id and ${BEFORE}
        where o.bank_uid = $1 and o.id = $2 and o.delivery_id = $3 and ${statusOf('o')} = 'pending' order by e.id limit 1 for share of e
      )
      update operations o set delivery_id = null
      where o.bank_uid = $1 and o.id = $2 and o.delivery_id = $3 and ${statusOf('o')} = 'pending' and exists (select from before) returning o.id`,
    values: [bankUid, operationId, deliveryId],
  });
  return rows.length > 0;
}

/** Whether the delivery is still the one that its operation waits for. */
export async function isAwaited(db: Queryable, bankUid: number, operationId: string, deliveryId: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from operations where bank_uid = ${bankUid} and id = ${operationId} and delivery_id = ${deliveryId} and status = 'pending'`);
  return rows.length > 0;
}

/**
 * Renews the leases of this process, never beyond the end of an attempt, and returns those that it
 * still owns.
 */
export async function renew(db: Queryable, leases: readonly Lease[]): Promise<Set<string>> {
  const rows = await db.query<{ lease_token: string }>({
    name: 'operation_renew',
    text: `with owned as materialized (
        select o.bank_uid, o.id, o.lease_token, least(now() + interval '${LEASE_SECONDS} seconds', o.attempt_until + interval '10 seconds') as until
        from unnest($1::bigint[], $2::uuid[], $3::uuid[]) l(bank_uid, id, token)
        join operations o on o.bank_uid = l.bank_uid and o.id = l.id and o.lease_token = l.token and o.status = 'processing'
      )
      update operations o set lease_until = l.until from owned l
      where o.bank_uid = l.bank_uid and o.id = l.id and o.lease_token = l.lease_token and o.status = 'processing' returning o.lease_token`,
    values: [leases.map((l) => l.bankUid), leases.map((l) => l.operationId), leases.map((l) => l.token)],
  });
  return new Set(rows.map((row) => row.lease_token));
}

export async function setProgress(db: Queryable, { bankUid, operationId, token }: Lease, progress: object): Promise<void> {
  await db.query(sql`
    update operations set progress = ${json(progress)}, updated_at = now()
    where bank_uid = ${bankUid} and id = ${operationId} and lease_token = ${token}`);
}

// --- ends ----------------------------------------------------------------------------------------

/** A locked row that is about to be ended or put back. */
export interface LockedOperation extends Row {
  bank_uid: number;
  id: string;
  org_id: string;
  bank_id: string;
  type: string;
  subject: string | null;
  lanes: string[];
  status: string;
  parent_id: string | null;
  attempt: number;
  deaths: number;
  delivery_id: string | null;
  actor_kind: ActorKind;
  actor_key_id: string | null;
  actor_user_id: string | null;
  actor_label: string;
  children_total: number;
  has_payload: boolean;
}

const HELD = `o.bank_uid, o.id, b.org_id, b.id as bank_id, o.type, o.subject, o.lanes, o.status, o.parent_id, o.attempt, o.deaths, o.delivery_id,
  o.actor_kind, o.actor_key_id, o.actor_user_id, o.actor_label, o.children_total, o.payload is not null as has_payload`;

/**
 * Locks the row against all other changes: it cannot be canceled or retaken before the transaction
 * ends. The bank is locked first (a share lock that blocks only a delete), as everywhere. `token`:
 * of the run that must still own it; null: any run.
 */
export async function lockRow(tx: Tx, bankUid: number, operationId: string, token: string | null): Promise<LockedOperation | null> {
  const [row] = await tx.query<LockedOperation>({
    name: 'operation_lock',
    text: `select ${HELD} from banks b join operations o on o.bank_uid = b.uid
      where b.uid = $1 and o.bank_uid = $1 and o.id = $2 and ($3::uuid is null or (o.lease_token = $3 and o.status = 'processing'))
      for key share of b for no key update of o`,
    values: [bankUid, operationId, token],
  });
  return row ?? null;
}

/**
 * The same for a run that is about to write. On a database server its commit does not wait for the
 * disk, so that writers of a bank hold its row only for their statements. If a crash of the server
 * undoes the writes, it undoes the end of the operation with them. The row itself has been on disk
 * since the request, so the work is repeated. The embedded database has no process that would write
 * to the disk later.
 */
export async function lockOwn(tx: Tx, { bankUid, operationId, token }: Lease, { kind }: Pick<Db, 'kind'>): Promise<LockedOperation | null> {
  const [row] = await tx.query<LockedOperation>({
    name: 'operation_lock_own',
    text: `select ${HELD} from banks b join operations o on o.bank_uid = b.uid
        cross join (select set_config('synchronous_commit', case when $4 then current_setting('synchronous_commit') else 'off' end, true) as mode) m
      where b.uid = $1 and o.bank_uid = $1 and o.id = $2 and o.lease_token = $3 and o.status = 'processing' and m.mode is not null
      for key share of b for no key update of o`,
    values: [bankUid, operationId, token, kind === 'embedded'],
  });
  return row ?? null;
}

/** The parts of a parent that have not ended, or have ended without success. */
export async function lockChildren(tx: Tx, bankUid: number, parentId: string, statuses: readonly string[]): Promise<LockedOperation[]> {
  return tx.query<LockedOperation>({
    name: 'operation_lock_children',
    text: `select ${HELD} from banks b join operations o on o.bank_uid = b.uid
      where b.uid = $1 and o.bank_uid = $1 and o.parent_id = $2 and o.status = any($3) order by o.id for key share of b for no key update of o`,
    values: [bankUid, parentId, statuses],
  });
}

const IS_LAST_DONE = `$3 = 'completed' and p.children_done + 1 = p.children_total`;
const PARENT_DONE = `status = case when ${IS_LAST_DONE} then 'completed' else p.status end,
  error_code = case when ${IS_LAST_DONE} then null else p.error_code end,
  error_message = case when ${IS_LAST_DONE} then null else p.error_message end,
  completed_at = case when ${IS_LAST_DONE} then t.now else p.completed_at end, updated_at = t.now`;

export interface OperationEnd {
  readonly status: 'completed' | 'failed' | 'cancelled';
  readonly result?: object | null;
  readonly details?: object | null;
  readonly errorCode?: string | null;
  readonly errorMessage?: string | null;
}

/**
 * Updates the row and deletes its job in the queue. A successful end deletes the payload; the
 * others store it for a retry.
 */
const ENDED = `update operations set status = $3, lease_token = null, lease_until = null, attempt_until = null, delivery_id = null,
    payload = case when $3 = 'completed' then null else payload end,
    result = coalesce($4::jsonb, result), details = coalesce($5::jsonb, details),
    error_code = $6, error_message = $7, completed_at = now(), updated_at = now()
  where bank_uid = $1 and id = $2`;
const DROPPED = `delete from job_queue.job where name = 'operations' and id = $8`;

const endValues = (
  { bank_uid, id, delivery_id }: LockedOperation,
  { status, result, details, errorCode, errorMessage }: OperationEnd,
): unknown[] => [...[bank_uid, id, status, written(result), written(details), errorCode ?? null, errorMessage ?? null, delivery_id]];

export async function end(tx: Tx, row: LockedOperation, how: OperationEnd): Promise<void> {
  await tx.query({
    name: 'operation_end',
    text: `with dropped as (${DROPPED}) ${ENDED}`,
    values: endValues(row, how),
  });
}

/**
 * The same for a part, including its parent's counts: one statement, because its bank waits for it.
 * If all parts succeeded, the parent is completed; the caller sets any other state.
 */
export async function endPart(tx: Tx, row: LockedOperation & { parent_id: string }, how: OperationEnd): Promise<ParentCounts | null> {
  const [parent] = await tx.query<ParentCounts>({
    name: 'operation_end_part',
    text: `with dropped as (${DROPPED}), ended as (${ENDED})
      update operations p set children_done = p.children_done + ($3 = 'completed')::int,
        children_failed = p.children_failed + ($3 = 'failed')::int, children_cancelled = p.children_cancelled + ($3 = 'cancelled')::int,
        ${PARENT_DONE}
      from (select now() as now) t where p.bank_uid = $1 and p.id = $9
      returning p.type, p.children_total, p.children_done, p.children_failed, p.children_cancelled`,
    values: [...endValues(row, how), row.parent_id],
  });
  return parent ?? null;
}

const written = (value: object | null | undefined): string | null => (value ? JSON.stringify(value) : null);

export interface Requeue {
  readonly seconds: number;
  /** the run does not count: it was stopped; or it was put off, which has its own count */
  readonly uncounted?: 'stopped' | 'put_off';
  /** the time limit for retries restarts */
  readonly renewed?: boolean;
  /** the process ended during the run */
  readonly died?: boolean;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

/**
 * Puts the row back to wait, at most until its time limit: then comes its last attempt. Returns
 * when it is due.
 */
export async function putBack(tx: Tx, { bank_uid, id }: LockedOperation, back: Requeue): Promise<Date> {
  const { seconds, uncounted = null, renewed = false, died = false, errorCode, errorMessage } = back;
  const [row] = await tx.query<{ run_after: Date }>(sql`
    update operations o set status = 'pending', lease_token = null, lease_until = null, attempt_until = null,
      attempt = greatest(0, attempt - ${uncounted === null ? 0 : 1}),
      put_off = case when ${renewed} then 0 else put_off + ${uncounted === 'put_off' ? 1 : 0} end,
      deaths = case when ${renewed} then 0 else deaths + ${died ? 1 : 0} end,
      run_after = least(t.due, greatest(t.now, o.retry_until)),
      retry_until = case when ${renewed} then t.retry_until else o.retry_until end,
      error_code = ${errorCode}, error_message = ${errorMessage}, updated_at = t.now
    from (select now() as now, now() + make_interval(secs => ${seconds}::double precision) as due, now() + ${TRIED_FOR} as retry_until) t
    where bank_uid = ${bank_uid} and id = ${id} returning run_after`);
  return defined(row).run_after;
}

/** Resets the row for a first run, on behalf of the current caller. */
export async function reopen(tx: Tx, { bank_uid, id }: LockedOperation, actor: Actor): Promise<void> {
  await tx.query(sql`
    update operations set status = 'pending', attempt = 0, put_off = 0, deaths = 0, run_after = now(), retry_until = now() + ${TRIED_FOR}, error_code = null, error_message = null, completed_at = null,
      started_at = null, progress = null, result = null, updated_at = now(), actor_kind = ${actor.kind}, actor_key_id = ${actor.keyId},
      actor_user_id = ${actor.userId ?? null}, actor_label = ${actor.label}
    where bank_uid = ${bank_uid} and id = ${id}`);
}

export interface ChildCounts {
  children_total: number;
  children_done: number;
  children_failed: number;
  children_cancelled: number;
}
export interface ParentCounts extends Row, ChildCounts {
  type: string;
}

/** Updates the counts of a parent after some of its parts ended (or, negative, restarted). */
export async function countChildren(
  tx: Tx,
  bankUid: number,
  parentId: string,
  { done, failed, cancelled }: { done: number; failed: number; cancelled: number },
): Promise<ParentCounts | null> {
  const [row] = await tx.query<ParentCounts>({
    name: 'operation_count_children',
    text: `update operations set children_done = children_done + $3, children_failed = children_failed + $4,
        children_cancelled = children_cancelled + $5, updated_at = now()
      where bank_uid = $1 and id = $2
      returning type, children_total, children_done, children_failed, children_cancelled`,
    values: [bankUid, parentId, done, failed, cancelled],
  });
  return row ?? null;
}

/** Sets the state of a parent; a failed one gets the message of its first failed part. */
export async function setParent(tx: Tx, bankUid: number, parentId: string, status: string, message: string | null): Promise<void> {
  await tx.query({
    name: 'operation_set_parent',
    text: `update operations set status = $3, error_code = case when $4::text is null then null else 'parts' end,
        error_message = (
          select case when $4::text is null then null when children_total = 1 then coalesce(first.why, $4) else $4 || coalesce(': ' || first.why, '') end
          from (select (
            select c.error_message from operations c
            where c.bank_uid = $1 and c.parent_id = $2 and c.status = 'failed' order by c.part limit 1) as why) first),
        completed_at = case when $3 <> 'pending' then t.now end, updated_at = t.now
      from (select now() as now) t where bank_uid = $1 and id = $2`,
    values: [bankUid, parentId, status, message],
  });
}

export interface Waiting extends Row {
  bank_uid: number;
  id: string;
  type: string;
  run_after: Date;
}

/**
 * The operations that waited behind this one and are now the first of their subject, or of all
 * their lanes.
 */
export async function behind(tx: Tx, { bank_uid, id, type, subject, lanes }: LockedOperation): Promise<Waiting[]> {
  return tx.query<Waiting>(sql`
    with next as materialized (
      select s.id from operations s where s.bank_uid = ${bank_uid} and s.type = ${type} and s.subject = ${subject} and s.status = 'pending'
      union
      select f.operation_id from unnest(${array(lanes, 'text[]')}) w(lane) cross join lateral (
        select l.operation_id from operation_lanes l where l.bank_uid = ${bank_uid} and l.lane = w.lane order by l.operation_id limit 1) f
    )
    select o.bank_uid, o.id, o.type, o.run_after from next n join operations o on o.bank_uid = ${bank_uid} and o.id = n.id
    where o.id <> ${id} and ${sql.raw(statusOf('o'))} = 'pending' and o.delivery_id is null and o.children_total = 0
      and not exists (
        select from unnest(o.lanes) w(lane)
        join operation_lanes l on l.bank_uid = ${bank_uid} and l.lane = w.lane and l.operation_id < o.id)
    order by o.id limit 20 for no key update of o skip locked`);
}

/** Whether another operation of the same type and subject waits: then this one cannot wait too. */
export async function hasTwin(tx: Tx, { bank_uid, id, type, subject }: LockedOperation): Promise<string | null> {
  if (subject === null) return null;
  const [row] = await tx.query<{ id: string }>(sql`
    select id from operations
    where bank_uid = ${bank_uid} and type = ${type} and subject = ${subject} and status = 'pending' and id <> ${id} for share`);
  return row?.id ?? null;
}

/**
 * Counts a death of `row` for the waiting operation of its subject. Returns when that is due, and
 * its present delivery.
 */
export async function inheritDeath(
  tx: Tx,
  { bank_uid, deaths }: LockedOperation,
  heir: string,
  { seconds, errorCode, errorMessage }: Requeue,
): Promise<{ delivery_id: string | null; run_after: Date }> {
  const [row] = await tx.query<{ delivery_id: string | null; run_after: Date }>(sql`
    update operations set deaths = greatest(deaths, ${deaths + 1}::int), error_code = ${errorCode}, error_message = ${errorMessage},
      run_after = greatest(run_after, t.due), updated_at = t.now
    from (select now() as now, now() + make_interval(secs => ${seconds}::double precision) as due) t where bank_uid = ${bank_uid} and id = ${heir} returning delivery_id, run_after`);
  return defined(row);
}

import { array, json, type Queryable, type Row, type SQL, sql, type Tx } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { operations } from '#lib/base/db/schema/operations';
import type { BankScope } from '#lib/base/scope';
import { OPERATION_STATUSES, type OperationSort, type OperationStatus } from '#lib/jobs/operations/literals';
import { TRIED_FOR_HOURS } from '#lib/jobs/operations/port';

/** A row to insert, without its job. */
export interface Insert {
  readonly id: string;
  readonly type: string;
  readonly subject: string | null;
  readonly parentId: string | null;
  readonly part: number | null;
  readonly lanes: readonly string[];
  /** null: a parent, whose parts have the payloads */
  readonly payload: Readonly<Record<string, unknown>> | null;
  readonly payloadExpiresAt: Date | null;
  readonly itemsCount: number;
  readonly documentId: string | null;
  readonly mentalModelId: string | null;
  readonly childrenTotal: number;
  readonly result: Readonly<Record<string, unknown>> | null;
  readonly runAfter: Date | null;
}

export const TRIED_FOR = sql.raw(`interval '${TRIED_FOR_HOURS} hours'`);

/** Returns false if an operation of this type and subject waits already, or the id is taken. */
export const insert = async (tx: Tx, scope: BankScope, row: Insert): Promise<boolean> => (await insertAll(tx, scope, [row])).size > 0;

/** Returns the ids of the inserted rows, without those for which `insert` returns false. */
export async function insertAll(tx: Tx, scope: BankScope, rows: readonly Insert[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const values = rows.map((row) => valuesOf(scope, row)).reduce((all, one) => sql`${all}, ${one}`);
  const inserted = await tx.query<{ id: string }>(sql`
    insert into operations (bank_uid, id, type, subject, parent_id, part, lanes, actor_kind, actor_key_id, actor_user_id, actor_label,
      payload, payload_expires_at, items_count, document_id, mental_model_id, children_total, result, run_after, retry_until)
    values ${values} on conflict do nothing returning id`);
  return new Set(inserted.map(({ id }) => id));
}

const valuesOf = ({ bankUid, actor }: BankScope, row: Insert): SQL => sql`(
  ${bankUid}, ${row.id}, ${row.type}, ${row.subject}, ${row.parentId}, ${row.part}, ${array(row.lanes, 'text[]')},
  ${actor.kind}, ${actor.keyId}, ${actor.userId ?? null}, ${actor.label}, ${row.payload && json(row.payload)}, ${row.payloadExpiresAt}, ${row.itemsCount},
  ${row.documentId}, ${row.mentalModelId}, ${row.childrenTotal}, ${row.result && json(row.result)},
  coalesce(${row.runAfter}::timestamptz, now()), coalesce(${row.runAfter}::timestamptz, now()) + ${TRIED_FOR})`;

/**
 * Locks the waiting operations of these subjects, so that they do not begin before the caller's
 * transaction has ended and see its writes. Returns their ids by subject.
 */
export async function lockWaiting(
  tx: Tx,
  scope: BankScope,
  type: string,
  subjects: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.query<{ id: string; subject: string }>(sql`
    select id, subject from operations
    where bank_uid = ${scope.bankUid} and type = ${type} and subject = any(${array(subjects, 'text[]')}) and status = 'pending' order by id for share`);
  return new Map(rows.map(({ id, subject }) => [subject, id]));
}

/**
 * Locks a waiting operation, so that it does not begin or end before the caller's transaction has
 * ended. Returns false if it waits no more. The bank is locked first, as everywhere.
 */
export async function shareLockPending(tx: Tx, scope: BankScope, id: string): Promise<boolean> {
  const rows = await tx.query({
    name: 'operation_hold',
    text: `select 1 from banks b join operations o on o.bank_uid = b.uid
      where b.uid = $1 and b.org_id = $2 and o.bank_uid = $1 and o.id = $3 and o.status = 'pending' for key share of b for share of o`,
    values: [scope.bankUid, scope.orgId, id],
  });
  return rows.length > 0;
}

/**
 * Makes the operation due now, on behalf of the caller; a pause after its process ended stays.
 * Returns whether it was delayed; null if it waits no more.
 */
export async function hasten(
  tx: Tx,
  scope: BankScope,
  id: string,
  payload: Readonly<Record<string, unknown>>,
): Promise<{ type: string; delivery_id: string | null; run_after: Date; was_later: boolean } | null> {
  const { actor } = scope;
  const [row] = await tx.query<{ type: string; delivery_id: string | null; run_after: Date; was_later: boolean }>(sql`
    with waiting as (
      select id, now() as now, now() + ${TRIED_FOR} as retry_until, run_after > now() and error_code is distinct from 'worker_lost' as was_later from operations
      where bank_uid = ${scope.bankUid} and id = ${id} and status = 'pending' for no key update
    )
    update operations o set run_after = case when w.was_later then w.now else o.run_after end,
      retry_until = case when w.was_later then w.retry_until else o.retry_until end,
      payload = coalesce(o.payload, '{}') || ${json(payload)}, actor_kind = ${actor.kind}, actor_key_id = ${actor.keyId},
      actor_user_id = ${actor.userId ?? null}, actor_label = ${actor.label}, updated_at = w.now
    from waiting w where o.bank_uid = ${scope.bankUid} and o.id = w.id returning o.type, o.delivery_id, o.run_after, w.was_later`);
  return row ?? null;
}

/** Stores the jobs that deliver these rows. */
export async function setDeliveries(tx: Tx, rows: readonly { bankUid: number; id: string; deliveryId: string }[]): Promise<void> {
  const column = (values: readonly unknown[], type: string) => array(values, `${type}[]`);
  const banks = rows.map(({ bankUid }) => bankUid);
  const ids = rows.map(({ id }) => id);
  const deliveries = rows.map(({ deliveryId }) => deliveryId);
  await tx.query(sql`
    update operations o set delivery_id = v.delivery_id, updated_at = now()
    from unnest(${column(banks, 'bigint')}, ${column(ids, 'uuid')}, ${column(deliveries, 'uuid')}) v(bank_uid, id, delivery_id)
    where o.bank_uid = v.bank_uid and o.id = v.id`);
}

// --- what callers see ----------------------------------------------------------------------------

export interface OperationRow
  extends Row,
    ColumnsOf<
      typeof operations,
      | 'id'
      | 'type'
      | 'parent_id'
      | 'part'
      | 'payload'
      | 'items_count'
      | 'document_id'
      | 'mental_model_id'
      | 'run_after'
      | 'progress'
      | 'result'
      | 'details'
      | 'error_message'
      | 'children_total'
      | 'children_done'
      | 'children_failed'
      | 'children_cancelled'
      | 'started_at'
      | 'created_at'
      | 'updated_at'
      | 'completed_at'
    > {
  status: OperationStatus;
  retries: number;
  is_later: boolean;
  parts_running: number;
  /** when the first part continues, and why it waits; null if a part runs or is due */
  parts_next: Date | null;
  parts_error: string | null;
  /** progress of the only part, while it runs */
  parts_progress: Record<string, unknown> | null;
  /** null after the end; for a parent, that of its last part */
  retry_until: Date | null;
  shortfall: number;
  /** current name of the mental model, or the id of the stored document; null: there is none */
  subject_name: string | null;
}

/**
 * What may be missing after completed work: items without their facts, memories that could not be
 * consolidated.
 */
const unread = (result: string): string =>
  `coalesce(jsonb_array_length(jsonb_path_query_array(${result}, '$.outcomes[*] ? (@.outcome == "failed" || @.outcome == "partial")')), 0)`;
/**
 * Runs beyond the first, including those that were put off; for one that waits again, the next run
 * counts too.
 */
const retriesOf = (o: string): string => `greatest(0, ${o}.attempt + ${o}.put_off - (${o}.status <> 'pending')::int)`;
/** Summary of the parts of a parent, joined beside the row. */
const PARTS = `left join lateral (
    select count(*) filter (where o.status = 'processing') as running, min(o.started_at) as started,
      max(${retriesOf('o')}) as retries, sum(${unread('o.result')}) as unread,
      case when bool_and(o.run_after > now()) filter (where o.status in ('pending', 'processing')) then min(o.run_after) filter (where o.status = 'pending') end as next,
      max(o.retry_until) filter (where o.status in ('pending', 'processing')) as until,
      (array_agg(o.error_message order by o.run_after) filter (where o.status = 'pending' and o.error_message is not null))[1] as error,
      case when operations.children_total = 1 then (array_agg(o.progress) filter (where o.status = 'processing'))[1] end as part_progress
    from operations o where operations.children_total > 0 and o.bank_uid = operations.bank_uid and o.parent_id = operations.id
  ) parts on true`;
const SHORTFALL = `case when status <> 'completed' then 0 when children_total > 0 then coalesce(parts.unread, 0)
    when type = 'consolidation' then coalesce((result ->> 'failed')::int, 0) else ${unread('operations.result')} end`;
/** Of the mental model or document, read by primary key for each row of the page. */
const SUBJECT_NAME = `case
    when mental_model_id is not null
      then (select m.name from mental_models m where m.bank_uid = operations.bank_uid and m.id = operations.mental_model_id)
    when document_id is not null
      then (select d.id from documents d where d.bank_uid = operations.bank_uid and d.id = operations.document_id) end`;
const FIELDS = `id, type, status, parent_id, part, items_count, document_id, mental_model_id, run_after, run_after > now() as is_later,
  progress, result, details, error_message, children_total, children_done, children_failed, children_cancelled, created_at, updated_at,
  completed_at, coalesce(started_at, parts.started) as started_at, coalesce(parts.running, 0) as parts_running,
  coalesce(parts.retries, ${retriesOf('operations')}) as retries,
  case when status = 'pending' then parts.next end as parts_next, parts.error as parts_error, parts.part_progress as parts_progress,
  case when status in ('pending', 'processing') then coalesce(parts.until, retry_until) end as retry_until, ${SHORTFALL} as shortfall,
  ${SUBJECT_NAME} as subject_name`;
const FROM = sql.raw(`from operations ${PARTS}`);
const SEEN = sql.raw(`${FIELDS}, null as payload`);
const WHOLE = sql.raw(`${FIELDS}, payload`);
/**
 * The payload of an operation that ended without outcomes has the items that failed with it. Only
 * their documents and positions are read: a payload may have megabytes of text.
 */
const LOST = sql.raw(`${FIELDS}, case
    when status in ('failed', 'cancelled') and jsonb_typeof(result -> 'outcomes') is distinct from 'array' and jsonb_typeof(payload -> 'items') = 'array'
    then jsonb_build_object('positions', payload -> 'positions', 'items', (
      select jsonb_agg(jsonb_build_object('document_id', i.item -> 'document_id') order by i.place)
      from jsonb_array_elements(payload -> 'items') with ordinality i(item, place)))
    end as payload`);

export interface OperationFilter {
  readonly status: string | undefined;
  readonly type: string | undefined;
  readonly excludeParents: boolean;
  readonly excludeParts: boolean;
  readonly sort: OperationSort;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/**
 * A parent waits until its parts have ended. If parts are excluded, it counts as running while one
 * of them runs.
 */
const STATUS_WITH_PARTS = sql.raw(`case when children_total > 0 and status = 'pending' and exists (
    select 1 from operations c where c.bank_uid = operations.bank_uid and c.parent_id = operations.id and c.status = 'processing'
  ) then 'processing' else status end`);

export async function list(
  db: Queryable,
  scope: BankScope,
  { status, type, excludeParents, excludeParts, sort, order, limit, offset }: OperationFilter,
): Promise<{ rows: OperationRow[]; counts: ReadonlyMap<string, number> }> {
  const statusColumn = excludeParts ? STATUS_WITH_PARTS : sql.raw('status');
  const where = sql`where bank_uid = ${scope.bankUid} and (${type ?? null}::text is null or type = ${type ?? null})
    and not (${excludeParents} and children_total > 0) and not (${excludeParts} and parent_id is not null)`;
  const to = sql.raw(order);
  const newest = sql`created_at desc, id desc`;
  const by = {
    created_at: sql`created_at ${to}, id ${to}`,
    task_type: sql`type ${to}, ${newest}`,
    status: sql`array_position(${array(OPERATION_STATUSES, 'text[]')}, ${statusColumn}::text) ${to}, ${newest}`,
  };
  const counted = await db.query<{ status: string; n: number }>(sql`
    select ${statusColumn} as status, count(*) as n from operations ${where} group by 1`);
  // The page is chosen first: only its rows get a summary of their parts, in any order.
  const rows = await db.query<OperationRow>(sql`
    with page as materialized (
      select id from operations ${where} and (${status ?? null}::text is null or ${statusColumn} = ${status ?? null})
      order by ${by[sort]} limit ${limit}::bigint offset ${offset}::bigint
    )
    select ${SEEN} ${FROM} where bank_uid = ${scope.bankUid} and id = any(array(select id from page)) order by ${by[sort]}`);
  return { rows, counts: new Map(counted.map(({ status: word, n }) => [word, n])) };
}

/** Without `withPayload`, the payload contains at most what is known of lost items. */
export async function find(db: Queryable, scope: BankScope, id: string, withPayload = false): Promise<OperationRow | null> {
  const [row] = await db.query<OperationRow>(sql`
    select ${withPayload ? WHOLE : LOST} ${FROM} where bank_uid = ${scope.bankUid} and id = ${id}`);
  return row ?? null;
}

/** The parts of a parent, in their order. Payloads contain at most what is known of lost items. */
export function children(db: Queryable, scope: BankScope, parentId: string): Promise<OperationRow[]> {
  return db.query<OperationRow>(sql`
    select ${LOST} ${FROM} where bank_uid = ${scope.bankUid} and parent_id = ${parentId} order by part, id`);
}

/** Whether another bank of the organization has an operation of this id. */
export async function isElsewhere(db: Queryable, scope: BankScope, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from banks b join operations o on o.bank_uid = b.uid
    where b.org_id = ${scope.orgId} and o.id = ${id} and o.bank_uid <> ${scope.bankUid} limit 1`);
  return rows.length > 0;
}

/** Deletes an operation that has ended; parts are deleted with their parent. */
export async function remove(db: Queryable, scope: BankScope, id: string): Promise<boolean> {
  const rows = await db.query(sql`
    delete from operations
    where bank_uid = ${scope.bankUid} and id = ${id} and parent_id is null and status in ('completed', 'failed', 'cancelled') returning id`);
  return rows.length > 0;
}

/** Operations about these mental models that have not ended. */
export async function openOf(db: Queryable, scope: BankScope, mentalModelIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    select id from operations
    where bank_uid = ${scope.bankUid} and status in ('pending', 'processing') and mental_model_id = any(${array(mentalModelIds, 'text[]')})`);
  return rows.map(({ id }) => id);
}

/** Operations that have not ended, over all banks. */
export async function countOpen(db: Queryable): Promise<{ type: string; status: OperationStatus; n: number }[]> {
  return db.query<{ type: string; status: OperationStatus; n: number }>(sql`
    select type, status, count(*) as n from operations where status in ('pending', 'processing') and bank_uid is not null group by 1, 2`);
}

/** Of the items `g` of a payload, those that do not meet a condition, and their positions. */
const remainingItems = (isRemoved: string): string => `jsonb_build_object(
  'items', coalesce(jsonb_agg(g.item order by g.place) filter (where (${isRemoved}) is not true), '[]'),
  'positions', coalesce(jsonb_agg(g.position order by g.place) filter (where (${isRemoved}) is not true), '[]'))`;

/**
 * Removes expired items from the payloads of a bank, with their positions, and sets when the next
 * one expires. Not under the lock of the bank: runs lock their operation first. Returns the number
 * of removed items.
 */
export async function removeExpiredItems(db: Queryable, scope: BankScope): Promise<number> {
  const rows = await db.query<{ n: number }>({
    name: 'operations_remove_expired_items',
    text: `with given as (
             select o.id, o.payload->'positions'->(i.place - 1)::int as position, i.item, i.place, nullif(i.item->>'expires_at', 'never')::timestamptz as expires_at
             from operations o
             cross join lateral jsonb_array_elements(o.payload->'items') with ordinality as i(item, place)
             where o.bank_uid = $1 and o.payload is not null and o.payload_expires_at <= now()
           ), remaining as materialized (
             select g.id, count(*) filter (where g.expires_at <= now()) as n, min(g.expires_at) filter (where g.expires_at > now()) as next,
               ${remainingItems('g.expires_at <= now()')} as items
             from given g group by g.id
           )
           update operations o set payload_expires_at = r.next, payload = o.payload || r.items
           from remaining r where o.bank_uid = $1 and o.id = r.id returning r.n`,
    values: [scope.bankUid],
  });
  return rows.reduce((sum, { n }) => sum + n, 0);
}

interface PayloadItems {
  readonly documentIds: readonly string[];
  readonly texts: readonly string[];
}

/** Items of failed and canceled operations, and whether they are of a document or have a text. */
const givenItems = (scope: BankScope, { documentIds, texts }: PayloadItems): SQL => sql`
      select o.id, o.payload->'positions'->(i.place - 1)::int as position, i.item, i.place, i.item->>'document_id' = any(${array(documentIds, 'text[]')}) or exists (
        select from unnest(${array(texts, 'text[]')}) t(words) where position(t.words in i.item->>'content') > 0) as is_removed
      from operations o cross join lateral jsonb_array_elements(case when jsonb_typeof(o.payload->'items') = 'array' then o.payload->'items' else '[]' end)
        with ordinality as i(item, place)
      where o.bank_uid = ${scope.bankUid} and o.status in ('failed', 'cancelled') and o.payload is not null`;

/** The number of items that `removePayloadItems` would remove. */
export async function countPayloadItems(db: Queryable, scope: BankScope, items: PayloadItems): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`select count(*) as n from (${givenItems(scope, items)}) g where g.is_removed`);
  return row?.n ?? 0;
}

/**
 * Removes items from the payloads of failed and canceled operations: those of a document, and those
 * that contain one of the texts. Not under the lock of the bank. Returns the number of removed
 * items.
 */
export async function removePayloadItems(db: Queryable, scope: BankScope, { documentIds, texts }: PayloadItems): Promise<number> {
  if (documentIds.length === 0 && texts.length === 0) return 0;
  const rows = await db.query<{ n: number }>(sql`
    with given as (${givenItems(scope, { documentIds, texts })}
    ), remaining as materialized (
      select g.id, count(*) filter (where g.is_removed) as n, ${sql.raw(remainingItems('g.is_removed'))} as items from given g group by g.id
    )
    update operations o set payload = o.payload || r.items from remaining r where o.bank_uid = ${scope.bankUid} and o.id = r.id and r.n > 0 returning r.n`);
  return rows.reduce((sum, { n }) => sum + n, 0);
}

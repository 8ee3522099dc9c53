import { type Queryable, type Row, sql } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { memories } from '#lib/base/db/schema/memories';
import type { consolidationItems, observationHistory } from '#lib/base/db/schema/observations';
import { defined } from '#lib/base/defined';
import type { FactType } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { tagFilterOf, treeCondition } from '#lib/base/tags/filter';
import { visibleProof, visibleSources } from '#lib/base/tags/sources';
import type { ObservationSort } from '#lib/memory/observations/literals';

/** Observations as callers see them. */

export interface ScopeRow extends Row {
  tags: string[];
  count: number;
}

/**
 * Scopes that contain observations, largest first. Counted on request, because a stored counter
 * could be wrong.
 */
export async function listScopes(
  db: Queryable,
  scope: BankScope,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ScopeRow[]; total: number }> {
  const rows = await db.query<ScopeRow & { total: number }>(sql`
    with counted as materialized (select scope_key, count(*) as count from observations where bank_uid = ${scope.bankUid} group by scope_key),
    page as (
      select s.tags, c.count from counted c join observation_scopes s on s.bank_uid = ${scope.bankUid} and s.scope_key = c.scope_key
      order by c.count desc, s.tags collate "C" limit ${limit}::bigint offset ${offset}::bigint)
    select t.total, p.tags, p.count from (select count(*) as total from counted) t left join page p on true order by p.count desc, p.tags collate "C"`);
  return { rows: rows.filter(({ tags }) => tags !== null), total: defined(rows[0]).total };
}

export interface ObservationHistoryRow
  extends Row,
    ColumnsOf<
      typeof observationHistory,
      | 'previous_text'
      | 'previous_tags'
      | 'previous_occurred_start'
      | 'previous_occurred_end'
      | 'previous_mentioned_at'
      | 'previous_source_ids'
      | 'source_ids'
      | 'changed_at'
    > {}

interface MemoryWords {
  readonly text: string;
  readonly type: FactType;
  readonly context: string;
}

/** A source in its current state, with its state before each curation, oldest first. */
export interface Quote extends MemoryWords {
  readonly earlier: readonly (MemoryWords & { readonly until: string })[];
}

/** `factType` null: the memory does not exist, or no longer exists. */
export async function readHistory(
  db: Queryable,
  scope: BankScope,
  id: string,
): Promise<{ factType: FactType | null; rows: ObservationHistoryRow[]; quotes: ReadonlyMap<string, Quote> }> {
  const [memory] = await db.query<{ fact_type: FactType }>(
    sql`select fact_type from memories where bank_uid = ${scope.bankUid} and id = ${id}`,
  );
  const of = sql`where bank_uid = ${scope.bankUid} and observation_id = ${id}`;
  const rows = await db.query<ObservationHistoryRow>(sql`
    select previous_text, previous_tags, previous_occurred_start, previous_occurred_end, previous_mentioned_at, previous_source_ids::text[], source_ids::text[],
      changed_at from observation_history ${of} order by id`);
  const quotes = await db.query<{ memory_id: string; quote: Quote }>(sql`
    select q.memory_id, json_build_object('text', m.text, 'type', m.fact_type, 'context', m.context, 'earlier', coalesce((
      select json_agg(json_build_object('until', r.created_at, 'text', r.before ->> 'text', 'type', r.before ->> 'fact_type', 'context', r.before ->> 'context')
        order by r.revision)
      from memory_revisions r where r.bank_uid = ${scope.bankUid} and r.memory_id = q.memory_id), '[]')) as quote
    from observation_quotes q cross join lateral (select * from memories where bank_uid = ${scope.bankUid} and id = q.memory_id offset 0) m
    where q.bank_uid = ${scope.bankUid} and q.observation_id = ${id}`);
  return {
    factType: memory?.fact_type ?? null,
    rows,
    quotes: new Map(quotes.map(({ memory_id, quote }) => [memory_id, quote])),
  };
}

export interface StoredObservationRow
  extends Row,
    ColumnsOf<
      typeof memories,
      | 'id'
      | 'text'
      | 'tags'
      | 'proof_count'
      | 'extractor'
      | 'occurred_start'
      | 'occurred_end'
      | 'mentioned_at'
      | 'created_at'
      | 'updated_at'
    > {
  changes: number;
  source_ids: string[];
  source_times: Date[];
  world_count: number;
  is_pending: boolean;
}

export async function listObservations(
  db: Queryable,
  scope: BankScope,
  args: {
    readonly tags?: readonly string[] | undefined;
    readonly q?: string | undefined;
    readonly exact: boolean;
    readonly sort: ObservationSort;
    readonly order: 'asc' | 'desc';
    readonly limit: number;
    readonly offset: number;
  },
): Promise<{ rows: StoredObservationRow[]; total: number }> {
  const orderOf = (prefix: string) => sql.raw(`${prefix}${args.sort} ${args.order}, ${prefix}id ${args.order}`);
  const tags = tagFilterOf(args.tags, args.exact ? 'exact' : 'any_strict', null);
  const sources = visibleSources(scope, tags);
  const source = sql`cross join lateral (select coalesce(mentioned_at, created_at) as mentioned_at, fact_type from memories where bank_uid = ${scope.bankUid} and id = s.memory_id offset 0) x`;
  const match = args.q ? sql`and position(lower(${args.q}::text) in lower(m.text)) > 0` : sql``;
  const from = sql`from observations o cross join lateral (select * from memories where bank_uid = ${scope.bankUid} and id = o.memory_id offset 0) m where o.bank_uid = ${scope.bankUid} and ${treeCondition(tags, sql`m.tags`)} ${match}`;
  const [counted] = await db.query<{ total: number }>(sql`select count(*) as total ${from}`);
  const rows = await db.query<Omit<StoredObservationRow, 'source_times'> & { source_times: string[] }>(sql`
    with page as (
      select o.scope_key, m.id, m.text, m.tags, ${visibleProof(scope, tags)} as proof_count, m.extractor, m.occurred_start, m.occurred_end, m.mentioned_at, m.created_at, m.updated_at ${from}
      order by ${orderOf('')} limit ${args.limit}::bigint offset ${args.offset}::bigint)
    select p.*, (select count(*) from observation_history h where h.bank_uid = ${scope.bankUid} and h.observation_id = p.id) as changes,
      array(select s.memory_id::text from ${sources} s where s.bank_uid = ${scope.bankUid} and s.observation_id = p.id order by s.memory_id) as source_ids,
      (select coalesce(json_agg(x.mentioned_at), '[]') from ${sources} s ${source}
        where s.bank_uid = ${scope.bankUid} and s.observation_id = p.id) as source_times,
      (select count(*) from ${sources} s ${source}
        where s.bank_uid = ${scope.bankUid} and s.observation_id = p.id and x.fact_type = 'world') as world_count,
      exists (select from consolidation_items i
        cross join lateral (select from memories where bank_uid = ${scope.bankUid} and id = i.memory_id and state = 'valid' offset 0) w
        where i.bank_uid = ${scope.bankUid} and i.scope_key = p.scope_key and i.status = 'pending') as is_pending
    from page p order by ${orderOf('p.')}`);
  return {
    rows: rows.map((row) => ({ ...row, source_times: row.source_times.map((time) => new Date(time)) }) as StoredObservationRow),
    total: defined(counted).total,
  };
}

export interface FailureRow extends Row, ColumnsOf<typeof consolidationItems, 'memory_id' | 'attempts' | 'last_error' | 'updated_at'> {
  text: string;
  tags: string[];
  is_final: boolean;
}

/** The memories whose consolidation failed, finally or so far, latest first. */
export const listFailures = (
  db: Queryable,
  scope: BankScope,
  { limit, offset }: { limit: number; offset: number },
): Promise<FailureRow[]> =>
  db.query<FailureRow>(sql`
    select i.memory_id, m.text, s.tags, i.attempts, i.last_error, i.updated_at, i.status = 'failed' as is_final from consolidation_items i
    cross join lateral (select text from memories where bank_uid = ${scope.bankUid} and id = i.memory_id and state = 'valid' offset 0) m
    join observation_scopes s on s.bank_uid = i.bank_uid and s.scope_key = i.scope_key
    where i.bank_uid = ${scope.bankUid} and (i.status = 'failed' or i.status = 'pending' and i.attempts > 0)
    order by i.memory_id desc, i.scope_key limit ${limit}::bigint offset ${offset}::bigint`);

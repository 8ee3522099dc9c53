import { type Queryable, type Row, type SQL, sql } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { memories } from '#lib/base/db/schema/memories';
import { prepared } from '#lib/base/db/statement';
import type { FactType, MemoryState } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { visibleName, visibleProof, visibleSources } from '#lib/base/tags/sources';
import {
  and,
  conditions,
  conditionsOnTheWay,
  type MemoryFilter,
  narrowings,
  prefix,
  type UnitTiming,
} from '#lib/memory/memories/conditions';
import type { MemorySort } from '#lib/memory/memories/literals';
import { successorJoin, type ValidityColumns, VISIBLE_VALIDITY } from '#lib/memory/validity/visible';

export interface Ordering {
  readonly sort: MemorySort;
  readonly order: 'desc' | 'asc';
}

/** The end of a page. */
export interface PageCursor {
  /** value of the sort column; null: the memory has none */
  readonly at: Date | null;
  readonly createdAt: Date;
  readonly id: string;
}

export interface PageRange {
  readonly limit: number;
  readonly offset: number;
  readonly after: PageCursor | null;
}

/** Columns of a memory that every query reads. */
export interface UnitColumns
  extends ColumnsOf<
      typeof memories,
      | 'id'
      | 'text'
      | 'context'
      | 'chunk_id'
      | 'chunk_start'
      | 'chunk_end'
      | 'mentioned_at'
      | 'occurred_start'
      | 'occurred_end'
      | 'proof_count'
      | 'tags'
      | 'metadata'
      | 'consolidated_at'
      | 'consolidation_failed_at'
      | 'invalidation_reason'
      | 'invalidated_at'
      | 'edited_at'
      | 'expires_at'
      | 'created_at'
      | 'updated_at'
    >,
    ValidityColumns {
  fact_type: FactType;
  document_id: string | null;
  state: MemoryState;
}

export interface ListRow extends UnitColumns, Row {
  entity_names: string[] | null;
  source_memory_ids: string[] | null;
  /** of the bank that was read; null: it was deleted or cleared */
  bank_revision: number | null;
}

/**
 * When the consolidation of a memory ended, successfully or not; both from `CONSOLIDATION_WORK`.
 */
export const CONSOLIDATION_TIMES = 'w.consolidated_at, w.consolidation_failed_at';
export const CONSOLIDATION_WORK = `cross join lateral (
      select case when bool_and(i.status = 'done') then max(i.updated_at) end as consolidated_at,
        max(i.updated_at) filter (where i.status = 'failed') as consolidation_failed_at
      from consolidation_items i where i.bank_uid = m.bank_uid and i.memory_id = m.id) w`;

const SORTS: Readonly<Record<MemorySort, SQL>> = {
  mentioned_at: sql.raw('m.mentioned_at'),
  occurred_start: sql.raw('coalesce(m.occurred_start, m.mentioned_at)'),
  created_at: sql.raw('m.created_at'),
  updated_at: sql.raw('m.updated_at'),
};

interface SortColumn {
  /** the column may be null: such memories come last */
  readonly nullable: boolean;
  /**
   * position of nulls in the index of this direction; only affects the plan, because it applies to
   * memories with a value
   */
  readonly nulls: Readonly<Record<Ordering['order'], 'first' | 'last'>>;
}

const WAYS: Readonly<Record<MemorySort, SortColumn>> = {
  mentioned_at: { nullable: true, nulls: { desc: 'last', asc: 'first' } },
  occurred_start: { nullable: true, nulls: { desc: 'first', asc: 'last' } },
  created_at: { nullable: false, nulls: { desc: 'first', asc: 'last' } },
  updated_at: { nullable: false, nulls: { desc: 'first', asc: 'last' } },
};

/**
 * Sort order: of memories with a value, along the index; of all memories, those without a value
 * last.
 */
function ordering({ sort, order }: Ordering, along: 'index' | 'all'): SQL {
  const { nullable, nulls } = WAYS[sort];
  const key = along === 'all' && nullable ? 'last' : nulls[order];
  const [first, ties] = [sql.raw(`${order} nulls ${key}`), sql.raw(`${order} nulls ${nulls[order]}`)];
  return sort === 'created_at'
    ? sql`m.created_at ${first}, m.id ${ties}`
    : sql`${SORTS[sort]} ${first}, m.created_at ${ties}, m.id ${ties}`;
}

/**
 * The ranges of a listing from its start or after a position: memories with a value, then those
 * without.
 */
function ranges({ sort, order }: Ordering, after: PageCursor | null): { units: UnitTiming; range: SQL }[] {
  const key = SORTS[sort];
  const { nullable } = WAYS[sort];
  const none = { units: 'untimed', range: sql`${key} is null` } as const;
  if (!after) return nullable ? [{ units: 'timed', range: sql`${key} is not null` }, none] : [{ units: 'all', range: sql`true` }];
  const { at, createdAt, id } = after;
  const beyond = sql.raw(order === 'desc' ? '<' : '>');
  const untimed = sql`(m.created_at, m.id) ${beyond} (${createdAt}::timestamptz, ${id}::uuid)`;
  if (sort === 'created_at') return [{ units: 'all', range: untimed }];
  if (at === null) return [{ units: 'untimed', range: sql`${key} is null and ${untimed}` }];
  const timed = sql`(${key}, m.created_at, m.id) ${beyond} (${at}::timestamptz, ${createdAt}::timestamptz, ${id}::uuid)`;
  return nullable ? [{ units: 'timed', range: timed }, none] : [{ units: 'all', range: timed }];
}

const KEYS = sql.raw('m.id, m.created_at, m.mentioned_at, m.occurred_start, m.updated_at');

/**
 * Uses a sub-select so that the planner does not see the value: it then makes one plan for all
 * values.
 */
const unseen = (n: number): SQL => sql`(select ${n}::bigint)`;

/** Walks along the index of the order, regardless of the number of matches. */
function walk(scope: BankScope, filter: MemoryFilter, ordered: Ordering, { limit, offset, after }: PageRange): SQL {
  // Sorted by the time that is filtered by, each of the two ranges only contains one kind of
  // memory.
  const splits = ordered.sort === 'mentioned_at' && filter.timeField === 'mentioned_at';
  // The index of mentioned_at, read backwards, already has its nulls last.
  const isOne = after === null && ordered.sort === 'mentioned_at' && ordered.order === 'desc' && !(filter.from || filter.to);
  if (isOne)
    return sql`
      select m.id from memories m where m.bank_uid = ${scope.bankUid} and ${and(conditionsOnTheWay(scope, filter, 'all'))}
      order by ${ordering(ordered, 'index')} limit ${unseen(limit)} offset ${unseen(offset)}`;
  const parts = ranges(ordered, after).map(
    ({
      units,
      range,
    }) => sql`(select ${KEYS} from memories m where m.bank_uid = ${scope.bankUid} and ${and([...conditionsOnTheWay(scope, filter, splits ? units : 'all'), range])}
      order by ${ordering(ordered, 'index')} limit ${unseen(limit + offset)})`,
  );
  return sql`
    select m.id from (${sql.join(parts, sql` union all `)}) m order by ${ordering(ordered, 'all')} limit ${unseen(limit)} offset ${unseen(offset)}`;
}

/** Reads all matches and sorts them. */
function gather(scope: BankScope, filter: MemoryFilter, ordered: Ordering, { limit, offset, after }: PageRange): SQL {
  const range = sql.join(
    ranges(ordered, after).map(({ range }) => sql`(${range})`),
    sql` or `,
  );
  return sql`
    select m.id from (select ${KEYS} from memories m where m.bank_uid = ${scope.bankUid} and ${and(conditions(scope, filter))} offset 0) m
    where ${range} order by ${ordering(ordered, 'all')} limit ${unseen(limit)} offset ${unseen(offset)}`;
}

/**
 * Chooses the cheaper plan. A walk passes all memories between those of the page: for each row it
 * costs the bank's memories divided by the matches. Gathering costs all matches. The planner alone
 * would decide wrongly, because it overestimates how often words occur.
 */
const isFew = (scope: BankScope, { limit, offset }: PageRange, total: number): boolean =>
  total * total < (scope.bank?.unitCount ?? 0) * (limit + offset);

/**
 * Whether one plan fits all values: the access path is fixed and has one index. With several, or
 * with a range to pass, the values decide.
 */
const hasOnePlan = (filter: MemoryFilter, isGathered: boolean): boolean =>
  narrowings(filter) <= 1 && (isGathered || !(filter.from || filter.to));

/**
 * A page of memories; an observation mentions the entities of its sources. The inner query only
 * returns ids. The planner estimates an array of ids as ten, so all other columns are looked up by
 * key, only for the page. `total`: the number of matches.
 */
export async function listMemories(
  db: Queryable,
  scope: BankScope,
  filter: MemoryFilter,
  ordered: Ordering,
  range: PageRange & { readonly total: number },
): Promise<ListRow[]> {
  const isGathered = isFew(scope, range, range.total);
  const page = (isGathered ? gather : walk)(scope, filter, ordered, range);
  const bank = scope.bankUid;
  const sources = visibleSources(scope, filter.tags);
  const statement = sql`
    with ${prefix(scope, filter)} page as materialized (
      select id, ord from unnest(array(${page})) with ordinality as p(id, ord)
    ), mention as materialized (
      select x.memory_id as id, x.entity_id, x.spellings from memory_entities x where x.bank_uid = ${bank} and x.memory_id = any(array(select id from page))
      union
      select p.id, x.entity_id, '{}' from page p join ${sources} s on s.bank_uid = ${bank} and s.observation_id = p.id
      join memory_entities x on x.bank_uid = ${bank} and x.memory_id = s.memory_id
    ), entity_name as materialized (
      select e.id, ${visibleName(scope, filter.tags, 'mention')} as name from entities e
      where e.bank_uid = ${bank} and e.id = any(array(select distinct entity_id from mention))
    ), named as materialized (
      select p.id, p.ord, array_agg(k.name order by k.name collate "C") filter (where k.name is not null) as names from page p
      left join (select distinct id, entity_id from mention) n on n.id = p.id left join entity_name k on k.id = n.entity_id group by p.id, p.ord)
    select m.id, m.text, m.context, m.fact_type, d.id as document_id, m.chunk_id, m.chunk_start, m.chunk_end, m.mentioned_at, m.occurred_start, m.occurred_end,
      ${visibleProof(scope, filter.tags)} as proof_count, m.tags, m.metadata, ${sql.raw(CONSOLIDATION_TIMES)}, m.state, m.invalidation_reason, m.invalidated_at, m.edited_at, m.expires_at,
      m.created_at, m.updated_at, ${sql.raw(VISIBLE_VALIDITY)}, case when m.state = 'valid' then p.names end as entity_names,
      case when m.fact_type = 'observation' then array(
        select s.memory_id from ${sources} s where s.bank_uid = ${bank} and s.observation_id = m.id order by 1) end as source_memory_ids,
      (select b.revision from banks b where b.uid = ${bank} and b.org_id is not null) as bank_revision
    from named p cross join lateral (select * from memories where bank_uid = ${bank} and id = p.id offset 0) m
    left join documents d on d.bank_uid = m.bank_uid and d.uid = m.document_uid
    ${successorJoin(filter.tags)}
    ${sql.raw(CONSOLIDATION_WORK)}
    order by p.ord`;
  return db.query<ListRow>(hasOnePlan(filter, isGathered) ? prepared(statement) : statement);
}

const SORT_VALUES: Readonly<Record<MemorySort, (row: ListRow) => Date | null>> = {
  mentioned_at: (row) => row.mentioned_at,
  occurred_start: (row) => row.occurred_start ?? row.mentioned_at,
  created_at: (row) => row.created_at,
  updated_at: (row) => row.updated_at,
};

/** The position of a row in an order. */
export const placeOf = (row: ListRow, { sort }: Ordering): PageCursor => ({
  at: SORT_VALUES[sort](row),
  createdAt: row.created_at,
  id: row.id,
});

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

export interface Ordering {
  readonly sort: MemorySort;
  readonly order: 'desc' | 'asc';
}

/** Where a page ended. */
export interface PageCursor {
  /** of the column that is ordered by; null: the unit has none */
  readonly at: Date | null;
  readonly createdAt: Date;
  readonly id: string;
}

export interface PageRange {
  readonly limit: number;
  readonly offset: number;
  readonly after: PageCursor | null;
}

/** Columns of a unit that every reading of it has. */
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
    | 'created_at'
    | 'updated_at'
  > {
  fact_type: FactType;
  document_id: string | null;
  state: MemoryState;
}

export interface ListRow extends UnitColumns, Row {
  entities: string | null;
  source_memory_ids: string[] | null;
}

/** When the work on a unit ended, well or not; both from `CONSOLIDATION_WORK`. */
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

interface Way {
  /** the column may be null: such units come last */
  readonly nullable: boolean;
  /** where nulls stand in the index that runs this way; said of units that have a value, so it changes nothing but the plan */
  readonly nulls: Readonly<Record<Ordering['order'], 'first' | 'last'>>;
}

const WAYS: Readonly<Record<MemorySort, Way>> = {
  mentioned_at: { nullable: true, nulls: { desc: 'last', asc: 'first' } },
  occurred_start: { nullable: true, nulls: { desc: 'first', asc: 'last' } },
  created_at: { nullable: false, nulls: { desc: 'first', asc: 'last' } },
  updated_at: { nullable: false, nulls: { desc: 'first', asc: 'last' } },
};

/** Of units that have the value that is ordered by, along the index; of all of them, those without it last. */
function ordering({ sort, order }: Ordering, along: 'index' | 'all'): SQL {
  const { nullable, nulls } = WAYS[sort];
  const key = along === 'all' && nullable ? 'last' : nulls[order];
  const [first, ties] = [sql.raw(`${order} nulls ${key}`), sql.raw(`${order} nulls ${nulls[order]}`)];
  return sort === 'created_at'
    ? sql`m.created_at ${first}, m.id ${ties}`
    : sql`${SORTS[sort]} ${first}, m.created_at ${ties}, m.id ${ties}`;
}

/** The ranges that make up a listing from its start or from behind a place: units with a value, then those without. */
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

/** From a sub-select, where the planner does not see it: it then makes one plan for any number. */
const unseen = (n: number): SQL => sql`(select ${n}::bigint)`;

/** Along the index of the order, however many match. */
function walk(scope: BankScope, filter: MemoryFilter, ordered: Ordering, { limit, offset, after }: PageRange): SQL {
  // Ordered by the time that is filtered by, each of the two ranges knows which kind of units it holds.
  const splits = ordered.sort === 'mentioned_at' && filter.timeField === 'mentioned_at';
  // The index of mentioned_at has its nulls last already when it is read downwards.
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

/** All that match, put into order. */
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
 * A walk passes all units between those of the page, so it costs the units of the bank divided by those that match, for each row; gathering
 * costs all that match. The cheaper of the two is asked for: the planner takes too many words to be everywhere.
 */
const isFew = (scope: BankScope, { limit, offset }: PageRange, total: number): boolean =>
  total * total < (scope.bank?.unitCount ?? 0) * (limit + offset);

/** How the units are come by is said, and there is one index for it; of several, or of how much of a range to pass, the values decide. */
const hasOnePlan = (filter: MemoryFilter, isGathered: boolean): boolean =>
  narrowings(filter) <= 1 && (isGathered || !(filter.from || filter.to));

/**
 * A page of units; an observation names whom its sources name. The inner query finds nothing but ids; an array of them counts as ten to the
 * planner, so that everything else is looked up by its key, for the page alone. `total`: how many match.
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
      select p.id, x.entity_id from page p join memory_entities x on x.bank_uid = ${bank} and x.memory_id = p.id
      union
      select p.id, x.entity_id from page p join ${sources} s on s.bank_uid = ${bank} and s.observation_id = p.id
      join memory_entities x on x.bank_uid = ${bank} and x.memory_id = s.memory_id
    ), entity_name as materialized (
      select e.id, ${visibleName(scope, filter.tags)} as name from entities e
      where e.bank_uid = ${bank} and e.id = any(array(select distinct entity_id from mention))
    ), named as materialized (
      select p.id, p.ord, string_agg(k.name, ', ' order by k.name) as names from page p
      left join mention n on n.id = p.id left join entity_name k on k.id = n.entity_id group by p.id, p.ord)
    select m.id, m.text, m.context, m.fact_type, d.id as document_id, m.chunk_id, m.chunk_start, m.chunk_end, m.mentioned_at, m.occurred_start, m.occurred_end,
      ${visibleProof(scope, filter.tags)} as proof_count, m.tags, m.metadata, ${sql.raw(CONSOLIDATION_TIMES)}, m.state, m.invalidation_reason, m.invalidated_at, m.edited_at,
      m.created_at, m.updated_at, case when m.state = 'valid' then p.names end as entities,
      case when m.fact_type = 'observation' then array(
        select s.memory_id from ${sources} s where s.bank_uid = ${bank} and s.observation_id = m.id order by 1) end as source_memory_ids
    from named p join memories m on m.bank_uid = ${bank} and m.id = p.id
    left join documents d on d.bank_uid = m.bank_uid and d.uid = m.document_uid
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

/** Where a row stands in an order. */
export const placeOf = (row: ListRow, { sort }: Ordering): PageCursor => ({
  at: SORT_VALUES[sort](row),
  createdAt: row.created_at,
  id: row.id,
});

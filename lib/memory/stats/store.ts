import { json, type Queryable, type Row, type SQL, sql } from '#lib/base/db/db';
import { FACT_TYPES, type FactType, type TimeField } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { NEXT_UNITS } from '#lib/memory/graph/shape';
import { EXPIRING_DAYS } from '#lib/memory/memories/literals';
import type { Period } from '#lib/memory/stats/period';

/** The counts that are cached per revision of the bank and of its backlog. */
export interface BankCounts {
  readonly nodes: Partial<Record<FactType, number>>;
  readonly links: Record<string, number>;
  readonly documents: number;
  readonly entities: number;
  /** memories that wait for consolidation, and memories with a failed item; no memory is in both */
  readonly pending: number;
  readonly failed: number;
  /** milliseconds since 1970 */
  readonly lastConsolidatedAt: number | null;
}

export interface StatsRow extends Row {
  revision: number;
  last_write_at: Date | null;
  operations: Record<string, number>;
  /** valid memories that expire within `EXPIRING_DAYS` */
  expiring: number;
  /** whether the cached counts are current */
  is_current: boolean;
  payload: BankCounts | null;
  computed_at: Date | null;
}

const CURRENT = `
select b.revision, b.last_write_at, (s.revision, s.backlog_revision) = (b.revision, b.backlog_revision) as is_current, s.payload, s.computed_at,
  (select coalesce(json_object_agg(o.status, o.n), '{}') from (
     select status, count(*) as n from operations where bank_uid = $1 group by status) o) as operations,
  (select count(*) from memories m where m.bank_uid = $1 and m.state = 'valid' and m.expires_at <= now() + interval '${EXPIRING_DAYS} days') as expiring
from banks b left join bank_stats s on s.bank_uid = b.uid where b.uid = $1 and b.org_id = $2`;

/** The counts made on every call, and the cached ones. null: the bank does not exist. */
export async function readStats(db: Queryable, scope: BankScope): Promise<StatsRow | null> {
  const [row] = await db.query<StatsRow>({ name: 'stats_current', text: CURRENT, values: [scope.bankUid, scope.orgId] });
  return row ?? null;
}

interface CountedRow extends Row {
  revision: number;
  backlog_revision: number;
  now: Date;
  nodes: Record<string, number>;
  links: Record<string, number>;
  entity_links: number;
  temporal_links: number;
  derived_links: number;
  documents: number;
  entities: number;
  pending: number;
  failed: number;
  last_consolidated_at: Date | null;
}

export interface StoredCounts {
  readonly revision: number;
  readonly backlogRevision: number;
  readonly computedAt: Date;
  readonly counted: BankCounts;
}

/** The time by which a memory has its place among the others. */
const EFFECTIVE = sql.raw('coalesce(m.occurred_start, m.mentioned_at)');

/**
 * The number of gaps of more than a day between the times of valid memories in order. The search
 * continues at the last memory within a day, because no gap before that is longer. So it reads a
 * few memories of each day, not all of them.
 */
const gapsOf = (scope: BankScope): SQL => {
  const live = sql`from memories m where m.bank_uid = ${scope.bankUid} and m.state = 'valid'`;
  return sql`(
    with recursive walk as (
      (select ${EFFECTIVE} as at, 0 as gap ${live} and ${EFFECTIVE} is not null order by ${EFFECTIVE} limit 1)
      union all
      select coalesce(near.at, far.at), (near.at is null)::int from walk w
      cross join lateral (select (
        select ${EFFECTIVE} ${live} and ${EFFECTIVE} > w.at and ${EFFECTIVE} <= w.at + interval '24 hours'
        order by ${EFFECTIVE} desc limit 1) as at offset 0) near
      cross join lateral (select (
        select ${EFFECTIVE} ${live} and near.at is null and ${EFFECTIVE} > w.at order by ${EFFECTIVE} limit 1) as at offset 0) far
      where coalesce(near.at, far.at) is not null
    ) select coalesce(sum(gap), 0) from walk)`;
};

/**
 * One statement, so that the revision matches the counts. Derived links are counted as the graph
 * derives them.
 */
export async function count(db: Queryable, scope: BankScope): Promise<StoredCounts | null> {
  const bank = scope.bankUid;
  const [row] = await db.query<CountedRow>(sql`
    select b.revision, b.backlog_revision, now() as now,
      (select coalesce(json_object_agg(t.fact_type, t.units), '{}') from memory_tallies t
       where t.bank_uid = ${bank} and t.state = 'valid' and t.units > 0) as nodes,
      (select coalesce(json_object_agg(t.link_type, t.n), '{}') from (
         select l.link_type, count(*) as n from memory_links l
         where l.bank_uid = ${bank}
           and not exists (select from memories m where m.bank_uid = ${bank} and m.id = l.from_id and m.state = 'invalidated')
           and not exists (select from memories m where m.bank_uid = ${bank} and m.id = l.to_id and m.state = 'invalidated')
         group by l.link_type) t) as links,
      e.entities, e.entity_links,
      greatest(0, (select coalesce(sum(t.units), 0) from memory_tallies t where t.bank_uid = ${bank} and t.state = 'valid')
        - (select count(*) from memories m where m.bank_uid = ${bank} and m.state = 'valid' and ${EFFECTIVE} is null)
        - 1 - ${gapsOf(scope)})::bigint as temporal_links,
      (select count(*) from observation_sources s where s.bank_uid = ${bank}) as derived_links,
      (select count(*) from documents d where d.bank_uid = ${bank}) as documents,
      (select count(distinct c.memory_id) from consolidation_items c where c.bank_uid = ${bank} and c.status = 'pending'
         and not exists (select 1 from consolidation_items f where f.bank_uid = ${bank} and f.memory_id = c.memory_id and f.status = 'failed')) as pending,
      (select count(distinct c.memory_id) from consolidation_items c where c.bank_uid = ${bank} and c.status = 'failed') as failed,
      (select max(i.updated_at) from consolidation_items i where i.bank_uid = ${bank} and i.status = 'done') as last_consolidated_at
    from banks b cross join lateral (
      select count(*) filter (where n > 0) as entities,
        coalesce(sum(case when n <= ${NEXT_UNITS + 1} then n * (n - 1) / 2 else ${NEXT_UNITS} * n - ${(NEXT_UNITS * (NEXT_UNITS + 1)) / 2} end), 0) as entity_links
      from (select e.mention_count::bigint as n from entities e where e.bank_uid = ${bank}) e) e
    where b.uid = ${bank} and b.org_id = ${scope.orgId}`);
  if (!row) return null;
  const derived = { entity: row.entity_links, temporal: row.temporal_links, derived_from: row.derived_links };
  const links = Object.fromEntries(Object.entries({ ...row.links, ...derived }).filter(([, n]) => n > 0));
  const counted = {
    nodes: row.nodes,
    links,
    documents: row.documents,
    entities: row.entities,
    pending: row.pending,
    failed: row.failed,
    lastConsolidatedAt: row.last_consolidated_at?.getTime() ?? null,
  };
  return { revision: row.revision, backlogRevision: row.backlog_revision, computedAt: row.now, counted };
}

/** Older counts never replace newer ones. A bank that was deleted meanwhile is skipped. */
export async function saveStats(
  db: Queryable,
  scope: BankScope,
  { revision, backlogRevision, computedAt, counted }: StoredCounts,
): Promise<void> {
  await db.query(sql`
    with bank as materialized (select uid from banks where uid = ${scope.bankUid} and org_id = ${scope.orgId} for key share)
    insert into bank_stats (bank_uid, revision, backlog_revision, payload, computed_at)
    select b.uid, ${revision}::bigint, ${backlogRevision}::bigint, ${json(counted)}, ${computedAt}::timestamptz from bank b
    on conflict (bank_uid) do update set revision = excluded.revision, backlog_revision = excluded.backlog_revision,
      payload = excluded.payload, computed_at = excluded.computed_at
    where bank_stats.revision <= excluded.revision and bank_stats.backlog_revision <= excluded.backlog_revision`);
}

export type MemoryBucketRow = Row & { time: Date } & Record<FactType, number>;

interface TimeRange {
  readonly from: Date;
  readonly until: Date;
}

/** Each branch uses an index range. A memory without the requested time counts by created_at. */
const timesOf = (scope: BankScope, field: TimeField, { from, until }: TimeRange): SQL => {
  const live = sql`select m.fact_type`;
  const where = sql`from memories m where m.bank_uid = ${scope.bankUid} and m.state = 'valid'`;
  const within = (column: string) => {
    const name = sql.raw(column);
    return sql`${name} >= ${from}::timestamptz and ${name} < ${until}::timestamptz`;
  };
  const created = sql`${live}, m.created_at as at ${where} and ${within('m.created_at')}`;
  if (field === 'created_at') return created;
  if (field === 'mentioned_at')
    return sql`${live}, m.mentioned_at as at ${where} and ${within('m.mentioned_at')} union all ${created} and m.mentioned_at is null`;
  return sql`${live}, m.occurred_start as at ${where} and ${within('coalesce(m.occurred_start, m.mentioned_at)')} and m.occurred_start is not null
    union all ${created} and m.occurred_start is null`;
};

const HOUR_MS = 3_600_000;

/**
 * The numbers of memories in a period, as `fact_type`, `at` and `n`. Those of whole hours are
 * stored, so only memories before the first and after the last of these are read.
 */
function numbersOf(scope: BankScope, field: TimeField, { unit, from, until }: Period): SQL {
  const counted = (range: TimeRange): SQL => sql`select t.fact_type, t.at, 1 as n from (${timesOf(scope, field, range)}) t`;
  const start = new Date(Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS);
  const end = new Date(Math.floor(until.getTime() / HOUR_MS) * HOUR_MS);
  if (unit === 'minute' || start >= end) return counted({ from, until });
  const hours = sql`
    select t.fact_type, t.hour as at, t.units as n from time_tallies t
    where t.bank_uid = ${scope.bankUid} and t.time_field = ${field} and t.hour >= ${start}::timestamptz and t.hour < ${end}::timestamptz`;
  const rest = [
    { from, until: start },
    { from: end, until },
  ].filter((range) => range.from < range.until);
  return sql.join([hours, ...rest.map(counted)], sql` union all `);
}

/**
 * A timestamp in UTC without zone, because a series of these is not affected by daylight saving
 * time. The first decade begins in the year 0.
 */
const wall = (date: Date): string =>
  date
    .toISOString()
    .slice(0, -1)
    .replace(/^0000-(.*)/, '0001-$1 BC');

export async function readSeries(
  db: Queryable,
  scope: BankScope,
  { field, period }: { field: TimeField; period: Period },
): Promise<MemoryBucketRow[]> {
  const last = new Date(period.until.getTime() - 1);
  const sums = sql.join(
    FACT_TYPES.map((type) => sql`coalesce(sum(c.n) filter (where c.fact_type = ${type}), 0)::int as ${sql.raw(type)}`),
    sql`, `,
  );
  return db.query<MemoryBucketRow>(sql`
    with counted as (
      select date_trunc(${period.unit}, t.at at time zone 'UTC') as at, t.fact_type, sum(t.n) as n from (${numbersOf(scope, field, period)}) t group by 1, 2
    )
    select b.at at time zone 'UTC' as time, ${sums}
    from generate_series(${wall(period.start)}::timestamp, ${wall(last)}::timestamp, ${`1 ${period.unit}`}::interval) as b(at)
    left join counted c on c.at = b.at group by b.at order by b.at`);
}

import { MAX_OBSERVATIONS } from '#lib/base/bounds';
import { array, type Queryable, type Row, type SQL, sql, type Tx } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { entities } from '#lib/base/db/schema/entities';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import { type TagFilter, treeCondition } from '#lib/base/tags/filter';
import { earlierMentions, isGivenName, usedName, usedNames, visibleName } from '#lib/base/tags/sources';
import { type EntitySort, FREQUENT } from '#lib/memory/entities/literals';
import { ownMentions, pairsOf, withPairs } from '#lib/memory/entities/pairs';

export interface AffectedEntities {
  readonly entityIds: readonly string[];
  /** those of them whose first or last mention may have changed */
  readonly staleIds: readonly string[];
}

/**
 * The search ends after this many memories, and all mentions are read. An entity of one period can
 * be behind a million memories. One of all periods whose mentions are rarer than that has few.
 */
const SEARCHED = 1_000;

const BACKWARD = 'm.mentioned_at desc nulls last, m.created_at desc nulls last, m.id desc nulls last';
const FORWARD = 'm.mentioned_at nulls first, m.created_at nulls first, m.id nulls first';
const LISTED_MEMORIES = `memories m where m.bank_uid = $1 and m.state = 'valid' and m.mentioned_at is not null`;

/** Where the searches end, in a bank with more memories. */
const EDGES = `
  select coalesce(f.at, 'infinity') as first_at, coalesce(f.created_at, 'infinity') as first_created_at, coalesce(f.id, 'ffffffff-ffff-ffff-ffff-ffffffffffff') as first_id,
    coalesce(l.at, '-infinity') as last_at, coalesce(l.created_at, '-infinity') as last_created_at, coalesce(l.id, '00000000-0000-0000-0000-000000000000') as last_id
  from (values (1)) one
  left join lateral (select m.mentioned_at as at, m.created_at, m.id from ${LISTED_MEMORIES} order by ${FORWARD} offset ${SEARCHED} limit 1) f on true
  left join lateral (select m.mentioned_at as at, m.created_at, m.id from ${LISTED_MEMORIES} order by ${BACKWARD} offset ${SEARCHED} limit 1) l on true`;

/**
 * The outermost valid memory of entity `t.id` at one end of the bank's history, by the index of the
 * listing; null if it is beyond the edge.
 */
const outermost = (edge: string, order: string): string => `
  select m.mentioned_at from ${LISTED_MEMORIES} and (m.mentioned_at, m.created_at, m.id) ${edge}
    and exists (select 1 from memory_entities x where x.bank_uid = m.bank_uid and x.memory_id = m.id and x.entity_id = t.id)
  order by ${order} limit 1`;
const FIRST = outermost('< (b.first_at, b.first_created_at, b.first_id)', FORWARD);
const LAST = outermost('> (b.last_at, b.last_created_at, b.last_id)', BACKWARD);

/** Further evidence beyond the time that was found: there is little. */
const beyond = (compare: string, found: string, order: string): string => `
  select v.mentioned_at from memory_evidence v
  where v.bank_uid = $1 and v.mentioned_at ${compare} ${found}
    and exists (select 1 from memory_entities x where x.bank_uid = v.bank_uid and x.memory_id = v.memory_id and x.entity_id = t.id)
    and exists (select 1 from memories m where m.bank_uid = v.bank_uid and m.id = v.memory_id and m.state = 'valid')
  order by v.mentioned_at ${order} limit 1`;

/**
 * Looks entities up by id. Without `offset 0` the planner scans all entities without mentions,
 * because its statistics are outdated while a large bank is being deleted.
 */
const byId = (ids: string): string => `
  unnest(${ids}::uuid[]) as t(id) cross join lateral (
    select f.id, f.mention_count from entities f where f.bank_uid = $1 and f.id = t.id offset 0) e`;

const TIDY = `
with stale as (
  select e.id, e.mention_count >= ${FREQUENT} as often from ${byId('$3')}
), edges as materialized (${EDGES}
), left_over as (
  select t.id, coalesce((${beyond('<', "coalesce(o.first, 'infinity')", 'asc')}), o.first) as first,
    coalesce((${beyond('>', "coalesce(o.last, '-infinity')", 'desc')}), o.last) as last
  from edges b cross join stale t cross join lateral (select (${FIRST}) as first, (${LAST}) as last offset 0) w cross join lateral (
    select coalesce(w.first, min(m.mentioned_at)) as first, coalesce(w.last, max(m.mentioned_at)) as last
    from memory_entities x join memories m on m.bank_uid = x.bank_uid and m.id = x.memory_id and m.state = 'valid'
    where x.bank_uid = $1 and x.entity_id = t.id and (w.first is null or w.last is null)) o
  where t.often
  union all
  select t.id, s.first, s.last from stale t cross join lateral (
    select least(min(m.mentioned_at), min(v.mentioned_at)) as first, greatest(max(m.mentioned_at), max(v.mentioned_at)) as last
    from memory_entities x join memories m on m.bank_uid = x.bank_uid and m.id = x.memory_id and m.state = 'valid'
    left join memory_evidence v on v.bank_uid = m.bank_uid and v.memory_id = m.id
    where x.bank_uid = $1 and x.entity_id = t.id) s
  where not t.often
), lost as materialized (
  select e.id from ${byId('$2')} where e.mention_count = 0
    and not exists (select 1 from memory_entities x where x.bank_uid = $1 and x.entity_id = e.id)
    and (select count(*) from entity_aliases a where a.bank_uid = $1 and a.entity_id = e.id) <= 1
    and not exists (select 1 from entity_changes c where c.bank_uid = $1 and c.entity_id = e.id)
    and not exists (select 1 from entity_changes c where c.bank_uid = $1 and c.other_id = e.id)
), orphans as (
  delete from entities e using lost l where e.bank_uid = $1 and e.id = l.id returning e.id
), seen as (
  update entities e set first_seen = l.first, last_seen = l.last from left_over l
  where e.bank_uid = $1 and e.id = l.id and e.mention_count > 0 and (e.first_seen, e.last_seen) is distinct from (l.first, l.last)
)
select count(*) as n from orphans`;

/**
 * Updates entities that lost mentions. Those without mentions are deleted, unless they have several
 * spellings or were merged, split or renamed, because that knowledge must not be lost. The others
 * get the times of their remaining mentions.
 */
export async function tidyEntities(tx: Tx, scope: BankScope, { entityIds, staleIds }: AffectedEntities): Promise<number> {
  if (entityIds.length === 0) return 0;
  const [row] = await tx.query<{ n: number }>({
    name: 'entities_tidy',
    text: TIDY,
    values: [scope.bankUid, entityIds, staleIds],
  });
  return row?.n ?? 0;
}

/** Whether a valid memory that mentions the entity `e` has this time, or the entity has none. */
const witnessed = (time: 'first_seen' | 'last_seen'): string => `(e.${time} is null or exists (
  select from ${LISTED_MEMORIES} and m.mentioned_at = e.${time}
    and exists (select from memory_entities x where x.bank_uid = m.bank_uid and x.memory_id = m.id and x.entity_id = e.id offset 0) offset 0))`;

/**
 * Frequent entities whose first or last time is not that of a valid memory:
 * a deletion in batches left it, or it is that of further evidence.
 */
export const outdatedEntities = (db: Queryable, scope: BankScope): Promise<(Row & Pick<EntityRow, 'id' | 'mention_count'>)[]> =>
  db.query({
    name: 'entities_outdated',
    text: `select e.id, e.mention_count from entities e
      where e.bank_uid = $1 and e.mention_count >= ${FREQUENT} and not (${witnessed('first_seen')} and ${witnessed('last_seen')}) order by e.id`,
    values: [scope.bankUid],
  });

export interface EntityRow
  extends Row,
    ColumnsOf<typeof entities, 'id' | 'canonical_name' | 'kind' | 'mention_count' | 'first_seen' | 'last_seen' | 'metadata'> {}

const COLUMNS = 'e.id, e.canonical_name, e.kind, e.mention_count, e.first_seen, e.last_seen, e.metadata';
const FIELDS = sql.raw(COLUMNS);
const fieldsUnder = (scope: BankScope, tags: TagFilter | null): SQL => (tags === null ? FIELDS : fieldsNamed(visibleName(scope, tags)));
const fieldsNamed = (name: SQL): SQL =>
  sql`e.id, ${name} as canonical_name, e.kind, e.mention_count, e.first_seen, e.last_seen, e.metadata`;
const IN_ORDER = 'e.mention_count desc nulls last, e.last_seen desc nulls last, e.id';
const ORDER = sql.raw(IN_ORDER);

/** Valid memories `m` that pass a tag filter. */
const passing = (tags: TagFilter | null): SQL => sql`m.state = 'valid' and ${treeCondition(tags, sql`m.tags`)}`;

/**
 * Entities `e` under a tag filter: mentions and times count the memories that pass it, and entities
 * without such a mention are omitted. `ids` limits the counted entities.
 */
function visibleEntities({ bankUid }: BankScope, tags: TagFilter | null, ids?: readonly string[]): SQL {
  if (tags === null) return sql.raw('entities e');
  const those = ids ? sql`and x.entity_id = any(${array([...ids], 'uuid[]')})` : sql``;
  return sql`(
    select f.bank_uid, f.id, f.canonical_name, f.kind, f.metadata, matched.mention_count, matched.first_seen, matched.last_seen
    from (
      select x.entity_id, count(*)::int as mention_count,
        min(least(m.mentioned_at, p.first)) as first_seen, max(greatest(m.mentioned_at, p.last)) as last_seen
      from memory_entities x join memories m on m.bank_uid = x.bank_uid and m.id = x.memory_id and ${passing(tags)}
      left join (
        select memory_id, min(mentioned_at) as first, max(mentioned_at) as last from memory_evidence where bank_uid = ${bankUid} group by memory_id
      ) p on p.memory_id = m.id
      where x.bank_uid = ${bankUid} ${those} group by x.entity_id
    ) matched join entities f on f.bank_uid = ${bankUid} and f.id = matched.entity_id) e`;
}

/**
 * The names of entities of an earlier state under a filter, as the common table expression `used`,
 * which `usedName` reads: a search for each name would read all memories that were changed since.
 * `ids` selects the entities; null: all.
 */
const namesAtOnce = (scope: BankScope, tags: TagFilter, ids: SQL | null): SQL => sql`
  mention as materialized (select * from ${earlierMentions(scope, tags, ids)} y), used as materialized ${usedNames(scope, 'mention')}`;

/** All mentions of valid memories that pass a filter, with their spellings. */
const passingMentions = (scope: BankScope, tags: TagFilter): SQL =>
  scope.isEarlier
    ? earlierMentions(scope, tags, null)
    : sql`(select y.entity_id, y.spellings from memory_entities y join memories m on m.bank_uid = y.bank_uid and m.id = y.memory_id and ${passing(tags)}
        where y.bank_uid = ${scope.bankUid})`;

/** Spelling `a` of an entity; under a tag filter, one that a passing memory uses. */
const visibleSpelling = ({ bankUid }: BankScope, tags: TagFilter | null): SQL =>
  tags === null
    ? sql`true`
    : sql`exists (
        select 1 from memory_entities y join memories m on m.bank_uid = y.bank_uid and m.id = y.memory_id and ${passing(tags)}
        where y.bank_uid = ${bankUid} and y.entity_id = a.entity_id and a.key::text = any(y.spellings))`;

export interface EntityFilter {
  readonly q: string | undefined;
  readonly kind: string | undefined;
  readonly ids: readonly string[] | undefined;
  /** null: no filter */
  readonly tags: TagFilter | null;
  /** undefined: by mentions, then by the last one */
  readonly sort: EntitySort | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

/**
 * Searches `q` in every spelling and in the name, which may have been changed manually; under a
 * filter, only in the visible ones.
 */
const matching = (scope: BankScope, { q, kind, ids, tags }: EntityFilter): SQL => {
  const contains = (column: string) => sql`position(lower(${q}::text) in lower(${sql.raw(column)})) > 0`;
  const usual = tags === null ? contains('e.canonical_name') : sql`(${contains('e.canonical_name')} and ${isGivenName(scope)})`;
  const spelled = sql`select a.entity_id from entity_aliases a where a.bank_uid = ${scope.bankUid} and (${contains('a.name')} or ${contains('a.key')})`;
  // Reads the spellings of all passing memories once. A lookup per entity would take seconds for
  // a hundred thousand names.
  const visible =
    tags === null
      ? spelled
      : sql`${spelled} and (a.entity_id, a.key::text) in (
          select y.entity_id, s.key from ${passingMentions(scope, tags)} y cross join unnest(y.spellings) as s(key))`;
  const named = q ? sql`and (e.id in (${visible}) or ${usual})` : sql``;
  const typed = kind === undefined ? sql`` : sql`and e.kind = ${kind}`;
  const those = ids === undefined ? sql`` : sql`and e.id = any(${array(ids, 'uuid[]')})`;
  return sql`e.bank_uid = ${scope.bankUid} and e.mention_count > 0 ${those} ${typed} ${named}`;
};

export async function countEntities(db: Queryable, scope: BankScope, filter: EntityFilter): Promise<number> {
  const [row] = await db.query<{ total: number }>(sql`
    select count(*) as total from ${visibleEntities(scope, filter.tags, filter.ids)} where ${matching(scope, filter)}`);
  return row?.total ?? 0;
}

const PAGE = `
select ${COLUMNS} from unnest(array(
  select e.id from entities e where e.bank_uid = $1 and e.mention_count > 0 order by ${IN_ORDER} limit (select $2::bigint) offset (select $3::bigint)
)) with ordinality as p(id, ord) join entities e on e.bank_uid = $1 and e.id = p.id order by p.ord`;

/**
 * Skips the rows before the page in the index alone. Without filters one plan is cached: numbers
 * from a sub-select do not change it.
 */
export const listEntities = (db: Queryable, scope: BankScope, filter: EntityFilter): Promise<EntityRow[]> => {
  const { tags, sort, ids } = filter;
  if (tags === null && !filter.q && filter.kind === undefined && ids === undefined && sort === undefined)
    return db.query<EntityRow>({ name: 'entities_page', text: PAGE, values: [scope.bankUid, filter.limit, filter.offset] });
  return db.query<EntityRow>(sql`
    select ${fieldsUnder(scope, tags)} from ${visibleEntities(scope, tags, ids)} where ${matching(scope, filter)}
    order by ${orderOf(filter)} limit ${filter.limit}::bigint offset ${filter.offset}::bigint`);
};

/**
 * A page of an earlier state and the number of all rows, in one statement: what the numbers of
 * mentions were is computed from all memories that were changed since.
 */
export async function listEarlier(db: Queryable, scope: BankScope, filter: EntityFilter): Promise<{ rows: EntityRow[]; total: number }> {
  const { tags, ids, limit, offset } = filter;
  const order = orderOf(filter);
  const rows = await db.query<EntityRow & { total: number }>(sql`
    with listed as materialized (
      select e.* from ${visibleEntities(scope, tags, ids)} where ${matching(scope, filter)}
    ), page as materialized (
      select e.* from listed e order by ${order} limit ${limit}::bigint offset ${offset}::bigint
    )${tags === null ? sql`` : sql`, ${namesAtOnce(scope, tags, sql`select id from page`)}`}
    select t.total, ${tags === null ? FIELDS : fieldsNamed(usedName(scope, 'used'))}
    from (select count(*) as total from listed) t left join page e on true${tags === null ? sql`` : sql` left join used on used.entity_id = e.id`}
    order by ${order}`);
  return { rows: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
}

const orderOf = ({ sort, order }: EntityFilter): SQL =>
  sort === undefined ? ORDER : sql.raw(`${sort}${sort === 'canonical_name' ? ' collate "C"' : ''} ${order} nulls last, id`);

/** Names and kinds of all entities that match, in order, regardless of the page. */
export const listNames = (
  db: Queryable,
  scope: BankScope,
  filter: EntityFilter,
): Promise<Pick<EntityRow, 'id' | 'canonical_name' | 'kind'>[]> =>
  db.query(
    filter.tags !== null && scope.isEarlier
      ? sql`
    with ${namesAtOnce(scope, filter.tags, null)}
    select e.id, ${usedName(scope, 'used')} as canonical_name, e.kind
    from ${visibleEntities(scope, filter.tags)} left join used on used.entity_id = e.id where ${matching(scope, filter)} order by ${orderOf(filter)}`
      : sql`
    select e.id, ${filter.tags === null ? sql`e.canonical_name` : sql`${visibleName(scope, filter.tags)} as canonical_name`}, e.kind
    from ${visibleEntities(scope, filter.tags)} where ${matching(scope, filter)} order by ${orderOf(filter)}`,
  );

/** These entities, in the order of the filter. */
export const listByIds = (db: Queryable, scope: BankScope, filter: EntityFilter, ids: readonly string[]): Promise<EntityRow[]> =>
  db.query<EntityRow>(selectByIds(scope, filter.tags, ids, orderOf(filter)));

function selectByIds(scope: BankScope, tags: TagFilter | null, ids: readonly string[], order: SQL): SQL {
  const those = array([...ids], 'uuid[]');
  const isNamedAtOnce = tags !== null && scope.isEarlier;
  return sql`
    ${isNamedAtOnce ? sql`with ${namesAtOnce(scope, tags, sql`select unnest(${those})`)}` : sql``}
    select ${isNamedAtOnce ? fieldsNamed(usedName(scope, 'used')) : fieldsUnder(scope, tags)} from ${visibleEntities(scope, tags, ids)}
    ${isNamedAtOnce ? sql`left join used on used.entity_id = e.id` : sql``}
    where e.bank_uid = ${scope.bankUid} and e.id = any(${those}) order by ${order}`;
}

export interface EntityDetailRow extends EntityRow {
  aliases: { key: string; name: string }[];
  observations: { id: string; text: string; mentioned_at: string | null }[];
}

const ONE = `
with cited as materialized (
  select distinct s.observation_id as id from observation_sources s
  join memory_entities x on x.bank_uid = $1 and x.memory_id = s.memory_id and x.entity_id = $2 where s.bank_uid = $1
), newest as (
  select m.id, m.text, m.mentioned_at, m.created_at from cited c
  join memories m on m.bank_uid = $1 and m.id = c.id and m.fact_type = 'observation' and m.state = 'valid'
  order by m.mentioned_at desc nulls last, m.created_at desc, m.id desc limit ${MAX_OBSERVATIONS}
)
select ${COLUMNS},
  (select coalesce(json_agg(json_build_object('key', a.key, 'name', a.name) order by a.key), '[]') from entity_aliases a
   where a.bank_uid = $1 and a.entity_id = e.id) as aliases,
  (select coalesce(json_agg(json_build_object('id', n.id, 'text', n.text, 'mentioned_at', n.mentioned_at)
     order by n.mentioned_at desc nulls last, n.created_at desc, n.id desc), '[]') from newest n) as observations
from entities e where e.bank_uid = $1 and e.id = $2`;

/** With its spellings, and the observations based on a memory that mentions it. */
export async function findEntity(db: Queryable, scope: BankScope, id: string, tags: TagFilter | null): Promise<EntityDetailRow | null> {
  const [row] = await db.query<EntityDetailRow>(
    tags === null ? { name: 'entities_get', text: ONE, values: [scope.bankUid, id] } : visibleDetail(scope, id, tags),
  );
  return row ?? null;
}

/** The same under a tag filter, which observations and their sources must pass too. */
const visibleDetail = (scope: BankScope, id: string, tags: TagFilter): SQL => sql`
  with cited as materialized (
    select distinct s.observation_id as id from memory_entities x
    join memories m on m.bank_uid = x.bank_uid and m.id = x.memory_id and ${treeCondition(tags, sql`m.tags`)}
    join observation_sources s on s.bank_uid = x.bank_uid and s.memory_id = x.memory_id
    where x.bank_uid = ${scope.bankUid} and x.entity_id = ${id}::uuid
  ), newest as (
    select m.id, m.text, m.mentioned_at, m.created_at from cited c
    join memories m on m.bank_uid = ${scope.bankUid} and m.id = c.id and m.fact_type = 'observation' and ${passing(tags)}
    order by m.mentioned_at desc nulls last, m.created_at desc, m.id desc limit ${MAX_OBSERVATIONS}
  )
  select ${fieldsUnder(scope, tags)},
    (select coalesce(json_agg(json_build_object('key', a.key, 'name', a.name) order by a.key), '[]') from entity_aliases a
     where a.bank_uid = ${scope.bankUid} and a.entity_id = e.id and ${visibleSpelling(scope, tags)}) as aliases,
    (select coalesce(json_agg(json_build_object('id', n.id, 'text', n.text, 'mentioned_at', n.mentioned_at)
       order by n.mentioned_at desc nulls last, n.created_at desc, n.id desc), '[]') from newest n) as observations
  from ${visibleEntities(scope, tags, [id])}`;

/** The entity into which this one was last merged; null if it was not. */
export async function findMergedInto(db: Queryable, scope: BankScope, id: string): Promise<string | null> {
  const [row] = await db.query<{ entity_id: string }>(sql`
    select c.entity_id from entity_changes c
    where c.bank_uid = ${scope.bankUid} and c.other_id = ${id}::uuid and c.kind = 'merge' and c.undone_at is null order by c.id desc limit 1`);
  return row?.entity_id ?? null;
}

export interface PairRow extends Row {
  source: string;
  target: string;
  n: number;
  last: Date | null;
}

export interface GraphRows {
  readonly pairs: PairRow[];
  readonly nodes: EntityRow[];
  readonly totalEdges: number;
  readonly totalEntities: number;
}

export interface EntityGraphFilter {
  readonly limit: number;
  readonly minCount: number;
  readonly entityId: string | undefined;
  /** null: no filter */
  readonly tags: TagFilter | null;
}

interface EntityGraphRow extends Row {
  is_complete: boolean;
  total_edges: number;
  total_entities: number;
  sources: string[];
  targets: string[];
  counts: number[];
  lasts: (Date | null)[];
}

/**
 * Pairs of entities that valid memories mention together, counted on request within the limits of
 * `pairsOf`; with `entityId` only those of this entity. The ends of a pair are sorted by id.
 */
export async function readGraph(
  db: Queryable,
  scope: BankScope,
  { limit, minCount, entityId, tags }: EntityGraphFilter,
): Promise<GraphRows> {
  const bank = scope.bankUid;
  const ofOne = (id: string): SQL => sql`
    pair as materialized (
      select least(a.entity_id, b.entity_id) as source, greatest(a.entity_id, b.entity_id) as target, count(*)::int as n, max(m.mentioned_at) as last
      from memory_entities a join memories m on m.bank_uid = ${bank} and m.id = a.memory_id and ${passing(tags)}
      join memory_entities b on b.bank_uid = ${bank} and b.memory_id = a.memory_id and b.entity_id <> a.entity_id
      where a.bank_uid = ${bank} and a.entity_id = ${id}::uuid group by 1, 2 having count(*) >= ${minCount}::bigint
    ), pairs_read as (select true as is_complete)`;
  const ofAll = (memories: number | null): SQL =>
    pairsOf({ where: sql`m.bank_uid = ${bank} and ${passing(tags)}`, mentions: ownMentions(scope), minCount, memories });
  const read = async (pairs: SQL): Promise<EntityGraphRow> => {
    const [row] = await db.query<EntityGraphRow>(sql`
    with ${pairs}, page as materialized (
      select * from pair order by n desc, last desc nulls last, source, target limit ${limit}::bigint
    )
    select (select is_complete from pairs_read) as is_complete, (select count(*) from pair) as total_edges,
      (select count(*) from (select source from pair union select target from pair) e) as total_entities,
      coalesce(array_agg(source order by n desc, last desc nulls last, source, target), '{}') as sources,
      coalesce(array_agg(target order by n desc, last desc nulls last, source, target), '{}') as targets,
      coalesce(array_agg(n order by n desc, last desc nulls last, source, target), '{}') as counts,
      coalesce(array_agg(last order by n desc, last desc nulls last, source, target), '{}') as lasts
    from page`);
    return defined(row);
  };
  const row = entityId ? await read(ofOne(entityId)) : await withPairs(scope, (memories) => read(ofAll(memories)));
  const { sources, targets, counts, lasts } = row;
  const ids = [...new Set([...sources, ...targets])];
  const nodes = ids.length === 0 ? [] : await db.query<EntityRow>(selectByIds(scope, tags, ids, ORDER));
  return {
    pairs: sources.map((source, i) => ({ source, target: defined(targets[i]), n: defined(counts[i]), last: lasts[i] ?? null })),
    nodes,
    totalEdges: row.total_edges,
    totalEntities: row.total_entities,
  };
}

export interface SpelledRow extends EntityRow {
  keys: string[];
}

/** The most mentioned entities with their spellings, and the pairs marked as different. */
export async function readSpelled(
  db: Queryable,
  scope: BankScope,
  limit: number,
): Promise<{ entities: SpelledRow[]; apart: { low_id: string; high_id: string }[] }> {
  const entities = await db.query<SpelledRow>(sql`
    select ${FIELDS}, array(select a.key::text from entity_aliases a where a.bank_uid = e.bank_uid and a.entity_id = e.id order by a.key) as keys
    from entities e where e.bank_uid = ${scope.bankUid} and e.mention_count > 0 order by ${ORDER} limit ${limit}`);
  const apart = await db.query<{ low_id: string; high_id: string }>(sql`
    select low_id, high_id from entity_apart where bank_uid = ${scope.bankUid}`);
  return { entities, apart };
}

export interface Company {
  readonly shared: number;
  readonly together: number;
}

const COMPANY_UNITS = 200;

/**
 * For each pair: the number of entities mentioned with both, and how often both are mentioned
 * together, in the latest memories of each.
 */
export async function readCompany(db: Queryable, scope: BankScope, pairs: readonly (readonly [string, string])[]): Promise<Company[]> {
  const bank = scope.bankUid;
  const rows = await db.query<{ n: number; shared: number; together: number }>(sql`
    with pair as materialized (
      select p.n, p.a, p.b from unnest(${array(
        pairs.map(([a]) => a),
        'uuid[]',
      )}, ${array(
        pairs.map(([, b]) => b),
        'uuid[]',
      )}) with ordinality as p(a, b, n)
    ), near as materialized (
      select e.id, o.entity_id as neighbor, count(*)::int as units from (select a as id from pair union select b from pair) e
      cross join lateral (
        select x.memory_id from memory_entities x where x.bank_uid = ${bank} and x.entity_id = e.id order by x.memory_id desc limit ${COMPANY_UNITS}) u
      join memory_entities o on o.bank_uid = ${bank} and o.memory_id = u.memory_id and o.entity_id <> e.id
      group by e.id, o.entity_id
    ), common as (
      select p.n, count(*)::int as shared from pair p join near x on x.id = p.a join near y on y.id = p.b and y.neighbor = x.neighbor group by p.n
    )
    select p.n::int, coalesce(c.shared, 0) as shared, coalesce(t.units, 0) as together
    from pair p left join common c on c.n = p.n left join near t on t.id = p.b and t.neighbor = p.a order by p.n`);
  return rows.map(({ shared, together }) => ({ shared, together }));
}

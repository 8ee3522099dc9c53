import { array, type Queryable, type Row, type SQL, sql } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import type { TagFilter } from '#lib/base/tags/filter';
import { matchingMentions, usedName, usedNames, visibleName, visibleProof, visibleSources } from '#lib/base/tags/sources';
import { ownMentions, pairsOf, withPairs } from '#lib/memory/entities/pairs';
import { MAX_EDGES, MAX_NODE_TEXT } from '#lib/memory/graph/contract';
import type { EdgeKind, NodeKind } from '#lib/memory/graph/literals';
import { conditions, latestOf, type MemoryGraphFilter, mentionWeights, namedOnPage, totalOf, whereOf } from '#lib/memory/graph/store';
import { MENTION_TIMES, type MentionTimes, searchMentionTimes } from '#lib/memory/graph/store-times';

export interface ExploredRow extends MentionTimes {
  id: string;
  kind: NodeKind;
  label: string;
  entity_kind: string | null;
  mentions: number;
}

export interface LinkRow extends Row {
  source: string;
  target: string;
  kind: EdgeKind;
  weight: number;
}

const unitFields = (scope: BankScope, tags: TagFilter | null): SQL => sql`
  m.id, m.fact_type as kind, left(m.text, ${sql.raw(String(MAX_NODE_TEXT + 1))}) as label, null::text as entity_kind, ${visibleProof(scope, tags)} as mentions,
  m.occurred_start, coalesce(m.occurred_end, m.occurred_start) as occurred_end, m.mentioned_at, m.mentioned_at as mentioned_last, m.created_at,
  m.created_at as created_last`;
const entityFields = (scope: BankScope, tags: TagFilter | null): SQL => sql`
  e.id, 'entity' as kind, ${tags !== null && scope.isEarlier ? usedName(scope, 'used') : visibleName(scope, tags)} as label, e.kind as entity_kind,
  ${tags === null ? sql`e.mention_count` : sql`coalesce(s.mentions, 0)`} as mentions,
  s.occurred_start, s.occurred_end, s.mentioned_at, s.mentioned_last, s.created_at, s.created_last`;
/** The number of valid memories that mention an entity, and their times. */
const SEEN = sql`count(*)::int as mentions, ${MENTION_TIMES}`;
/** the columns that it reads */
const TIMES = ['occurred_start', 'occurred_end', 'mentioned_at', 'created_at'];

/**
 * Memories or entities by id. Invalidated memories are omitted, and of an earlier state entities
 * that no memory mentioned yet. Times are grouped in one query: a lookup of the mentions of each
 * entity takes eight times as long for a thousand of them. Only mentions of entities whose times
 * were not found by a search are read for that: a large bank has millions. Under a filter, counts
 * and times are those of the passing memories. Names of an earlier state are then read for all
 * entities at once: a search for each of them would read all memories that were changed since.
 */
export async function readByIds(db: Queryable, scope: BankScope, ids: readonly string[], tags: TagFilter | null): Promise<ExploredRow[]> {
  if (ids.length === 0) return [];
  const idArray = array(ids, 'uuid[]');
  const found = tags === null ? await searchMentionTimes(db, scope, ids) : new Map<string, MentionTimes>();
  const others = ids.filter((id) => !found.has(id));
  const mentions =
    tags === null
      ? sql`(select x.entity_id, m.* from memory_entities x
          join memories m on m.bank_uid = ${scope.bankUid} and m.id = x.memory_id and m.state = 'valid'
          where x.bank_uid = ${scope.bankUid} and x.entity_id = any(${array(others, 'uuid[]')}))`
      : matchingMentions(scope, tags, sql`select unnest(${idArray})`, TIMES);
  const isNamedAtOnce = tags !== null && scope.isEarlier;
  const shown = isNamedAtOnce
    ? sql`with mention as materialized (select * from ${mentions} y), used as materialized ${usedNames(scope, 'mention')}`
    : sql``;
  const rows = await db.query<ExploredRow>(sql`
    ${shown}
    select ${unitFields(scope, tags)} from memories m where m.bank_uid = ${scope.bankUid} and m.id = any(${idArray}) and m.state = 'valid'
    union all
    select ${entityFields(scope, tags)} from entities e left join (
      select m.entity_id, ${SEEN} from ${isNamedAtOnce ? sql`mention` : mentions} m group by m.entity_id) s on s.entity_id = e.id
    ${isNamedAtOnce ? sql`left join used on used.entity_id = e.id` : sql``}
    where e.bank_uid = ${scope.bankUid} and e.id = any(${idArray}) and (e.mention_count > 0 or exists (
      select from memory_entities x join memories m on m.bank_uid = ${scope.bankUid} and m.id = x.memory_id
      where x.bank_uid = ${scope.bankUid} and x.entity_id = e.id))`);
  return rows.map((row) => ({ ...row, ...found.get(row.id) }));
}

/** The last mentioned memories that match, and the number of matches. */
export async function readUnits(
  db: Queryable,
  scope: BankScope,
  { filter, limit }: { filter: MemoryGraphFilter; limit: number },
): Promise<{ rows: ExploredRow[]; total: number }> {
  const [counted] = await db.query<{ total: number }>(totalOf(scope, filter));
  const rows = await db.query<ExploredRow>(sql`
    select ${unitFields(scope, filter.tags)} ${latestOf(scope, filter, limit)}`);
  return { rows, total: counted?.total ?? 0 };
}

/** The mentions of memories are looked up if these are at most this share of the bank. */
const LOOKED_UP = 0.2;

/**
 * Joins the mentions `x` of a memory. Of a small part of a large bank, each memory is looked up:
 * the planner would read all mentions of the bank. An earlier state has no index for that.
 * `matches`: the number of memories whose mentions are read.
 */
const mentionsOf = (scope: BankScope, matches: number, id: SQL): SQL => {
  const own = sql`x.bank_uid = ${scope.bankUid} and x.memory_id = ${id}`;
  return scope.isEarlier || matches > LOOKED_UP * (scope.bank?.unitCount ?? 0)
    ? sql`join memory_entities x on ${own}`
    : sql`cross join lateral (select x.entity_id from memory_entities x where ${own} offset 0) x`;
};

/** The sources `s` of the observations among `units`, a relation with `id` and `fact_type`. */
const observedBy = (scope: BankScope, units: SQL, tags: TagFilter | null): SQL => sql`
  ${units} u join ${visibleSources(scope, tags)} s on s.bank_uid = ${scope.bankUid} and s.observation_id = u.id and u.fact_type = 'observation'`;

/**
 * The entities that memories mention; for an observation those of its sources. `units`: a relation
 * with `id` and `fact_type`.
 */
const namedBy = (scope: BankScope, units: SQL, tags: TagFilter | null): SQL => sql`
  select u.id as memory_id, x.entity_id from ${units} u join memory_entities x on x.bank_uid = ${scope.bankUid} and x.memory_id = u.id
  union
  select u.id, x.entity_id from ${observedBy(scope, units, tags)}
  join memory_entities x on x.bank_uid = ${scope.bankUid} and x.memory_id = s.memory_id`;

interface MemoryGraphRow extends Row {
  is_complete: boolean;
  total_nodes: number;
  total_edges: number;
  ids: string[];
  edges: [string, string, number][];
}

/**
 * The number of matching memories that mention an entity, as `counted`. Without a filter, the
 * numbers are stored.
 */
const countedOf = (scope: BankScope, filter: MemoryGraphFilter, named: SQL): SQL =>
  conditions(scope, filter).length === 0
    ? sql`counted as materialized (
        select e.id, e.mention_count as n from entities e where e.bank_uid = ${scope.bankUid} and e.mention_count > 0)`
    : sql`unit as materialized (select m.id, m.fact_type from memories m where ${whereOf(scope, filter)}),
      counted as materialized (select n.entity_id as id, count(*)::int as n from (${named}) n group by n.entity_id)`;

/**
 * The entities that matching memories mention most, and the number of memories that mention two of
 * them together, counted on request within the limits of `pairsOf`. Returns edges among the
 * `perNode` strongest of either end.
 */
export async function readEntityGraph(
  db: Queryable,
  scope: BankScope,
  { filter, limit, minCount, perNode }: { filter: MemoryGraphFilter; limit: number; minCount: number; perNode: number },
): Promise<{ rows: ExploredRow[]; links: LinkRow[]; totalNodes: number; totalEdges: number }> {
  // An observation repeats the entities of its sources, so it only counts if the filter selects
  // observations.
  const isOfObservations = filter.type === 'observation';
  const isCounted = conditions(scope, filter).length > 0;
  const [matching] = isCounted ? await db.query<{ total: number }>(totalOf(scope, filter)) : [];
  const named = sql`select x.entity_id from unit u ${mentionsOf(scope, matching?.total ?? 0, sql`u.id`)}`;
  const counted = countedOf(scope, filter, isOfObservations ? namedBy(scope, sql`unit`, filter.tags) : named);
  const observed = namedBy(scope, sql`(select id, 'observation' as fact_type from newest)`, filter.tags);
  const mentions = isOfObservations
    ? sql`select n.place, n.mentioned_at, array_agg(x.entity_id order by x.entity_id) as ids from newest n join (${observed}) x on x.memory_id = n.id
        group by n.place, n.mentioned_at`
    : ownMentions(scope);
  const read = async (memories: number | null): Promise<MemoryGraphRow> => {
    const [row] = await db.query<MemoryGraphRow>(sql`
    with ${counted}, ${pairsOf({ where: whereOf(scope, filter), mentions, minCount, memories })},
    node as materialized (select id, n from counted order by n desc, id limit ${limit}::bigint),
    inside as (
      select p.* from pair p join node s on s.id = p.source join node t on t.id = p.target
    ), half as (
      select source as node, source, target, n from inside union all select target, source, target, n from inside
    ), placed as (
      select source, target, n, row_number() over (partition by node order by n desc, source, target) as place from half
    ), strongest as (
      select source, target, n from placed where ${perNode === 0 ? sql`true` : sql`place <= ${perNode}::bigint`} group by source, target, n
      order by n desc, source, target limit ${MAX_EDGES}
    )
    select (select is_complete from pairs_read) as is_complete,
      (select count(*) from counted) as total_nodes, (select count(*) from pair) as total_edges,
      (select coalesce(array_agg(id order by n desc, id), '{}') from node) as ids,
      (select coalesce(json_agg(json_build_array(source, target, n) order by n desc, source, target), '[]') from strongest) as edges`);
    return defined(row);
  };
  const { ids, edges, total_nodes, total_edges } = await withPairs(scope, read);
  const rows = await readByIds(db, scope, ids, filter.tags);
  const place = new Map(ids.map((id, i) => [id, i]));
  rows.sort((a, b) => defined(place.get(a.id)) - defined(place.get(b.id)));
  const links = edges.map(([source, target, weight]): LinkRow => ({ source, target, kind: 'together', weight }));
  return { rows, links, totalNodes: total_nodes, totalEdges: total_edges };
}

/**
 * Number of entities that matching memories mention, returned or not. `matches`: the number of
 * these memories.
 */
export async function countEntities(db: Queryable, scope: BankScope, filter: MemoryGraphFilter, matches: number): Promise<number> {
  if (conditions(scope, filter).length === 0) {
    // Without a filter, the stored number of mentions of each entity is used.
    const [row] = await db.query<{ total: number }>(sql`
      select count(*) as total from entities e where e.bank_uid = ${scope.bankUid} and e.mention_count > 0`);
    return row?.total ?? 0;
  }
  const [row] = await db.query<{ total: number }>(sql`
    with unit as materialized (select m.id, m.fact_type from memories m where ${whereOf(scope, filter)})
    select count(*) as total from (
      select x.entity_id from unit u ${mentionsOf(scope, matches, sql`u.id`)}
      union
      select x.entity_id from ${observedBy(scope, sql`unit`, filter.tags)} ${mentionsOf(scope, matches, sql`s.memory_id`)}) n`);
  return row?.total ?? 0;
}

interface MixedRow extends Row {
  named: number;
  total_edges: number;
  entities: string[];
  edges: [string, string, EdgeKind, number][];
}

/**
 * The entities that these memories mention most, and the links: memories to entities, observations
 * to their sources, effects to causes. A mention of a rarer entity weighs more, so a memory with
 * many names is linked to the most specific ones.
 */
export async function readMixedGraph(
  db: Queryable,
  scope: BankScope,
  { ids, limit, perNode, tags }: { ids: readonly string[]; limit: number; perNode: number; tags: TagFilter | null },
): Promise<{ rows: ExploredRow[]; links: LinkRow[]; totalEdges: number; named: number }> {
  const bank = scope.bankUid;
  const place = perNode === 0 ? sql`true` : sql`place <= ${perNode}::bigint`;
  const [row] = await db.query<MixedRow>(sql`
    with unit as materialized (
      select m.id, m.fact_type from memories m where m.bank_uid = ${bank} and m.id = any(${array(ids, 'uuid[]')})
    ), named as materialized (${namedOnPage(scope, 'unit', tags)}),
    counted as materialized (select entity_id as id, count(*)::int as n from named group by entity_id),
    chosen as materialized (select id, n from counted order by n desc, id limit ${limit}::bigint),
    weighted as materialized (${mentionWeights(scope, tags, sql`select id from chosen`)}),
    edge as materialized (
      select n.memory_id as source, n.entity_id as target, 'mentions' as kind, w.weight::float8 as weight
      from named n join weighted w on w.id = n.entity_id
      union all
      select f.id, o.id, 'proves', 1 from observation_sources s join unit f on f.id = s.memory_id join unit o on o.id = s.observation_id
      where s.bank_uid = ${bank}
      union all
      select f.id, t.id, l.link_type, least(1, l.weight)::float8 from memory_links l join unit f on f.id = l.from_id join unit t on t.id = l.to_id
      where l.bank_uid = ${bank} and l.link_type = 'caused_by'
    ), half as (
      select source as node, * from edge union all select target, * from edge
    ), placed as (
      select source, target, kind, weight, row_number() over (partition by node order by weight desc, kind, source, target) as place from half
    ), strongest as (
      select source, target, kind, weight from placed where ${place} group by source, target, kind, weight
      order by weight desc, kind, source, target limit ${MAX_EDGES}
    )
    select (select count(*) from counted) as named, (select count(*) from edge) as total_edges,
      (select coalesce(array_agg(id order by n desc, id), '{}') from chosen) as entities,
      (select coalesce(json_agg(json_build_array(source, target, kind, weight) order by weight desc, kind, source, target), '[]') from strongest) as edges`);
  const { entities, edges, total_edges, named } = defined(row);
  const rows = await readByIds(db, scope, entities, tags);
  const order = new Map(entities.map((id, i) => [id, i]));
  rows.sort((a, b) => defined(order.get(a.id)) - defined(order.get(b.id)));
  const links = edges.map(([source, target, kind, weight]): LinkRow => ({ source, target, kind, weight }));
  return { rows, links, totalEdges: total_edges, named };
}

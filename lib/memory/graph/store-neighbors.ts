import { array, type Queryable, type Row, type SQL, sql } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { BankScope } from '#lib/base/scope';
import { type TagFilter, treeCondition } from '#lib/base/tags/filter';
import { visibleMentions } from '#lib/base/tags/sources';
import type { EdgeKind } from '#lib/memory/graph/literals';
import { mentionWeight } from '#lib/memory/graph/store';
import type { LinkRow } from '#lib/memory/graph/store-explore';

/** The links of an entity or a memory. Memories are always valid ones. */

export interface NeighborRow extends Row {
  id: string;
  kind: EdgeKind;
  weight: number;
  /** the edge begins at the neighbor */
  inward: boolean;
  total: number;
}

export interface NeighborScope {
  readonly id: string;
  /** null: no filter */
  readonly tags: TagFilter | null;
  readonly limit: number;
  readonly offset: number;
}

/**
 * The relations between the nodes of a bank; under a filter only those between passing memories.
 * All queries in this file use these relations, so nothing else needs the filter.
 */
function joins({ bankUid }: BankScope, tags: TagFilter | null): { mentions: SQL; sources: SQL; links: SQL } {
  if (tags === null)
    return { mentions: sql.raw('memory_entities'), sources: sql.raw('observation_sources'), links: sql.raw('memory_links') };
  const passes = (alias: string, id: string): SQL =>
    sql`join memories ${sql.raw(alias)} on ${sql.raw(`${alias}.bank_uid = k.bank_uid and ${alias}.id = k.${id}`)} and ${treeCondition(tags, sql.raw(`${alias}.tags`))}`;
  return {
    mentions: sql`(select k.* from memory_entities k ${passes('f', 'memory_id')} where k.bank_uid = ${bankUid})`,
    sources: sql`(select k.* from observation_sources k ${passes('f', 'memory_id')} ${passes('g', 'observation_id')} where k.bank_uid = ${bankUid})`,
    links: sql`(select k.* from memory_links k ${passes('f', 'from_id')} ${passes('g', 'to_id')} where k.bank_uid = ${bankUid})`,
  };
}

/**
 * Whether a node is visible. Without a filter every existing node is; under one, a passing memory,
 * or an entity that such a memory mentions.
 */
export async function isVisibleNode(db: Queryable, scope: BankScope, id: string, tags: TagFilter | null): Promise<boolean> {
  if (tags === null) return true;
  const [row] = await db.query<{ is_visible: boolean }>(sql`
    select exists (select from memories m where m.bank_uid = ${scope.bankUid} and m.id = ${id}::uuid and ${treeCondition(tags, sql`m.tags`)})
      or exists (select from entities e where e.bank_uid = ${scope.bankUid} and e.id = ${id}::uuid and ${visibleMentions(scope, tags)} > 0) as is_visible`);
  return defined(row).is_visible;
}

/** Time of the last mention of entity `e`; under a filter, by a passing memory. */
const lastSeen = (scope: BankScope, tags: TagFilter | null): SQL =>
  tags === null
    ? sql.raw('e.last_seen')
    : sql`(
        select max(greatest(m.mentioned_at, v.mentioned_at)) from ${joins(scope, tags).mentions} y ${live(scope, sql`y.memory_id`)}
        left join memory_evidence v on v.bank_uid = m.bank_uid and v.memory_id = m.id where y.entity_id = e.id)`;

const live = (scope: BankScope, id: SQL): SQL =>
  sql`join memories m on m.bank_uid = ${scope.bankUid} and m.id = ${id} and m.state = 'valid'`;

const paged = (relation: SQL, { limit, offset }: NeighborScope): SQL => sql`
  select id, kind, weight::float8 as weight, inward, count(*) over () as total from (${relation}) r
  order by weight desc, at desc nulls last, kind, id limit ${limit}::bigint offset ${offset}::bigint`;

/**
 * Entities that valid memories mention together with this one; the weight is the number of these
 * memories.
 */
export const readCompany = (db: Queryable, scope: BankScope, place: NeighborScope): Promise<NeighborRow[]> => {
  const bank = scope.bankUid;
  const { mentions } = joins(scope, place.tags);
  return db.query<NeighborRow>(
    paged(
      sql`select b.entity_id as id, 'together' as kind, count(*) as weight, false as inward, max(m.mentioned_at) as at
          from ${mentions} a ${live(scope, sql`a.memory_id`)}
          join ${mentions} b on b.bank_uid = ${bank} and b.memory_id = a.memory_id and b.entity_id <> a.entity_id
          where a.bank_uid = ${bank} and a.entity_id = ${place.id}::uuid group by b.entity_id`,
      place,
    ),
  );
};

/** Memories that mention an entity, and observations based on one. */
export const readMentioning = (db: Queryable, scope: BankScope, place: NeighborScope): Promise<NeighborRow[]> => {
  const bank = scope.bankUid;
  const { mentions, sources } = joins(scope, place.tags);
  return db.query<NeighborRow>(
    paged(
      sql`select n.id, 'mentions' as kind, ${mentionWeight(scope, place.tags)} as weight, true as inward, m.mentioned_at as at
          from (
            select x.memory_id as id from ${mentions} x where x.bank_uid = ${bank} and x.entity_id = ${place.id}::uuid
            union
            select s.observation_id from ${mentions} x join ${sources} s on s.bank_uid = ${bank} and s.memory_id = x.memory_id
            where x.bank_uid = ${bank} and x.entity_id = ${place.id}::uuid
          ) n ${live(scope, sql`n.id`)} join entities e on e.bank_uid = ${bank} and e.id = ${place.id}::uuid`,
      place,
    ),
  );
};

/** Entities of a unit, or of an observation's sources, as `(memory_id, entity_id)`. */
const names = (scope: BankScope, ids: SQL, tags: TagFilter | null): SQL => {
  const { mentions, sources } = joins(scope, tags);
  return sql`
  select x.memory_id, x.entity_id from ${mentions} x where x.bank_uid = ${scope.bankUid} and x.memory_id = any(${ids})
  union
  select s.observation_id, x.entity_id from ${sources} s
  join ${mentions} x on x.bank_uid = ${scope.bankUid} and x.memory_id = s.memory_id
  where s.bank_uid = ${scope.bankUid} and s.observation_id = any(${ids})`;
};

/** Evidence and causes of memories, as `(source, target, kind, weight)`. */
const proofs = (scope: BankScope, ids: SQL, tags: TagFilter | null): SQL => {
  const { sources, links } = joins(scope, tags);
  return sql`
  select s.memory_id as source, s.observation_id as target, 'proves' as kind, 1::float8 as weight from ${sources} s
  where s.bank_uid = ${scope.bankUid} and (s.memory_id = any(${ids}) or s.observation_id = any(${ids}))
  union
  select l.from_id, l.to_id, l.link_type, least(1, l.weight)::float8 from ${links} l
  where l.bank_uid = ${scope.bankUid} and l.link_type = 'caused_by' and (l.from_id = any(${ids}) or l.to_id = any(${ids}))`;
};

/**
 * The links of a memory: evidence, causes and the entities that it mentions, or instead of them the
 * memories that mention the same.
 */
export const readSupports = (
  db: Queryable,
  scope: BankScope,
  place: NeighborScope,
  through: 'entities' | 'units',
): Promise<NeighborRow[]> => {
  const bank = scope.bankUid;
  const { mentions } = joins(scope, place.tags);
  const one = array([place.id], 'uuid[]');
  const near =
    through === 'entities'
      ? sql`select n.entity_id as id, 'mentions' as kind, ${mentionWeight(scope, place.tags)} as weight, false as inward, ${lastSeen(scope, place.tags)} as at
            from (${names(scope, one, place.tags)}) n join entities e on e.bank_uid = ${bank} and e.id = n.entity_id`
      : sql`select x.memory_id as id, 'entity' as kind, least(1, sum(${mentionWeight(scope, place.tags)})) as weight, false as inward, max(m.mentioned_at) as at
            from (${names(scope, one, place.tags)}) n join entities e on e.bank_uid = ${bank} and e.id = n.entity_id
            join ${mentions} x on x.bank_uid = ${bank} and x.entity_id = n.entity_id and x.memory_id <> ${place.id}::uuid
            ${live(scope, sql`x.memory_id`)} group by x.memory_id`;
  return db.query<NeighborRow>(
    paged(
      sql`select distinct on (id) * from (
            select case when p.source = ${place.id}::uuid then p.target else p.source end as id, p.kind, p.weight, p.target = ${place.id}::uuid as inward,
              m.mentioned_at as at
            from (${proofs(scope, one, place.tags)}) p ${live(scope, sql`case when p.source = ${place.id}::uuid then p.target else p.source end`)}
            union all
            ${near}
          ) all_of order by id, weight desc`,
      place,
    ),
  );
};

/** Maximum number of further links of a new node. */
const MOST_LINKS = 30;

export interface LinkSelection {
  readonly ids: readonly string[];
  /** how often all these entities are mentioned, if that is stored; otherwise null */
  readonly mentions: number | null;
  readonly tags: TagFilter | null;
  readonly mostMentioned?: number;
}

/** A link of an entity `node`. */
interface CompanyRow extends LinkRow {
  node: string;
}

/** Number of the most mentioned entities of a bank whose pairs are counted first. */
const MOST_MENTIONED = 200;

/**
 * The strongest links of frequent entities: of those whose strongest links all lead to the most
 * mentioned entities of the bank. Links of the others are not returned. A link cannot count more
 * memories than either of its entities has mentions, so links that count more than any further
 * entity has mentions are the strongest. This reads all mentions of the bank once, in the order of
 * the index. Memories that mention the same of these entities are counted first, and form pairs
 * together. Only for the present state, whose numbers of mentions are stored.
 */
const readFrequentLinks = (
  db: Queryable,
  { bankUid: bank }: BankScope,
  { ids, mostMentioned = MOST_MENTIONED }: LinkSelection,
): Promise<CompanyRow[]> => {
  const some = array(ids, 'uuid[]');
  const byMentions = sql.raw('e.mention_count desc nulls last, e.last_seen desc nulls last, e.id');
  // With `is true`, the planner filters along the index. A join would lose the order.
  return db.query<CompanyRow>(sql`
    with counted as materialized (
      select unnest(${some}) as id union
      (select e.id from entities e where e.bank_uid = ${bank} order by ${byMentions} limit ${mostMentioned}::bigint)
    ), further as materialized (
      select coalesce((select e.mention_count from entities e where e.bank_uid = ${bank} order by ${byMentions} limit 1 offset ${mostMentioned}::bigint), 0) as mentions
    ), mention as (
      select x.memory_id, array_agg(x.entity_id order by x.entity_id) as ids from memory_entities x
      where x.bank_uid = ${bank} and (x.entity_id in (select id from counted)) is true group by x.memory_id
    ), company as materialized (
      select x.ids, count(*) as n from mention x where not exists (
        select from memories m where m.bank_uid = ${bank} and m.id = x.memory_id and m.state = 'invalidated') group by x.ids
    ), placed as (
      select a.id as node, b.id as other, sum(c.n) as n, row_number() over (partition by a.id order by sum(c.n) desc, b.id) as place
      from company c cross join unnest(c.ids) a(id) cross join unnest(c.ids) b(id)
      where a.id = any(${some}) and a.id <> b.id group by a.id, b.id
    ), strongest as (
      select node, other, n, count(*) over w as links, min(n) over w as least_n from placed where place <= ${MOST_LINKS} window w as (partition by node)
    )
    select s.node, least(s.node, s.other) as source, greatest(s.node, s.other) as target, 'together' as kind, s.n::float8 as weight
    from strongest s cross join further f where f.mentions = 0 or (s.links = ${MOST_LINKS} and s.least_n > f.mentions)`);
};

/** The strongest links of entities, counted mention by mention. */
const readCompanyLinks = (db: Queryable, scope: BankScope, ids: readonly string[], tags: TagFilter | null): Promise<CompanyRow[]> => {
  const bank = scope.bankUid;
  const { mentions } = joins(scope, tags);
  return db.query<CompanyRow>(sql`
    select node, source, target, 'together' as kind, n::float8 as weight from (
      select a.entity_id as node, least(a.entity_id, b.entity_id) as source, greatest(a.entity_id, b.entity_id) as target, count(*) as n,
        row_number() over (partition by a.entity_id order by count(*) desc, b.entity_id) as place
      from ${mentions} a ${live(scope, sql`a.memory_id`)}
      join ${mentions} b on b.bank_uid = ${bank} and b.memory_id = a.memory_id and b.entity_id <> a.entity_id
      where a.bank_uid = ${bank} and a.entity_id = any(${array(ids, 'uuid[]')}) group by a.entity_id, b.entity_id
    ) r where place <= ${MOST_LINKS}`);
};

/** Entities are frequent if they have more than one mention for this number of memories. */
const MEMORIES_PER_MENTION = 2;

const endsOf = ({ source, target }: LinkRow): string => `${source} ${target}`;

/**
 * The strongest links between each of these entities and any others, strongest first. A link
 * between two of them may be returned twice.
 */
export async function readEntityLinks(db: Queryable, scope: BankScope, selection: LinkSelection): Promise<LinkRow[]> {
  const { ids, mentions, tags } = selection;
  const areFrequent = mentions !== null && mentions * MEMORIES_PER_MENTION > (scope.bank?.unitCount ?? Number.POSITIVE_INFINITY);
  const frequent = areFrequent ? await readFrequentLinks(db, scope, selection) : [];
  const complete = new Set(frequent.map(({ node }) => node));
  const rest = ids.filter((id) => !complete.has(id));
  const others = rest.length > 0 ? await readCompanyLinks(db, scope, rest, tags) : [];
  return [...frequent, ...others].sort((a, b) => b.weight - a.weight || (endsOf(a) < endsOf(b) ? -1 : 1));
}

/** Further links of these nodes in a graph with memories, wherever their other end is. */
export const readLinks = (db: Queryable, scope: BankScope, ids: readonly string[], tags: TagFilter | null): Promise<LinkRow[]> => {
  const bank = scope.bankUid;
  const { mentions } = joins(scope, tags);
  const some = array(ids, 'uuid[]');
  return db.query<LinkRow>(sql`
    select n.memory_id as source, n.entity_id as target, 'mentions' as kind, ${mentionWeight(scope, tags)}::float8 as weight
    from (${names(scope, some, tags)}) n join entities e on e.bank_uid = ${bank} and e.id = n.entity_id
    union all
    select r.memory_id, r.entity_id, 'mentions', r.heat from (
      select x.memory_id, x.entity_id, ${mentionWeight(scope, tags)}::float8 as heat,
        row_number() over (partition by x.entity_id order by m.mentioned_at desc nulls last, m.id desc) as place
      from ${mentions} x ${live(scope, sql`x.memory_id`)} join entities e on e.bank_uid = ${bank} and e.id = x.entity_id
      where x.bank_uid = ${bank} and x.entity_id = any(${some})
    ) r where place <= ${MOST_LINKS}
    union all
    select source, target, kind, weight from (${proofs(scope, some, tags)}) p
    order by weight desc, source, target`);
};

export interface StepRow extends Row {
  id: string;
  before: string;
  kind: EdgeKind;
}

/**
 * One step from some nodes, with `named` as the graph draws mentions: entities are linked if one
 * memory mentions both, but not if only an observation of several does. Returns each new node with
 * the node from which it was reached.
 */
export const readStep = (
  db: Queryable,
  scope: BankScope,
  {
    from,
    seen,
    limit,
    named,
    tags,
  }: { from: readonly string[]; seen: readonly string[]; limit: number; named: 'by units' | 'by observations too'; tags: TagFilter | null },
): Promise<StepRow[]> => {
  const bank = scope.bankUid;
  const { mentions, sources } = joins(scope, tags);
  const some = array(from, 'uuid[]');
  const old = array(seen, 'uuid[]');
  const through =
    named === 'by units'
      ? sql``
      : sql`union all
      select s.observation_id, x.entity_id, 'mentions' from ${mentions} x
      join ${sources} s on s.bank_uid = ${bank} and s.memory_id = x.memory_id
      where x.bank_uid = ${bank} and x.entity_id = any(${some})`;
  return db.query<StepRow>(sql`
    select distinct on (s.id) s.id, s.before, s.kind from (
      select n.entity_id as id, n.memory_id as before, 'mentions' as kind from (${named === 'by units' ? sql`select memory_id, entity_id from ${mentions} where bank_uid = ${bank} and memory_id = any(${some})` : names(scope, some, tags)}) n
      union all
      select x.memory_id, x.entity_id, 'mentions' from ${mentions} x ${live(scope, sql`x.memory_id`)}
      where x.bank_uid = ${bank} and x.entity_id = any(${some})
      ${through}
      union all
      select m.id, case when p.source = m.id then p.target else p.source end, p.kind from (${proofs(scope, some, tags)}) p
      join memories m on m.bank_uid = ${bank} and m.state = 'valid' and m.id in (p.source, p.target)
      where case when p.source = m.id then p.target else p.source end = any(${some})
    ) s where not s.id = any(${old}) order by s.id, s.before limit ${limit}`);
};

type LinkEnds = Pick<LinkRow, 'source' | 'target' | 'kind'>;

/** The weights of these links, in their order, as in the graph of the bank. */
export async function readWeights(db: Queryable, scope: BankScope, links: readonly LinkEnds[], tags: TagFilter | null): Promise<number[]> {
  if (links.length === 0) return [];
  const bank = scope.bankUid;
  const { mentions, links: causes } = joins(scope, tags);
  const column = (of: (link: LinkEnds) => string, type: string) => array(links.map(of), type);
  const rows = await db.query<{ weight: number }>(sql`
    select (case p.kind
      when 'mentions' then (select ${mentionWeight(scope, tags)} from entities e where e.bank_uid = ${bank} and e.id = p.target)
      when 'together' then (
        select count(distinct a.memory_id) from ${mentions} a ${live(scope, sql`a.memory_id`)}
        join ${mentions} b on b.bank_uid = ${bank} and b.memory_id = a.memory_id and b.entity_id = p.target
        where a.bank_uid = ${bank} and a.entity_id = p.source)
      when 'entity' then (
        select least(1, sum(${mentionWeight(scope, tags)})) from (${names(scope, sql`array[p.source]`, tags)}) s
        join (${names(scope, sql`array[p.target]`, tags)}) t on t.entity_id = s.entity_id
        join entities e on e.bank_uid = ${bank} and e.id = s.entity_id)
      when 'caused_by' then (
        select max(least(1, l.weight)) from ${causes} l
        where l.bank_uid = ${bank} and l.link_type = 'caused_by' and (l.from_id, l.to_id) in ((p.source, p.target), (p.target, p.source)))
      else 1 end)::float8 as weight
    from unnest(${column(({ source }) => source, 'uuid[]')}, ${column(({ target }) => target, 'uuid[]')}, ${column(({ kind }) => kind, 'text[]')})
      with ordinality p(source, target, kind, place) order by p.place`);
  return rows.map(({ weight }) => weight ?? 1);
}

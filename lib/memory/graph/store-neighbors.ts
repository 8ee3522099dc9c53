import { array, type Queryable, type Row, type SQL, sql } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { type TagFilter, treeCondition } from '#lib/base/tags/filter';
import type { EdgeKind, NodeKind } from '#lib/memory/graph/literals';
import { mentionWeight, mentionWeights } from '#lib/memory/graph/store';
import type { LinkRow } from '#lib/memory/graph/store-explore';

/** The links of an entity or a memory. Memories are always valid ones. */

export interface NeighborRow extends Row {
  id: string;
  kind: EdgeKind;
  weight: number;
  /** the edge begins at the neighbor */
  inward: boolean;
}

export interface NeighborPage {
  readonly rows: readonly NeighborRow[];
  /** of all pages */
  readonly total: number;
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
 * All queries in this file use these relations or `live`, so nothing else needs the filter.
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

/** Joins the valid memory `m` of this id; under a filter one that passes, as do its mentions. */
const live = (scope: BankScope, tags: TagFilter | null, id: SQL): SQL =>
  sql`join memories m on m.bank_uid = ${scope.bankUid} and m.id = ${id} and m.state = 'valid' and ${treeCondition(tags, sql`m.tags`)}`;

/**
 * The kind of a node; null if there is none. A memory must be valid and pass the filter. An entity
 * must be mentioned by a memory; under a filter, by a valid one that passes.
 */
export async function readKind(db: Queryable, scope: BankScope, id: string, tags: TagFilter | null): Promise<NodeKind | null> {
  const bank = scope.bankUid;
  const isMentioned =
    tags === null
      ? sql`(e.mention_count > 0 or exists (select from memory_entities x join memories m on m.bank_uid = ${bank} and m.id = x.memory_id
          where x.bank_uid = ${bank} and x.entity_id = e.id))`
      : sql`exists (select from memory_entities x ${live(scope, tags, sql`x.memory_id`)} where x.bank_uid = ${bank} and x.entity_id = e.id)`;
  const [row] = await db.query<{ kind: NodeKind }>(sql`
    select m.fact_type as kind from memories m
    where m.bank_uid = ${bank} and m.id = ${id}::uuid and m.state = 'valid' and ${treeCondition(tags, sql`m.tags`)}
    union all
    select 'entity' from entities e where e.bank_uid = ${bank} and e.id = ${id}::uuid and ${isMentioned}`);
  return row?.kind ?? null;
}

/** Time of the last mention of entity `e`; under a filter, by a passing memory. */
const lastSeen = (scope: BankScope, tags: TagFilter | null): SQL =>
  tags === null
    ? sql.raw('e.last_seen')
    : sql`(
        select max(greatest(m.mentioned_at, v.mentioned_at)) from memory_entities y ${live(scope, tags, sql`y.memory_id`)}
        left join memory_evidence v on v.bank_uid = m.bank_uid and v.memory_id = m.id where y.bank_uid = ${scope.bankUid} and y.entity_id = e.id)`;

async function readPage(db: Queryable, relation: SQL, { limit, offset }: NeighborScope): Promise<NeighborPage> {
  const order = (alias: string): SQL =>
    sql.raw(['weight desc', 'at desc nulls last', 'kind', 'id'].map((by) => `${alias}.${by}`).join(', '));
  const rows = await db.query<NeighborRow & { total: number }>(sql`
    with neighbor as materialized (${relation}), page as (
      select n.* from neighbor n order by ${order('n')} limit ${limit}::bigint offset ${offset}::bigint
    )
    select t.total, p.id, p.kind, p.weight::float8 as weight, p.inward
    from (select count(*) as total from neighbor) t left join page p on true order by ${order('p')}`);
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

/**
 * Entities that valid memories mention together with this one; the weight is the number of these
 * memories.
 */
export const readCompany = (db: Queryable, scope: BankScope, place: NeighborScope): Promise<NeighborPage> => {
  const bank = scope.bankUid;
  return readPage(
    db,
    sql`select b.entity_id as id, 'together' as kind, count(*) as weight, false as inward, max(m.mentioned_at) as at
          from memory_entities a ${live(scope, place.tags, sql`a.memory_id`)}
          join memory_entities b on b.bank_uid = ${bank} and b.memory_id = a.memory_id and b.entity_id <> a.entity_id
          where a.bank_uid = ${bank} and a.entity_id = ${place.id}::uuid group by b.entity_id`,
    place,
  );
};

/** Memories that mention an entity, and observations based on one. */
export const readMentioning = (db: Queryable, scope: BankScope, place: NeighborScope): Promise<NeighborPage> => {
  const bank = scope.bankUid;
  const { sources } = joins(scope, place.tags);
  return readPage(
    db,
    sql`select n.id, 'mentions' as kind, w.weight, true as inward, m.mentioned_at as at
          from (
            select x.memory_id as id from memory_entities x where x.bank_uid = ${bank} and x.entity_id = ${place.id}::uuid
            union
            select s.observation_id from memory_entities x join ${sources} s on s.bank_uid = ${bank} and s.memory_id = x.memory_id
            where x.bank_uid = ${bank} and x.entity_id = ${place.id}::uuid
          ) n ${live(scope, place.tags, sql`n.id`)} cross join (${mentionWeights(scope, place.tags, sql`${place.id}::uuid`)}) w`,
    place,
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
): Promise<NeighborPage> => {
  const bank = scope.bankUid;
  const one = array([place.id], 'uuid[]');
  const weights = mentionWeights(scope, place.tags, sql`select entity_id from (${names(scope, one, place.tags)}) n`);
  const near =
    through === 'entities'
      ? sql`select e.id, 'mentions' as kind, w.weight, false as inward, ${lastSeen(scope, place.tags)} as at
            from (${weights}) w join entities e on e.bank_uid = ${bank} and e.id = w.id`
      : sql`select x.memory_id as id, 'entity' as kind, least(1, sum(w.weight)) as weight, false as inward, max(m.mentioned_at) as at
            from (${weights}) w join memory_entities x on x.bank_uid = ${bank} and x.entity_id = w.id and x.memory_id <> ${place.id}::uuid
            ${live(scope, place.tags, sql`x.memory_id`)} group by x.memory_id`;
  // Of links of the same weight, evidence is shown, not common names.
  return readPage(
    db,
    sql`select distinct on (id) * from (
            select case when p.source = ${place.id}::uuid then p.target else p.source end as id, p.kind, p.weight, p.target = ${place.id}::uuid as inward,
              m.mentioned_at as at
            from (${proofs(scope, one, place.tags)}) p ${live(scope, place.tags, sql`case when p.source = ${place.id}::uuid then p.target else p.source end`)}
            union all
            ${near}
          ) all_of order by id, weight desc, kind desc, inward`,
    place,
  );
};

/** Maximum number of further links of a new node. */
const MOST_LINKS = 30;

export interface LinkSelection {
  readonly ids: readonly string[];
  /** how often matching memories mention all these entities; null of an earlier state */
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
 * memories than either of its entities has mentions, under a filter or not, so links that count
 * more than any further entity has mentions are the strongest. This reads all mentions of the bank
 * once, in the order of the index. Memories that mention the same of these entities are counted
 * first, and form pairs together. Only for the present state, whose numbers of mentions are stored.
 */
const readFrequentLinks = (
  db: Queryable,
  { bankUid: bank }: BankScope,
  { ids, tags, mostMentioned = MOST_MENTIONED }: LinkSelection,
): Promise<CompanyRow[]> => {
  const some = array(ids, 'uuid[]');
  const memory = sql`select from memories m where m.bank_uid = ${bank} and m.id = x.memory_id`;
  // Few memories are invalidated, and have an index.
  const passes =
    tags === null
      ? sql`not exists (${memory} and m.state = 'invalidated')`
      : sql`exists (${memory} and m.state = 'valid' and ${treeCondition(tags, sql`m.tags`)})`;
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
      select x.ids, count(*) as n from mention x where ${passes} group by x.ids
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
  return db.query<CompanyRow>(sql`
    select node, source, target, 'together' as kind, n::float8 as weight from (
      select a.entity_id as node, least(a.entity_id, b.entity_id) as source, greatest(a.entity_id, b.entity_id) as target, count(*) as n,
        row_number() over (partition by a.entity_id order by count(*) desc, b.entity_id) as place
      from memory_entities a ${live(scope, tags, sql`a.memory_id`)}
      join memory_entities b on b.bank_uid = ${bank} and b.memory_id = a.memory_id and b.entity_id <> a.entity_id
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
  const some = array(ids, 'uuid[]');
  return db.query<LinkRow>(sql`
    with named as materialized (${names(scope, some, tags)}
    ), weighted as materialized (${mentionWeights(scope, tags, sql`select entity_id from named union select unnest(${some})`)}
    )
    select n.memory_id as source, n.entity_id as target, 'mentions' as kind, w.weight::float8 as weight
    from named n join weighted w on w.id = n.entity_id
    union all
    select r.memory_id, r.entity_id, 'mentions', w.weight::float8 from (
      select x.memory_id, x.entity_id,
        row_number() over (partition by x.entity_id order by m.mentioned_at desc nulls last, m.id desc) as place
      from memory_entities x ${live(scope, tags, sql`x.memory_id`)}
      where x.bank_uid = ${bank} and x.entity_id = any(${some})
    ) r join weighted w on w.id = r.entity_id where place <= ${MOST_LINKS}
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
      select x.memory_id, x.entity_id, 'mentions' from memory_entities x ${live(scope, tags, sql`x.memory_id`)}
      where x.bank_uid = ${bank} and x.entity_id = any(${some})
      ${through}
      union all
      select m.id, case when p.source = m.id then p.target else p.source end, p.kind from (${proofs(scope, some, tags)}) p
      join memories m on m.bank_uid = ${bank} and m.state = 'valid' and m.id in (p.source, p.target)
      where case when p.source = m.id then p.target else p.source end = any(${some})
    ) s where not s.id = any(${old}) order by s.id, s.before, s.kind desc limit ${limit}`);
};

type LinkEnds = Pick<LinkRow, 'source' | 'target' | 'kind'>;

/** The weights of these links, in their order, as in the graph of the bank. */
export async function readWeights(db: Queryable, scope: BankScope, links: readonly LinkEnds[], tags: TagFilter | null): Promise<number[]> {
  if (links.length === 0) return [];
  const bank = scope.bankUid;
  const { links: causes } = joins(scope, tags);
  const column = (of: (link: LinkEnds) => string, type: string) => array(links.map(of), type);
  const rows = await db.query<{ weight: number }>(sql`
    select (case p.kind
      when 'mentions' then (select ${mentionWeight(scope, tags)} from entities e where e.bank_uid = ${bank} and e.id = p.target)
      when 'together' then (
        select count(distinct a.memory_id) from memory_entities a ${live(scope, tags, sql`a.memory_id`)}
        join memory_entities b on b.bank_uid = ${bank} and b.memory_id = a.memory_id and b.entity_id = p.target
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

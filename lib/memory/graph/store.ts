import { array, type Queryable, type Row, type SQL, sql } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { memories } from '#lib/base/db/schema/memories';
import type { FactType } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { type TagFilter, treeCondition } from '#lib/base/tags/filter';
import { countOfTag, matchingMentions, visibleMentions, visibleName, visibleProof, visibleSources } from '#lib/base/tags/sources';
import { MAX_EDGES } from '#lib/memory/graph/contract';
import { NEXT_UNITS } from '#lib/memory/graph/shape';
import { containsAll, containsText, type TextSearch } from '#lib/memory/memories/search';

export interface MemoryGraphFilter {
  /** null: no filter */
  readonly tags: TagFilter | null;
  readonly type: FactType | null;
  readonly search: TextSearch | null;
  readonly documentId: string | null;
  readonly chunkId: string | null;
}

export interface NodeRow
  extends Row,
    ColumnsOf<
      typeof memories,
      'id' | 'text' | 'context' | 'chunk_id' | 'occurred_start' | 'occurred_end' | 'mentioned_at' | 'created_at' | 'tags' | 'proof_count'
    > {
  fact_type: FactType;
  document_id: string | null;
  entities: string[];
  /** in the order of `entities` */
  entity_ids: string[];
}

/** The weight of a mention of entity `e`: higher for a rarer one. */
export const mentionWeight = (scope: BankScope, tags: TagFilter | null): SQL =>
  sql`(1 / ln(2 + greatest(${visibleMentions(scope, tags)}, 1)))`;

/**
 * The same for each of the entities that `ids` selects, as `id` and `weight`. Under a filter, all
 * their mentions are counted at once.
 */
export const mentionWeights = (scope: BankScope, tags: TagFilter | null, ids: SQL): SQL => {
  const bank = scope.bankUid;
  if (tags === null)
    return sql`select e.id, ${mentionWeight(scope, null)} as weight from entities e where e.bank_uid = ${bank} and e.id in (${ids})`;
  return sql`
    select e.id, (1 / ln(2 + greatest(coalesce(v.n, 0), 1))) as weight from entities e left join (
      select y.entity_id, count(*)::int as n from ${matchingMentions(scope, tags, ids)} y group by y.entity_id
    ) v on v.entity_id = e.id where e.bank_uid = ${bank} and e.id in (${ids})`;
};

/**
 * The entities that a page of memories mentions, as `(memory_id, entity_id)`; of an observation
 * those of its sources too. `units`: a relation with `id` and `fact_type`. The mentions are read by
 * an array of ids, because of an earlier state each lookup reads all changed memories.
 */
export const namedOnPage = (scope: BankScope, units: string, tags: TagFilter | null): SQL => {
  const bank = scope.bankUid;
  return sql`
  with origin as materialized (
    select u.id, u.id as memory_id from ${sql.raw(units)} u
    union all
    select u.id, s.memory_id from ${sql.raw(units)} u join ${visibleSources(scope, tags)} s on s.bank_uid = ${bank} and s.observation_id = u.id
    where u.fact_type = 'observation')
  select distinct o.id as memory_id, x.entity_id from origin o join (
    select memory_id, entity_id from memory_entities where bank_uid = ${bank} and memory_id = any(array(select memory_id from origin)) offset 0) x
    on x.memory_id = o.memory_id`;
};

/**
 * Memories of a document or chunk, including further evidence, with the observations based on them.
 */
const inDocument = (scope: BankScope, first: SQL, further: SQL, tags: TagFilter | null): SQL => {
  const bank = scope.bankUid;
  return sql`m.id in (
    with passage as materialized (
      select o.id from memories o where o.bank_uid = ${bank} and ${first}
      union
      select e.memory_id from memory_evidence e where e.bank_uid = ${bank} and ${further}
    )
    select id from passage
    union
    select s.observation_id from passage join ${visibleSources(scope, tags)} s on s.bank_uid = ${bank} and s.memory_id = passage.id)`;
};

const searched = (search: TextSearch): SQL => (search.kind === 'words' ? containsAll(search.words) : containsText(search.text));

export function conditions(scope: BankScope, filter: MemoryGraphFilter): SQL[] {
  const { type, search, tags, documentId, chunkId } = filter;
  const found: SQL[] = [];
  if (type) found.push(sql`m.fact_type = ${type}`);
  if (search) found.push(searched(search));
  if (tags !== null) found.push(treeCondition(tags, sql`m.tags`));
  if (documentId !== null) {
    const uid = sql`(select d.uid from documents d where d.bank_uid = ${scope.bankUid} and d.id = ${documentId})`;
    const chunks = sql`(select c.id from chunks c where c.bank_uid = ${scope.bankUid} and c.document_uid = ${uid})`;
    found.push(inDocument(scope, sql`o.document_uid = ${uid}`, sql`e.chunk_id in ${chunks}`, tags));
  }
  if (chunkId !== null) found.push(inDocument(scope, sql`o.chunk_id = ${chunkId}::uuid`, sql`e.chunk_id = ${chunkId}::uuid`, tags));
  return found;
}

/** The number of matches, as `total`. That of a whole bank and that of one tag are stored. */
export function totalOf(scope: BankScope, filter: MemoryGraphFilter): SQL {
  const bank = scope.bankUid;
  const matching = conditions(scope, filter);
  if (matching.length === 0) return sql`select coalesce(sum(unit_count), 0)::bigint as total from banks where uid = ${bank}`;
  const stored = filter.tags !== null && matching.length === 1 ? countOfTag(scope, filter.tags) : null;
  if (stored) return sql`select (${stored})::bigint as total`;
  return sql`select count(*) as total from memories m where ${whereOf(scope, filter)}`;
}

/** The order of the index of lists, and within the same time that of the occurrence. */
const BY_TIME = sql.raw('m.mentioned_at desc nulls last, coalesce(m.occurred_start, m.mentioned_at) desc nulls last, m.id desc');

/** Valid memories `m` that match. */
export const whereOf = (scope: BankScope, filter: MemoryGraphFilter): SQL =>
  sql.join([sql`m.bank_uid = ${scope.bankUid} and m.state = 'valid'`, ...conditions(scope, filter)], sql` and `);

/**
 * Memories that are read before a tag filter. If too few of these match, the index of tags finds
 * the others: in the order of time, a rare tag would be looked for in the whole bank.
 */
const READ_FIRST = 10_000;

/**
 * The last mentioned memories that match, as `from … order by … limit …`, where the alias is `m`.
 */
export function latestOf(scope: BankScope, filter: MemoryGraphFilter, limit: number): SQL {
  const page = sql`order by ${BY_TIME} limit ${limit}::bigint`;
  if (filter.tags === null) return sql`from memories m where ${whereOf(scope, filter)} ${page}`;
  const bank = scope.bankUid;
  return sql`from memories m where m.bank_uid = ${bank} and m.id = any(array(
    with early as materialized (
      select m.id from (select * from memories m where m.bank_uid = ${bank} and m.state = 'valid' order by ${BY_TIME} limit ${READ_FIRST}) m
      where ${sql.join(conditions(scope, filter), sql` and `)} ${page}
    ), further as materialized (
      select m.id, m.mentioned_at, m.occurred_start from memories m
      where ${whereOf(scope, filter)} and (select count(*) from early) < ${limit}::bigint
    )
    select id from early union (select m.id from further m ${page}))) ${page}`;
}

/** The last mentioned first, with the total number of matches. */
export async function readNodes(
  db: Queryable,
  scope: BankScope,
  { filter, limit }: { filter: MemoryGraphFilter; limit: number },
): Promise<{ nodes: NodeRow[]; total: number }> {
  const bank = scope.bankUid;
  const rows = await db.query<NodeRow & { total: number }>(sql`
    with page as materialized (
      select m.id, m.text, m.context, m.fact_type, m.document_uid, m.chunk_id, m.occurred_start, m.occurred_end, m.mentioned_at, m.created_at, m.tags,
        ${visibleProof(scope, filter.tags)} as proof_count, row_number() over (order by ${BY_TIME}) as place
      ${latestOf(scope, filter, limit)}
    ), named as materialized (${namedOnPage(scope, 'page', filter.tags)}
    ), known as materialized (
      select e.id, ${visibleName(scope, filter.tags)} as name from entities e where e.bank_uid = ${bank} and e.id = any(array(select distinct entity_id from named))
    ), names as (
      select n.memory_id as id, array_agg(e.name order by e.name collate "C", e.id) as entities,
        array_agg(e.id order by e.name collate "C", e.id) as entity_ids
      from named n join known e on e.id = n.entity_id group by n.memory_id
    )
    select t.total, p.*, d.id as document_id, coalesce(n.entities, '{}') as entities, coalesce(n.entity_ids, '{}') as entity_ids
    from (${totalOf(scope, filter)}) t left join page p on true left join documents d on d.bank_uid = ${bank} and d.uid = p.document_uid left join names n on n.id = p.id
    order by p.place`);
  return { nodes: rows.filter((row) => row.id !== null), total: rows[0]?.total ?? 0 };
}

export interface EdgeRow extends Row {
  source: string;
  target: string;
  kind: string;
  weight: number;
}

/**
 * The memories that follow one in its window, read in passing; a join would compare all with all.
 */
const NEXT = sql.raw(`array[${Array.from({ length: NEXT_UNITS }, (_, i) => `lead(ord, ${i + 1}) over w`).join(', ')}]`);

/** At equal weight, the most informative kind comes first. */
const KINDS = ['caused_by', 'derived_from', 'semantic', 'entity', 'temporal'] as const;
/** Kinds are sorted by their index in that list: numbers sort much faster than words. */
const rank = (kind: (typeof KINDS)[number]): SQL => sql.raw(String(KINDS.indexOf(kind) + 1));
const WORDS = sql.raw(`array[${KINDS.map((kind) => `'${kind}'`).join(', ')}]`);

/**
 * The links of some memories, with `ids` in display order. An entity links each of its memories to
 * the next ten, more strongly if it is rarer. A ubiquitous speaker thus creates ten edges per
 * memory, not their square. `perNode` 0 returns all. The memories are looked up one by one: with
 * thousands of ids at once, the planner reads the whole bank, at times through the index of words.
 */
export async function readEdges(
  db: Queryable,
  scope: BankScope,
  { ids, perNode, tags }: { ids: readonly string[]; perNode: number; tags: TagFilter | null },
): Promise<{ edges: EdgeRow[]; total: number }> {
  if (ids.length < 2) return { edges: [], total: 0 };
  const bank = scope.bankUid;
  const strongest = sql`select n from (
      select n, row_number() over (partition by node order by n) as place from (
        select n, source as node from numbered union all select n, target from numbered) e) r where place <= ${perNode}::bigint group by n`;
  const rows = await db.query<EdgeRow & { total: number }>(sql`
    with node as materialized (
      select n.id, n.ord::int as ord, m.fact_type, coalesce(m.occurred_start, m.mentioned_at) as at, m.document_uid, m.position
      from unnest(${array(ids, 'uuid[]')}) with ordinality as n(id, ord) cross join lateral (
        select m.fact_type, m.occurred_start, m.mentioned_at, m.document_uid, m.position from memories m
        where m.bank_uid = ${bank} and m.id = n.id offset 0) m
    ), cited as materialized (
      select n.ord, s.memory_id from node n join ${visibleSources(scope, tags)} s on s.bank_uid = ${bank} and s.observation_id = n.id where n.fact_type = 'observation'
    ), mention as materialized (
      select n.ord, x.entity_id from (${namedOnPage(scope, 'node', tags)}) x join node n on n.id = x.memory_id
    ), hub as materialized (${mentionWeights(scope, tags, sql`select entity_id from mention group by entity_id having count(*) > 1`)}
    ), placed as materialized (
      select m.ord, h.weight as heat, ${NEXT} as next from mention m join hub h on h.id = m.entity_id
      window w as (partition by m.entity_id order by m.ord)
    ), quoted as materialized (
      select ord, ${NEXT} as next from cited window w as (partition by memory_id order by ord)
    ), moment as (
      select ord, at, lead(ord) over w as next_ord, lead(at) over w as next_at from node where at is not null
      window w as (order by at, document_uid, position, ord)
    ), stored as (
      select f.ord as source, t.ord as target, array_position(${WORDS}, l.link_type) as kind, l.weight::float8 as weight
      from node f join memory_links l on l.bank_uid = ${bank} and l.from_id = f.id join node t on t.id = l.to_id
      union all
      select q.ord, n.ord, ${rank('semantic')}, 1 from quoted q cross join unnest(q.next) as n(ord) where n.ord is not null
    ), edge as (
      select p.ord as source, n.ord as target, ${rank('entity')} as kind, least(1, sum(p.heat)) as weight
      from placed p cross join unnest(p.next) as n(ord) where n.ord is not null group by p.ord, n.ord
      union all
      select ord, next_ord, ${rank('temporal')}, greatest(0.3, 1 - extract(epoch from next_at - at)::float8 / 86400) from moment where next_at - at <= interval '1 day'
      union all
      (select distinct on (least(source, target), greatest(source, target), kind) source, target, kind, least(1, weight) from stored
       where source <> target order by least(source, target), greatest(source, target), kind, weight desc, source)
      union all
      select c.ord, u.ord, ${rank('derived_from')}, 1 from cited c join node u on u.id = c.memory_id
    ), numbered as materialized (
      select source, target, kind, weight, row_number() over (order by weight desc, kind, source, target) as n from edge
    ), strongest as materialized (
      select * from numbered where ${perNode === 0 ? sql`true` : sql`n in (${strongest})`} order by n limit ${MAX_EDGES}
    )
    select (select count(*) from numbered) as total, s.id as source, t.id as target, (${WORDS})[e.kind] as kind, e.weight
    from strongest e join node s on s.ord = e.source join node t on t.ord = e.target order by e.n`);
  return { edges: rows, total: rows[0]?.total ?? 0 };
}

import { array, type SQL, sql } from '#lib/base/db/db';
import type { ConsolidationState, FactType, MemoryState } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { type TagFilter, treeCondition } from '#lib/base/tags/filter';
import { visibleSources } from '#lib/base/tags/sources';
import type { ListTimeField } from '#lib/memory/memories/literals';
import { containsText, type SearchWord, saysAll, type TextSearch } from '#lib/memory/memories/search';

/** What narrows a listing, an export and a bulk change. */
export interface MemoryFilter {
  readonly state: MemoryState;
  /** null: all; empty: none */
  readonly types: readonly FactType[] | null;
  readonly search: TextSearch | null;
  readonly consolidation: ConsolidationState | null;
  readonly documentId: string | null;
  readonly entityId: string | null;
  readonly sourceId: string | null;
  /** null: no filter */
  readonly tags: TagFilter | null;
  readonly timeField: ListTimeField;
  readonly from: Date | null;
  readonly to: Date | null;
}

/** A word of ours, not of a caller: the planner then knows the index of the few that are invalidated. */
const literal = (state: MemoryState): SQL => sql.raw(state === 'valid' ? `'valid'` : `'invalidated'`);

/** Of more than two words, those that carry this share of the weight must be there. */
const COVERAGE = 0.6;

export const and = (parts: readonly SQL[]): SQL => sql.join([...parts], sql` and `);

/** Which units a condition is for: all, those that have the time that is filtered by, those that have not. */
export type UnitTiming = 'all' | 'timed' | 'untimed';

/** A range of a time. What has none counts by its creation, as in the time series; two ranges, because an index knows nothing of such a choice. */
function within({ timeField: field, from, to }: MemoryFilter, units: UnitTiming): SQL[] {
  const range = (column: string): SQL => {
    const name = sql.raw(`m.${column}`);
    const ends = [from && sql`${name} >= ${from}::timestamptz`, to && sql`${name} < ${to}::timestamptz`].filter((end) => end !== null);
    return and(ends);
  };
  if (!from && !to) return [];
  if (field === 'created_at' || field === 'updated_at' || units === 'timed') return [range(field)];
  if (units === 'untimed') return [range('created_at')];
  return [sql`((${range(field)}) or (${sql.raw(`m.${field}`)} is null and ${range('created_at')}))`];
}

/** Units whose work items are all done, or of which one waits or failed; what was never to be consolidated is none of these. */
const consolidated = (scope: BankScope, state: ConsolidationState): SQL => {
  const ids = (status: ConsolidationState): SQL =>
    sql`(select i.memory_id from consolidation_items i where i.bank_uid = ${scope.bankUid} and i.status = ${status})`;
  if (state === 'failed') return sql`m.id in ${ids('failed')}`;
  if (state === 'pending') return sql`m.id in ${ids('pending')} and m.id not in ${ids('failed')}`;
  return sql`m.id in ${ids('done')} and m.id not in ${ids('pending')} and m.id not in ${ids('failed')}`;
};

/** What speakers said who are called by one of the words. */
function saidByThem(scope: BankScope, state: MemoryState, words: readonly SearchWord[]): SQL {
  const named = words.flatMap(({ speakers }, i) => speakers.map((speaker) => ({ ord: i + 1, speaker })));
  if (named.length === 0) return sql``;
  return sql`union select n.ord, u.id from unnest(${array(
    named.map(({ ord }) => ord),
    'bigint[]',
  )}, ${array(
    named.map(({ speaker }) => speaker),
    'text[]',
  )}) as n(ord, speaker)
      join memories u on u.bank_uid = ${scope.bankUid} and u.speaker = n.speaker and u.state = ${literal(state)}`;
}

/**
 * Units in which words of enough weight stand. A rare word weighs more; one that nobody said weighs as much as the rarest that somebody
 * did, so a slip of the pen does not hide everything else.
 */
const weighted = (scope: BankScope, state: MemoryState, words: readonly SearchWord[]): SQL => sql`
  asked as materialized (
    select ord, query from unnest(${array(
      words.map(({ query }) => query),
      'tsquery[]',
    )}) with ordinality as t(query, ord)),
  hit as materialized (
    select a.ord, u.id from asked a, lateral (
      select id from memories where bank_uid = ${scope.bankUid} and search @@ a.query and state = ${literal(state)}) u
    ${saidByThem(scope, state, words)}),
  known as materialized (select ord, count(*) as df from hit group by ord),
  rarity as materialized (
    select k.ord, ln(1 + (greatest(b.unit_count - k.df, 0) + 0.5::float8) / (k.df + 0.5::float8)) as idf
    from known k, (select unit_count from banks where uid = ${scope.bankUid}) b),
  found as materialized (
    select h.id from hit h join rarity r using (ord) group by h.id
    having sum(r.idf) >= ${COVERAGE}::float8 * (
      select sum(idf) + (${words.length}::int - count(*)) * max(idf) from rarity)),`;

/** Parts of `with` that the conditions refer to. */
export const prefix = (scope: BankScope, { search, state }: MemoryFilter): SQL =>
  search?.kind === 'words' && !search.all ? weighted(scope, state, search.words) : sql``;

function searched(search: TextSearch): SQL {
  if (search.kind === 'substring') return containsText(search.text);
  return search.all ? saysAll(search.words) : sql`m.id in (select id from found)`;
}

/** Units that a document says: its own, and those that it says as well. */
const saidBy = (scope: BankScope, documentId: string): SQL => sql`(
  m.document_uid = (select d.uid from documents d where d.bank_uid = ${scope.bankUid} and d.id = ${documentId})
  or m.id = any(array(
    select e.memory_id from documents d join chunks c on c.bank_uid = d.bank_uid and c.document_uid = d.uid
    join memory_evidence e on e.bank_uid = c.bank_uid and e.chunk_id = c.id where d.bank_uid = ${scope.bankUid} and d.id = ${documentId})))`;

/** Ids of observations with a visible source that names an entity; each as often as it has such sources. */
export const observing = (scope: BankScope, entityId: string, tags: TagFilter | null): SQL => sql`
  select s.observation_id from memory_entities x join ${visibleSources(scope, tags)} s on s.bank_uid = x.bank_uid and s.memory_id = x.memory_id
  where x.bank_uid = ${scope.bankUid} and x.entity_id = ${entityId}::uuid`;

/** Units that name an entity; an observation names whom its sources name. */
const naming = (scope: BankScope, entityId: string, tags: TagFilter | null): SQL => sql`(
  select x.memory_id from memory_entities x where x.bank_uid = ${scope.bankUid} and x.entity_id = ${entityId}::uuid
  union all ${observing(scope, entityId, tags)})`;

/** What is asked of a unit beside its state and a time. */
function asked(scope: BankScope, filter: MemoryFilter): SQL[] {
  const { types, search, consolidation, documentId, entityId, sourceId, tags } = filter;
  const found: SQL[] = [];
  if (types) found.push(types.length === 1 ? sql`m.fact_type = ${types[0]}` : sql`m.fact_type = any(${array(types, 'text[]')})`);
  if (search) found.push(searched(search));
  if (consolidation) found.push(consolidated(scope, consolidation));
  if (documentId !== null) found.push(saidBy(scope, documentId));
  if (entityId !== null) found.push(sql`m.id in ${naming(scope, entityId, tags)}`);
  if (sourceId !== null)
    found.push(
      sql`m.id in (select s.observation_id from ${visibleSources(scope, tags)} s where s.bank_uid = ${scope.bankUid} and s.memory_id = ${sourceId}::uuid)`,
    );
  if (tags !== null) found.push(treeCondition(tags, sql`m.tags`));
  return found;
}

export const conditions = (scope: BankScope, filter: MemoryFilter): SQL[] => [
  sql`m.state = ${literal(filter.state)}`,
  ...asked(scope, filter),
  ...within(filter, 'all'),
];

/** The same of units that are passed in the order of an index: said so that no other index answers it. */
export const conditionsOnTheWay = (scope: BankScope, filter: MemoryFilter, units: UnitTiming): SQL[] => [
  sql`m.state = ${literal(filter.state)}`,
  ...asked(scope, filter).map((condition) => sql`(${condition}) is true`),
  ...within(filter, units),
];

/** How many things narrow a listing for which there is an index. */
export const narrowings = (filter: MemoryFilter): number => {
  const { search, consolidation, documentId, entityId, sourceId, tags, from, to } = filter;
  return [search, consolidation, documentId, entityId, sourceId, tags, from ?? to].filter((part) => part !== null).length;
};

import { array, type SQL, sql } from '#lib/base/db/db';
import type { ConsolidationState, FactType, MemoryState } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import { type TagFilter, treeCondition } from '#lib/base/tags/filter';
import { visibleSources } from '#lib/base/tags/sources';
import type { ListTimeField } from '#lib/memory/memories/literals';
import { containsAll, containsText, type SearchWord, type TextSearch } from '#lib/memory/memories/search';
import { type EndedFilter, endedIs, replacedBy } from '#lib/memory/validity/visible';

/** The expiry to which memories are extended; null: they will never expire. */
export interface Extendable {
  readonly at: Date | null;
}

/** The filter of a listing, an export and a bulk change. */
export interface MemoryFilter {
  readonly state: MemoryState;
  /** null: all; empty: none */
  readonly types: readonly FactType[] | null;
  readonly search: TextSearch | null;
  readonly consolidation: ConsolidationState | null;
  readonly documentId: string | null;
  readonly entityId: string | null;
  readonly sourceId: string | null;
  /** whether it is no longer true at a time; null: either */
  readonly ended: EndedFilter | null;
  /** memories that this one replaced, if it passes `tags`; null: all */
  readonly supersededBy: string | null;
  /** memories that expire within this number of days; null: all */
  readonly expiresWithinDays: number | null;
  /** memories that expire earlier than `at`, or at all if `at` is null; null: all */
  readonly extendable: Extendable | null;
  /** null: no filter */
  readonly tags: TagFilter | null;
  readonly timeField: ListTimeField;
  readonly from: Date | null;
  readonly to: Date | null;
}

/**
 * A constant, not a parameter: the planner can then use the partial index of the few invalidated
 * memories.
 */
const literal = (state: MemoryState): SQL => sql.raw(state === 'valid' ? `'valid'` : `'invalidated'`);

/** Of more than two words, those in the memory must have this share of the total weight. */
const COVERAGE = 0.6;

export const and = (parts: readonly SQL[]): SQL => sql.join([...parts], sql` and `);

/** The memories of a condition: all, or those with or without the time that is filtered by. */
export type UnitTiming = 'all' | 'timed' | 'untimed';

/**
 * A range of a time. A memory without the time counts by its creation, as in the time series. These
 * are two ranges, because an index cannot serve the alternative.
 */
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

/**
 * Memories whose work items are all done, or with a waiting or failed one. Memories that are never
 * consolidated match neither.
 */
const consolidated = (scope: BankScope, state: ConsolidationState): SQL => {
  // A list of all ids that are done would not fit into memory. The literal allows partial indexes.
  const has = (status: ConsolidationState): SQL =>
    sql`exists (select from consolidation_items i where i.bank_uid = ${scope.bankUid} and i.memory_id = m.id and i.status = ${sql.raw(`'${status}'`)})`;
  if (state === 'failed') return has('failed');
  if (state === 'pending') return sql`${has('pending')} and not ${has('failed')}`;
  return sql`${has('done')} and not ${has('pending')} and not ${has('failed')}`;
};

type SearchedMemories = Pick<MemoryFilter, 'state' | 'tags'>;

/** Memories of speakers whose name is one of the words. */
function saidBySpeakers(scope: BankScope, { state, tags }: SearchedMemories, words: readonly SearchWord[]): SQL {
  const named = words.flatMap(({ speakers }, i) => speakers.map((speaker) => ({ ord: i + 1, speaker })));
  if (named.length === 0) return sql``;
  return sql`union select n.ord, u.id from unnest(${array(
    named.map(({ ord }) => ord),
    'bigint[]',
  )}, ${array(
    named.map(({ speaker }) => speaker),
    'text[]',
  )}) as n(ord, speaker)
      join memories u on u.bank_uid = ${scope.bankUid} and u.speaker = n.speaker and u.state = ${literal(state)} and ${treeCondition(tags, sql`u.tags`)}`;
}

/** The number of valid memories of the bank, under a tag filter of the matching ones. */
const sizeOf = ({ bankUid }: BankScope, tags: TagFilter | null): SQL =>
  tags === null
    ? sql`select unit_count from banks where uid = ${bankUid}`
    : sql`select count(*) as unit_count from memories where bank_uid = ${bankUid} and state = 'valid' and ${treeCondition(tags, sql`tags`)}`;

/**
 * Memories whose matching words have enough weight. A rare word weighs more. A word that occurs
 * nowhere weighs as much as the rarest one that occurs, so a typo does not hide all other matches.
 * Memories that do not match the tag filter do not count.
 */
const weighted = (scope: BankScope, { state, tags }: SearchedMemories, words: readonly SearchWord[]): SQL => sql`
  asked as materialized (
    select ord, query from unnest(${array(
      words.map(({ query }) => query),
      'tsquery[]',
    )}) with ordinality as t(query, ord)),
  hit as materialized (
    select a.ord, u.id from asked a, lateral (
      select id from memories where bank_uid = ${scope.bankUid} and search @@ a.query and state = ${literal(state)} and ${treeCondition(tags, sql`tags`)}) u
    ${saidBySpeakers(scope, { state, tags }, words)}),
  known as materialized (select ord, count(*) as df from hit group by ord),
  rarity as materialized (
    select k.ord, ln(1 + (greatest(b.unit_count - k.df, 0) + 0.5::float8) / (k.df + 0.5::float8)) as idf
    from known k, (${sizeOf(scope, tags)}) b),
  found as materialized (
    select h.id from hit h join rarity r using (ord) group by h.id
    having sum(r.idf) >= ${COVERAGE}::float8 * (
      select sum(idf) + (${words.length}::int - count(*)) * max(idf) from rarity)),`;

/** Parts of `with` that the conditions refer to. */
export const prefix = (scope: BankScope, { search, state, tags }: MemoryFilter): SQL =>
  search?.kind === 'words' && !search.all ? weighted(scope, { state, tags }, search.words) : sql``;

function searched(search: TextSearch): SQL {
  if (search.kind === 'substring') return containsText(search.text);
  return search.all ? containsAll(search.words) : sql`m.id in (select id from found)`;
}

/** Memories that a document contains, including those first read from another document. */
const inDocument = (scope: BankScope, documentId: string): SQL => sql`(
  m.document_uid = (select d.uid from documents d where d.bank_uid = ${scope.bankUid} and d.id = ${documentId})
  or m.id = any(array(
    select e.memory_id from documents d join chunks c on c.bank_uid = d.bank_uid and c.document_uid = d.uid
    join memory_evidence e on e.bank_uid = c.bank_uid and e.chunk_id = c.id where d.bank_uid = ${scope.bankUid} and d.id = ${documentId})))`;

/** Ids of observations with a visible source that mentions an entity, once per such source. */
export const observing = (scope: BankScope, entityId: string, tags: TagFilter | null): SQL => sql`
  select s.observation_id from memory_entities x join ${visibleSources(scope, tags)} s on s.bank_uid = x.bank_uid and s.memory_id = x.memory_id
  where x.bank_uid = ${scope.bankUid} and x.entity_id = ${entityId}::uuid`;

/** Memories that mention an entity; an observation mentions the entities of its sources. */
const naming = (scope: BankScope, entityId: string, tags: TagFilter | null): SQL => sql`(
  select x.memory_id from memory_entities x where x.bank_uid = ${scope.bankUid} and x.entity_id = ${entityId}::uuid
  union all ${observing(scope, entityId, tags)})`;

/** All conditions except the state and the time. */
function otherConditions(scope: BankScope, filter: MemoryFilter): SQL[] {
  const { types, search, consolidation, documentId, entityId, sourceId, ended, supersededBy, expiresWithinDays, extendable, tags } = filter;
  const found: SQL[] = [];
  if (types) found.push(types.length === 1 ? sql`m.fact_type = ${types[0]}` : sql`m.fact_type = any(${array(types, 'text[]')})`);
  if (search) found.push(searched(search));
  if (consolidation) found.push(consolidated(scope, consolidation));
  if (documentId !== null) found.push(inDocument(scope, documentId));
  if (entityId !== null) found.push(sql`m.id in ${naming(scope, entityId, tags)}`);
  if (sourceId !== null)
    found.push(
      sql`m.id in (select s.observation_id from ${visibleSources(scope, tags)} s where s.bank_uid = ${scope.bankUid} and s.memory_id = ${sourceId}::uuid)`,
    );
  if (ended !== null) found.push(endedIs(ended, tags));
  if (supersededBy !== null) found.push(replacedBy(supersededBy, tags));
  if (expiresWithinDays !== null) found.push(sql`m.expires_at <= now() + make_interval(days => ${expiresWithinDays}::int)`);
  if (extendable !== null)
    found.push(extendable.at === null ? sql`m.expires_at is not null` : sql`m.expires_at < ${extendable.at}::timestamptz`);
  if (tags !== null) found.push(treeCondition(tags, sql`m.tags`));
  return found;
}

export const conditions = (scope: BankScope, filter: MemoryFilter): SQL[] => [
  sql`m.state = ${literal(filter.state)}`,
  ...otherConditions(scope, filter),
  ...within(filter, 'all'),
];

/**
 * The same conditions for a walk along an index, written so that the planner uses no other index.
 */
export const conditionsOnTheWay = (scope: BankScope, filter: MemoryFilter, units: UnitTiming): SQL[] => [
  sql`m.state = ${literal(filter.state)}`,
  ...otherConditions(scope, filter).map((condition) => sql`(${condition}) is true`),
  ...within(filter, units),
];

/** Number of filters for which there is an index. */
export const narrowings = (filter: MemoryFilter): number => {
  const { search, consolidation, documentId, entityId, sourceId, ended, supersededBy, expiresWithinDays, extendable, tags, from, to } =
    filter;
  const parts = [
    search,
    consolidation,
    documentId,
    entityId,
    sourceId,
    ended,
    supersededBy,
    expiresWithinDays,
    extendable,
    tags,
    from ?? to,
  ];
  return parts.filter((part) => part !== null).length;
};

import { array, type Queryable, type Row, sql } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import type { FactType } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';

/** The texts of memories, without the names of their speakers. */
export async function readTexts(db: Queryable, scope: BankScope, ids: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ text: string }>(sql`
    select case when speaker is not null and starts_with(text, speaker || ': ') then substr(text, length(speaker) + 3) else text end as text
    from memories where bank_uid = ${scope.bankUid} and id = any(${array(ids, 'uuid[]')}) and fact_type <> 'observation'`);
  return rows.map(({ text }) => text);
}

/** The type of a memory; null: it is missing. */
export async function findType(db: Queryable, scope: BankScope, id: string): Promise<FactType | null> {
  const [row] = await db.query<{ fact_type: FactType }>(sql`
    select fact_type from memories where bank_uid = ${scope.bankUid} and id = ${id}::uuid`);
  return row?.fact_type ?? null;
}

/** The chunks of a document; null: it is missing. */
export async function readChunksOf(db: Queryable, scope: BankScope, documentId: string): Promise<string[] | null> {
  const [row] = await db.query<{ ids: string[] }>(sql`
    select array(select c.id from chunks c where c.bank_uid = d.bank_uid and c.document_uid = d.uid) as ids
    from documents d where d.bank_uid = ${scope.bankUid} and d.id = ${documentId}`);
  return row?.ids ?? null;
}

/**
 * The passages of memories in stored texts: those whose words would be removed, and those whose
 * position in the text is unknown.
 */
export async function countPassages(
  db: Queryable,
  scope: BankScope,
  memoryIds: readonly string[],
): Promise<{ located: number; unknown: number }> {
  const [row] = await db.query<{ located: number; unknown: number }>(sql`
    select count(*) filter (where p.is_located) as located, count(*) filter (where not p.is_located) as unknown from (
      select m.chunk_id, m.chunk_start is not null and m.chunk_end is not null as is_located from memories m
      where m.bank_uid = ${scope.bankUid} and m.id = any(${array(memoryIds, 'uuid[]')}) and m.chunk_id is not null
      union all
      select e.chunk_id, e.chunk_start is not null and e.chunk_end is not null from memory_evidence e
      where e.bank_uid = ${scope.bankUid} and e.memory_id = any(${array(memoryIds, 'uuid[]')})) p
    join chunks c on c.bank_uid = ${scope.bankUid} and c.id = p.chunk_id where c.text <> ''`);
  return defined(row);
}

export interface EntityForecast extends Row {
  /** facts that name only these entities, or all of them */
  fact_ids: string[];
  /** mentions in facts that stay */
  mentions: number;
  /** facts that stay without these mentions */
  facts_left: number;
  alias_keys: string[];
  alias_names: string[];
  changes: number;
}

/**
 * What the deletion of entities would change. Of missing ones, nothing. Other mentions are joined,
 * because an entity may have hundreds of thousands: looking them up for each took seconds.
 */
export async function forecastEntities(
  db: Queryable,
  scope: BankScope,
  { ids, shared }: { readonly ids: readonly string[]; readonly shared: boolean },
): Promise<EntityForecast> {
  const these = array(ids, 'uuid[]');
  const isOnlyTheirs = sql`not exists (
        select from memory_entities o where o.bank_uid = ${scope.bankUid} and o.memory_id = n.id and o.entity_id <> all(${these}))`;
  const [row] = await db.query<EntityForecast>(sql`
    with named as materialized (
      select x.memory_id as id, count(*) as mentions from memory_entities x
      where x.bank_uid = ${scope.bankUid} and x.entity_id = any(${these}) group by x.memory_id
    ), fact as materialized (
      select n.id, n.mentions from named n where ${shared ? sql`true` : isOnlyTheirs}
    ), left_over as materialized (
      select coalesce(sum(n.mentions), 0) - (select coalesce(sum(f.mentions), 0) from fact f) as mentions, count(*) - (select count(*) from fact) as facts
      from named n
    ), alias as materialized (
      select a.key::text as key, a.name from entity_aliases a where a.bank_uid = ${scope.bankUid} and a.entity_id = any(${these}))
    select array(select id from fact) as fact_ids, l.mentions::int as mentions, l.facts as facts_left,
      array(select key from alias) as alias_keys, array(select name from alias) as alias_names,
      (select count(*) from entity_changes c
        where c.bank_uid = ${scope.bankUid} and (c.entity_id = any(${these}) or c.other_id = any(${these}))) as changes
    from left_over l`);
  return defined(row);
}

export interface NamingText extends Row {
  id: string;
  text: string;
}

/** No text has these ids: one is before all, the other after all. */
export const FIRST_TEXT = '00000000-0000-0000-0000-000000000000';
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Maximum number of texts in a page. */
const NAMING_PAGE = 200;
/** Number of texts of the bank that a statement compares: some tenths of a second. */
const COMPARED = 50_000;

interface NamingQuery {
  /** of the entities */
  readonly ids: readonly string[];
  readonly names: readonly string[];
  /** whether all memories of the entities will be deleted, or only those that name no other one */
  readonly shared: boolean;
  /** `last` of the previous page, or `FIRST_TEXT` */
  readonly after: string;
}

export interface NamingPage {
  readonly texts: readonly NamingText[];
  /** the id up to which texts were compared; null: all were */
  readonly last: string | null;
}

/** The text of chunk `c` in lower case: that of ASCII takes a tenth of the time. */
const LOWERED = sql.raw(`case when octet_length(c.text) = length(c.text) then lower(c.text collate "C") else lower(c.text) end`);

/**
 * Texts that contain one of the names, possibly within a word, and no memory of the entities that
 * stays, in the order of their ids. Memories are looked up only for texts with a name.
 */
export async function readTextsNaming(db: Queryable, scope: BankScope, { ids, names, shared, after }: NamingQuery): Promise<NamingPage> {
  const bank = scope.bankUid;
  const these = array(ids, 'uuid[]');
  const lowered = names.map((name) => name.toLowerCase());
  const hasRemaining = sql`exists (
        select from (
          select m.id from memories m where m.bank_uid = ${bank} and m.chunk_id = c.id
          union all select e.memory_id from memory_evidence e where e.bank_uid = ${bank} and e.chunk_id = c.id) p
        cross join lateral (
          select from memory_entities x where x.bank_uid = ${bank} and x.memory_id = p.id
          having bool_or(x.entity_id = any(${these})) and bool_or(x.entity_id <> all(${these}))) x offset 0)`;
  const rows = await db.query<{ last: string | null; id: string | null; text: string | null }>(sql`
    with span as materialized (
      select (select c.id from chunks c where c.bank_uid = ${bank} and c.id > ${after}::uuid
        order by c.id offset ${COMPARED - 1}::int limit 1) as last)
    select s.last, t.id, t.text from span s left join lateral (
      select c.id, c.text from chunks c
      where c.bank_uid = ${bank} and c.id > ${after}::uuid and c.id <= coalesce(s.last, ${HIGHEST}::uuid)
        and exists (select from unnest(${array(lowered, 'text[]')}) n where strpos(${LOWERED}, n) > 0 offset 0)
        ${shared ? sql`` : sql`and not ${hasRemaining}`}
      order by c.id limit ${NAMING_PAGE}::int) t on true
    order by t.id`);
  const texts = rows.flatMap(({ id, text }) => (id === null || text === null ? [] : [{ id, text }]));
  return { texts, last: texts.length === NAMING_PAGE ? (texts.at(-1)?.id ?? null) : (rows[0]?.last ?? null) };
}

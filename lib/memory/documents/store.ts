import type { ObservationScopes } from '#lib/base/contract/fields';
import { array, arrayText, type Queryable, type Row, type SQL, sql, type Tx } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { chunks, documents } from '#lib/base/db/schema/documents';
import { defined } from '#lib/base/defined';
import { UNREAD_CHUNK } from '#lib/base/literals';
import type { BankScope, OrgScope } from '#lib/base/scope';
import { type TagFilter, treeCondition } from '#lib/base/tags/filter';
import type { DocumentSort, DocumentTime } from '#lib/memory/documents/literals';

export interface DocumentRow
  extends Row,
    ColumnsOf<
      typeof documents,
      | 'uid'
      | 'id'
      | 'content_hash'
      | 'created_at'
      | 'updated_at'
      | 'text_length'
      | 'tags'
      | 'metadata'
      | 'retain_params'
      | 'observation_scopes'
    > {
  unit_count: number;
  /** the first expiry of a chunk; null: none expires */
  expires_at: Date | null;
  /** not all chunks expire then */
  expires_in_part: boolean;
}

export interface DocumentFilter {
  readonly q: string | undefined;
  /** null: no filter */
  readonly tags: TagFilter | null;
  readonly timeField: DocumentTime;
  /** inclusive */
  readonly from: Date | undefined;
  /** exclusive */
  readonly to: Date | undefined;
  readonly sort: DocumentSort;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
}

export interface DocumentPage<R> {
  readonly rows: R[];
  readonly total: number;
}

const FIELDS = sql.raw(
  'd.uid, d.id, d.content_hash, d.created_at, d.updated_at, d.text_length, d.tags, d.metadata, d.retain_params, d.observation_scopes',
);

/** When the chunks of a document that pass the filter expire, as a lateral join `x`. */
const expiryOf = (document: SQL, { bankUid }: BankScope, tags: TagFilter | null): SQL => sql`cross join lateral (
  select min(c.expires_at) as expires_at,
    coalesce(min(c.expires_at) < max(c.expires_at) or (min(c.expires_at) is not null and bool_or(c.expires_at is null)), false) as expires_in_part
  from chunks c where c.bank_uid = ${bankUid} and c.document_uid = ${document}.uid and ${treeCondition(tags, sql`c.tags`)}) x`;

/** Visible fields of a document if not all of its parts pass a tag filter. */
export interface VisiblePart {
  /** of the parts that pass */
  tags: string[];
  /** of the chunks that pass, in characters */
  text_length: number;
}

export interface ListedDocumentRow extends DocumentRow {
  /** null: all of the document passes */
  part: VisiblePart | null;
}

/** Document and type of the memories that pass a tag filter. */
const visibleUnits = ({ bankUid }: BankScope, tags: TagFilter | null): SQL => {
  const inState = (state: SQL) =>
    sql`select document_uid, fact_type from memories m where m.bank_uid = ${bankUid} and m.document_uid is not null and ${state} and ${treeCondition(tags, sql`m.tags`)}`;
  // The index of tags only has valid memories.
  return tags === null ? inState(sql`true`) : sql`${inState(sql`m.state = 'valid'`)} union all ${inState(sql`m.state = 'invalidated'`)}`;
};

/** The documents with such memories: `uid`, and `n`, the number of those that are facts. */
const unitsByDocument = (scope: BankScope, tags: TagFilter | null): SQL => sql`
  select v.document_uid as uid, count(*) filter (where v.fact_type <> 'observation') as n from (${visibleUnits(scope, tags)}) v group by v.document_uid`;

/**
 * Documents `d` with a part that passes the filter. A document without text is filtered by its own
 * tags. `isNarrow`: the parts of each document are looked up. Otherwise each table is read once,
 * which takes a fraction of the time for all documents of a bank; `unit` is `unitsByDocument`.
 */
const isVisible = ({ bankUid }: BankScope, tags: TagFilter | null, isNarrow: boolean): SQL => {
  if (tags === null) return sql`true`;
  const chunks = (of: string) => sql`chunks c where c.bank_uid = ${bankUid} and c.document_uid = ${sql.raw(of)}.uid`;
  if (isNarrow)
    return sql`(
      exists (select from ${chunks('d')} and ${treeCondition(tags, sql`c.tags`)})
      or exists (select from memories m where m.bank_uid = ${bankUid} and m.document_uid = d.uid and ${treeCondition(tags, sql`m.tags`)})
      or ${treeCondition(tags, sql`d.tags`)} and not exists (select from ${chunks('d')}))`;
  return sql`d.uid in (
    select c.document_uid from chunks c where c.bank_uid = ${bankUid} and ${treeCondition(tags, sql`c.tags`)}
    union all select unit.uid from unit
    union all select t.uid from documents t where t.bank_uid = ${bankUid} and ${treeCondition(tags, sql`t.tags`)} and not exists (select from ${chunks('t')}))`;
};

/** The `VisiblePart` of document `page` as JSON. */
const visiblePart = ({ bankUid }: BankScope, tags: TagFilter | null): SQL => {
  if (tags === null) return sql`null::json`;
  const chunks = sql`chunks c where c.bank_uid = ${bankUid} and c.document_uid = page.uid`;
  const facts = sql`memories m where m.bank_uid = ${bankUid} and m.document_uid = page.uid and m.fact_type <> 'observation'`;
  const [ofChunk, ofFact] = [treeCondition(tags, sql`c.tags`), treeCondition(tags, sql`m.tags`)];
  return sql`case when exists (select from ${chunks} and (${ofChunk}) is not true) or exists (select from ${facts} and not ${ofFact}) then json_build_object(
    'tags', array(select unnest(c.tags) collate "C" as tag from ${chunks} and ${ofChunk} union select unnest(m.tags) collate "C" from ${facts} and ${ofFact} order by tag),
    'text_length', (select coalesce(sum(length(c.text)), 0) from ${chunks} and ${ofChunk})) end`;
};

/** Memories of document `of` that the tag filter passes. */
const unitCount = ({ bankUid }: BankScope, tags: TagFilter | null, of: string): SQL => sql`(
  select count(*) from memories m where m.bank_uid = ${bankUid} and m.document_uid = ${sql.raw(of)}.uid and m.fact_type <> 'observation'
    and ${treeCondition(tags, sql`m.tags`)})`;

/**
 * The value of document `d` by which a list is sorted. Under a tag filter, it is that of the
 * visible parts, so that the order reveals nothing about the others. Null without tags.
 * `isCounted`: `u` is the document in `unitsByDocument`. Otherwise its memories are looked up.
 */
function sortKey(scope: BankScope, tags: TagFilter | null, sort: DocumentSort, isCounted: boolean): SQL {
  if (sort === 'memory_unit_count') return isCounted ? sql`coalesce(u.n, 0)` : unitCount(scope, tags, 'd');
  if (sort === 'id') return sql`d.id collate "C"`;
  if (sort !== 'tags' && (sort !== 'text_length' || tags === null)) return sql.raw(`d.${sort}`);
  if (tags === null) return sql`nullif(d.tags, '{}') collate "C"`;
  const visible = (table: string) =>
    sql`${sql.raw(table)} v where v.bank_uid = ${scope.bankUid} and v.document_uid = d.uid and ${treeCondition(tags, sql`v.tags`)}`;
  return sort === 'text_length'
    ? sql`coalesce((select sum(length(v.text)) from ${visible('chunks')}), d.text_length)`
    : sql`nullif(array(select unnest(v.tags) collate "C" as tag from ${visible('chunks')} union select unnest(v.tags) collate "C" from ${visible('memories')} order by tag), '{}')`;
}

export async function listDocuments(
  db: Queryable,
  scope: BankScope,
  { q, tags, timeField, from, to, sort, order, limit, offset }: DocumentFilter,
): Promise<DocumentPage<ListedDocumentRow>> {
  const match: SQL = q ? sql`and position(lower(${q}::text) in lower(d.id)) > 0` : sql``;
  const time = sql.raw(timeField);
  const ordered = sql.raw(`sort_key ${order}${sort === 'tags' ? ' nulls last' : ''}, uid ${order}`);
  const start = from ? sql`and d.${time} >= ${from}::timestamptz` : sql``;
  const end = to ? sql`and d.${time} < ${to}::timestamptz` : sql``;
  // A search or a range usually leaves few documents.
  const isNarrow = Boolean(q || from || to);
  const where = sql`where d.bank_uid = ${scope.bankUid} and ${isVisible(scope, tags, isNarrow)} ${match} ${start} ${end}`;
  const isCounted = sort === 'memory_unit_count' && !isNarrow;
  const counts = isCounted ? sql`left join unit u on u.uid = d.uid` : sql``;
  // What needs a whole table is read once, for the page and the total. Otherwise indexes find both.
  const once = sql.raw(tags === null && !isCounted ? 'not materialized' : 'materialized');
  const rows = await db.query<ListedDocumentRow & { total: number }>(sql`
    with unit as ${once} (${unitsByDocument(scope, tags)}),
    listed as ${once} (select d.uid, ${sortKey(scope, tags, sort, isCounted)} as sort_key from documents d ${counts} ${where}),
    place as materialized (select uid, sort_key from listed order by ${ordered} limit ${limit}::bigint offset ${offset}::bigint),
    page as materialized (
      select ${FIELDS}, p.sort_key from place p cross join lateral (select * from documents where bank_uid = ${scope.bankUid} and uid = p.uid offset 0) d)
    select t.total, page.*, x.expires_at, x.expires_in_part, ${unitCount(scope, tags, 'page')} as unit_count, ${visiblePart(scope, tags)} as part
    from (select count(*) as total from listed) t left join (page ${expiryOf(sql.raw('page'), scope, tags)}) on true order by ${ordered}`);
  return { rows: rows.filter(({ uid }) => uid !== null), total: rows[0]?.total ?? 0 };
}

export interface FullDocumentRow extends DocumentRow {
  /** null: the text is not stored */
  text: string | null;
  chunks_unread: number;
  by_type: Partial<Record<'world' | 'experience' | 'observation', number>>;
}

export async function findDocument(db: Queryable, scope: BankScope, id: string): Promise<FullDocumentRow | null> {
  const [row] = await db.query<FullDocumentRow>(sql`
    select ${FIELDS}, x.expires_at, x.expires_in_part, coalesce(units.n, 0) as unit_count, coalesce(units.by_type, '{}') as by_type,
      case when d.text_stored then (
        select coalesce(string_agg(c.text, '' order by c.index), '') from chunks c where c.bank_uid = d.bank_uid and c.document_uid = d.uid) end as text,
      (select count(*) from chunks c where c.bank_uid = d.bank_uid and c.document_uid = d.uid and c.content_hash = ${UNREAD_CHUNK}) as chunks_unread
    from documents d left join lateral (
      select json_object_agg(t.fact_type, t.n) as by_type, sum(t.n) filter (where t.fact_type <> 'observation') as n from (
        select m.fact_type, count(*) as n from memories m where m.bank_uid = d.bank_uid and m.document_uid = d.uid group by m.fact_type) t) units on true
    ${expiryOf(sql.raw('d'), scope, null)}
    where d.bank_uid = ${scope.bankUid} and d.id = ${id}`);
  return row ?? null;
}

export interface DocumentState {
  readonly uid: string;
  readonly tags: readonly string[];
  readonly observationScopes: unknown;
  readonly isTextStored: boolean;
  /** changes with every write of the document and its chunks */
  readonly revision: number;
}

/** Data of a document that a change needs; the caller must hold the bank's lock. */
export async function findDocumentState(tx: Tx, scope: BankScope, id: string): Promise<DocumentState | null> {
  const [row] = await tx.query<{ uid: string; tags: string[]; observation_scopes: unknown; text_stored: boolean; revision: number }>(sql`
    select uid, tags, observation_scopes, text_stored, revision from documents where bank_uid = ${scope.bankUid} and id = ${id}`);
  if (!row) return null;
  const { uid, tags, observation_scopes: observationScopes, text_stored: isTextStored, revision } = row;
  return { uid, tags, observationScopes, isTextStored, revision };
}

/** The last chunks of a document; the caller must hold the bank's lock. */
export interface DocumentEnd {
  readonly uid: string;
  /** last one first */
  readonly chunkIds: readonly string[];
  /** the document has no other chunks */
  readonly isAll: boolean;
}

export async function findEnd(tx: Tx, scope: BankScope, id: string, most: number): Promise<DocumentEnd | null> {
  const [row] = await tx.query<{ uid: string; chunk_ids: string[]; left: number }>(sql`
    select d.uid, coalesce(array_agg(c.id order by c.place) filter (where c.place <= ${most}::int), '{}') as chunk_ids,
      count(c.id) filter (where c.place > ${most}::int) as left
    from documents d left join lateral (
      select k.id, row_number() over (order by k.index desc) as place from chunks k
      where k.bank_uid = d.bank_uid and k.document_uid = d.uid order by k.index desc limit ${most + 1}::int) c on true
    where d.bank_uid = ${scope.bankUid} and d.id = ${id} group by d.uid`);
  return row ? { uid: row.uid, chunkIds: row.chunk_ids, isAll: row.left === 0 } : null;
}

/** Number of memories that are deleted with the document: those that no other document repeats. */
export async function countUnits(tx: Tx, scope: BankScope, uid: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>(sql`
    select count(*) as n from memories m where m.bank_uid = ${scope.bankUid} and m.document_uid = ${uid} and not exists (
      select 1 from memory_evidence e where e.bank_uid = m.bank_uid and e.memory_id = m.id and e.document_uid <> m.document_uid)`);
  return defined(row).n;
}

export async function deleteDocument(tx: Tx, scope: BankScope, uid: string): Promise<void> {
  await tx.query(sql`delete from documents where bank_uid = ${scope.bankUid} and uid = ${uid}`);
}

/** Fields of a document and of its memories; an undefined one does not change. */
export interface DocumentChange {
  readonly tags: readonly string[] | undefined;
  readonly observationScopes: ObservationScopes | undefined;
  /** null: never */
  readonly expiresAt: Date | null | undefined;
}

const tagsOf = ({ tags }: DocumentChange): SQL => sql`${tags ? arrayText(tags) : null}::text[]`;
const scopesOf = ({ observationScopes: scopes }: DocumentChange): SQL =>
  sql`${scopes === undefined ? null : JSON.stringify(scopes)}::jsonb`;

/** A lookup by id, which the planner joins with nothing, also without statistics of the bank. */
const memoryOf = (bankUid: number, id: string): SQL =>
  sql`(select * from memories where bank_uid = ${bankUid} and id = ${sql.raw(id)} offset 0)`;

/** Whether the memory `m` has other tags or observation scopes. */
const differs = (change: DocumentChange): SQL => sql`(m.tags is distinct from coalesce(${tagsOf(change)}, m.tags)
  or m.observation_scopes is distinct from coalesce(${scopesOf(change)}, m.observation_scopes))`;

/** The next chunks of a document after an index, in order. */
export const readNextChunks = (
  tx: Tx,
  scope: BankScope,
  { uid, after, most }: { readonly uid: string; readonly after: number; readonly most: number },
): Promise<{ id: string; index: number }[]> =>
  tx.query<{ id: string; index: number }>(sql`
    select id, index from chunks where bank_uid = ${scope.bankUid} and document_uid = ${uid} and index > ${after}::int
    order by index limit ${most}::int`);

/**
 * Whether a chunk of a document up to an index, or a memory in one, is not as the change sets it.
 */
export async function isIncomplete(
  tx: Tx,
  { bankUid }: BankScope,
  { uid, upTo, change }: { readonly uid: string; readonly upTo: number; readonly change: DocumentChange },
): Promise<boolean> {
  const expires = change.expiresAt === undefined ? sql`false` : sql`c.expires_at is distinct from ${change.expiresAt}::timestamptz`;
  const rows = await tx.query(sql`
    select from chunks c where c.bank_uid = ${bankUid} and c.document_uid = ${uid} and c.index <= ${upTo}::int and (
      c.tags is distinct from coalesce(${tagsOf(change)}, c.tags) or ${expires}
      or exists (select from memories m where m.bank_uid = ${bankUid} and m.chunk_id = c.id and ${differs(change)} offset 0)
      or exists (select from memory_evidence e cross join lateral ${memoryOf(bankUid, 'e.memory_id')} m
        where e.bank_uid = ${bankUid} and e.chunk_id = c.id and m.document_uid <> ${uid} and ${differs(change)} offset 0))
    limit 1`);
  return rows.length > 0;
}

interface ChunksChange {
  readonly uid: string;
  readonly chunkIds: readonly string[];
  readonly change: DocumentChange;
}

/** Memories that these chunks share with other documents, and that the change would alter. */
export async function readShared(tx: Tx, { bankUid }: BankScope, { uid, chunkIds, change }: ChunksChange): Promise<string[]> {
  const ids = array(chunkIds, 'uuid[]');
  const rows = await tx.query<{ id: string }>(sql`
    select m.id from memories m where m.bank_uid = ${bankUid} and m.chunk_id = any(${ids}) and ${differs(change)}
      and exists (select from memory_evidence e where e.bank_uid = ${bankUid} and e.memory_id = m.id and e.document_uid <> ${uid} offset 0)
    union
    select m.id from memory_evidence e cross join lateral ${memoryOf(bankUid, 'e.memory_id')} m
    where e.bank_uid = ${bankUid} and e.chunk_id = any(${ids}) and m.document_uid <> ${uid} and ${differs(change)}`);
  return rows.map(({ id }) => id);
}

/**
 * Sets tags and observation scopes of chunks and of their memories, and of further memories of the
 * document. These no longer match the tags with which their text was read. They are therefore never
 * folded with others again, and the chunks lose their hash. Returns the changed memories.
 */
export async function retagChunks(
  tx: Tx,
  { bankUid }: BankScope,
  args: ChunksChange & { readonly memoryIds: readonly string[]; readonly revision: number },
): Promise<string[]> {
  const { uid, change, revision } = args;
  const [ids, tags] = [array(args.chunkIds, 'uuid[]'), tagsOf(change)];
  // Omitted without tags: with a part whose condition is constantly false, Citus updates nothing.
  const scanned = change.tags
    ? sql`, scanned as (
      update memory_embeddings e set tags = ${tags} from hit h where e.bank_uid = ${bankUid} and e.memory_id = h.id
    )`
    : sql``;
  const rows = await tx.query<{ id: string }>(sql`
    with unread as (
      update chunks set tags = coalesce(${tags}, tags), content_hash = case when content_hash = ${UNREAD_CHUNK} then content_hash else '' end
      where bank_uid = ${bankUid} and id = any(${ids})
    ), hit as materialized (
      select m.id from (
        select id from memories where bank_uid = ${bankUid} and chunk_id = any(${ids})
        union select unnest(${array(args.memoryIds, 'uuid[]')})) w
      cross join lateral ${memoryOf(bankUid, 'w.id')} m
      where m.document_uid = ${uid} and ${differs(change)}
    )${scanned}
    update memories m set tags = coalesce(${tags}, m.tags), observation_scopes = coalesce(${scopesOf(change)}, m.observation_scopes),
      fingerprint = null, revision = ${revision}, updated_at = now()
    from hit h where m.bank_uid = ${bankUid} and m.id = h.id returning m.id`);
  return rows.map(({ id }) => id);
}

/** Sets when the text of chunks expires; null: never. */
export async function setExpiry(
  tx: Tx,
  { bankUid }: BankScope,
  { chunkIds, expiresAt }: { readonly chunkIds: readonly string[]; readonly expiresAt: Date | null },
): Promise<void> {
  const at = sql`${expiresAt}::timestamptz`;
  await tx.query(sql`
    with due as (update banks set next_expires_at = least(next_expires_at, ${at}) where uid = ${bankUid})
    update chunks set expires_at = ${at} where bank_uid = ${bankUid} and id = any(${array(chunkIds, 'uuid[]')})`);
}

/** Stores that a document changed. `change`: sets its own fields; null: they do not change. */
export async function noteChange(
  tx: Tx,
  scope: BankScope,
  { uid, revision, change }: { readonly uid: string; readonly revision: number; readonly change: DocumentChange | null },
): Promise<void> {
  const fields = change
    ? sql`, tags = coalesce(${tagsOf(change)}, tags), observation_scopes = coalesce(${scopesOf(change)}, observation_scopes)`
    : sql``;
  await tx.query(sql`
    update documents set revision = ${revision}, updated_at = now() ${fields} where bank_uid = ${scope.bankUid} and uid = ${uid}`);
}

export interface ChunkListRow extends Row, ColumnsOf<typeof chunks, 'id' | 'index' | 'text' | 'created_at'> {
  document_id: string;
  bank_id: string;
}

/** null: no such document */
export async function listChunks(
  db: Queryable,
  scope: BankScope,
  { documentId, limit, offset }: { documentId: string; limit: number; offset: number },
): Promise<DocumentPage<ChunkListRow> | null> {
  const [counted] = await db.query<{ uid: string; total: number }>(sql`
    select d.uid, (select count(*) from chunks c where c.bank_uid = d.bank_uid and c.document_uid = d.uid) as total
    from documents d where d.bank_uid = ${scope.bankUid} and d.id = ${documentId}`);
  if (!counted) return null;
  const rows = await db.query<ChunkListRow>(sql`
    select c.id, ${documentId}::text as document_id, ${scope.bankId}::text as bank_id, c.index, c.text, c.created_at
    from chunks c where c.bank_uid = ${scope.bankUid} and c.document_uid = ${counted.uid}
    order by c.index limit ${limit}::bigint offset ${offset}::bigint`);
  return { rows, total: counted.total };
}

/** Searches the banks of the cell of `db` that the caller may use. */
export async function findChunk(db: Queryable, scope: OrgScope, id: string): Promise<ChunkListRow | null> {
  const reach = scope.bankUids === null ? sql`` : sql`and b.uid = any(${sql.param([...scope.bankUids])}::bigint[])`;
  const [row] = await db.query<ChunkListRow>(sql`
    select c.id, d.id as document_id, b.id as bank_id, c.index, c.text, c.created_at
    from banks b join chunks c on c.bank_uid = b.uid and c.id = ${id}::uuid join documents d on d.bank_uid = c.bank_uid and d.uid = c.document_uid
    where b.org_id = ${scope.orgId} ${reach}`);
  return row ?? null;
}

export interface TagSearch {
  /** null: every tag */
  readonly pattern: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** The numbers are stored: a count would read all memories. */
export async function listTags(
  db: Queryable,
  scope: BankScope,
  { pattern, limit, offset }: TagSearch,
): Promise<DocumentPage<{ tag: string; count: number }>> {
  const match = pattern === null ? sql`` : sql`and lower(t.tag) like lower(${pattern}::text)`;
  const counts = sql`select t.tag, t.units as count from tag_tallies t where t.bank_uid = ${scope.bankUid} ${match}`;
  const [counted] = await db.query<{ total: number }>(sql`select count(*) as total from (${counts}) c`);
  const rows = await db.query<{ tag: string; count: number }>(
    sql`${counts} order by count desc, t.tag collate "C" limit ${limit}::bigint offset ${offset}::bigint`,
  );
  return { rows, total: counted?.total ?? 0 };
}

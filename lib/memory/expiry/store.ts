import { array, type Queryable, type Row, sql, type Tx } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';
import { UNREAD_CHUNK } from '#lib/base/literals';
import type { BankScope, OrgScope } from '#lib/base/scope';

/** Finds what has expired. "Now" is the time of the database, for all processes alike. */

export interface ExpiredChunk extends Row {
  id: string;
  document_uid: string;
}

/** Chunks that have expired, one document after another, the last chunk of each first. */
export const readExpiredChunks = (tx: Tx, scope: BankScope, most: number): Promise<ExpiredChunk[]> =>
  tx.query<ExpiredChunk>({
    name: 'expiry_chunks',
    text: `select id, document_uid from chunks where bank_uid = $1 and expires_at <= now() order by document_uid, index desc limit $2`,
    values: [scope.bankUid, most],
  });

/** Memories that expire before their text does, because their expiry was set by hand. */
export async function readExpiredMemories(tx: Tx, scope: BankScope, most: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>({
    name: 'expiry_memories',
    text: `select id from memories where bank_uid = $1 and expires_at <= now() and fact_type <> 'observation' order by id limit $2`,
    values: [scope.bankUid, most],
  });
  return rows.map(({ id }) => id);
}

/** Stores the next expiry of the bank: the first one of a memory, a chunk or a queued item. */
export async function noteNextExpiry(tx: Tx, scope: BankScope): Promise<void> {
  await tx.query({
    name: 'expiry_next',
    text: `update banks set next_expires_at = least(
             (select min(m.expires_at) from memories m where m.bank_uid = $1 and m.expires_at is not null),
             (select min(c.expires_at) from chunks c where c.bank_uid = $1 and c.expires_at is not null),
             (select min(o.payload_expires_at) from operations o where o.bank_uid = $1 and o.payload_expires_at is not null and o.payload is not null)) where uid = $1`,
    values: [scope.bankUid],
  });
}

export interface ExpiringBank extends Row {
  uid: number;
  id: string;
  org_id: string;
}

/** Banks in which something has expired. */
export const readExpiringBanks = (db: Queryable, most: number): Promise<ExpiringBank[]> =>
  db.query<ExpiringBank>(sql`
    select uid, id, org_id from banks where org_id is not null and next_expires_at <= now() order by next_expires_at limit ${most}::int`);

/** Those of these banks of an organization. */
export const readExpiringBanksOf = (db: Queryable, { orgId }: OrgScope, bankIds: readonly string[]): Promise<ExpiringBank[]> =>
  db.query<ExpiringBank>(sql`
    select uid, id, org_id from banks where org_id = ${orgId} and next_expires_at <= now() and id = any(${array(bankIds, 'text[]')}) order by uid`);

/** A document that loses some of its chunks. */
export interface ShortenedDocument {
  readonly uid: string;
  readonly isTextStored: boolean;
  readonly tags: readonly string[];
  readonly items: unknown;
  /**
   * all chunks in order. `length`: in UTF-16 units, as JavaScript counts. `hasBreak`: it begins
   * with the line break that joins it to the previous one. `isDue`: it has expired.
   */
  readonly chunks: readonly { readonly id: string; readonly length: number; readonly hasBreak: boolean; readonly isDue: boolean }[];
}

/**
 * A character outside of the basic plane counts twice: it has two UTF-16 units, and one character
 * in the database.
 */
export async function readShortened(tx: Tx, scope: BankScope, documentUid: string): Promise<ShortenedDocument> {
  const [row] = await tx.query<{ text_stored: boolean; tags: string[]; items: unknown; chunks: [string, number, boolean, boolean][] }>({
    name: 'expiry_document',
    text: `select d.text_stored, d.tags, d.items, (
             select json_agg(json_build_array(c.id, length(c.text) + length(regexp_replace(c.text, '[^\\U00010000-\\U0010FFFF]', '', 'g')),
               left(c.text, 1) = chr(10), coalesce(c.expires_at <= now(), false)) order by c.index)
             from chunks c where c.bank_uid = $1 and c.document_uid = d.uid) as chunks
           from documents d where d.bank_uid = $1 and d.uid = $2`,
    values: [scope.bankUid, documentUid],
  });
  const { text_stored: isTextStored, tags, items, chunks } = defined(row);
  return {
    uid: documentUid,
    isTextStored,
    tags,
    items,
    chunks: chunks.map(([id, length, hasBreak, isDue]) => ({ id, length, hasBreak, isDue })),
  };
}

export interface DocumentFields {
  readonly tags: readonly string[];
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly retainParams: Readonly<Record<string, unknown>>;
  /** null: unknown */
  readonly items: readonly unknown[] | null;
}

/**
 * Before chunks are deleted: subtracts their length, clears the hash so that retaining the text
 * again reads it, and sets the fields that follow from the remaining items. The state before an
 * unfinished append loses the same chunks. `fields` null: they do not change.
 */
export async function shortenDocument(
  tx: Tx,
  scope: BankScope,
  args: { readonly uid: string; readonly chunkIds: readonly string[]; readonly revision: number; readonly fields: DocumentFields | null },
): Promise<void> {
  const { fields } = args;
  await tx.query({
    name: 'expiry_shorten',
    text: `with removed as materialized (
             select coalesce(sum(length(c.text)), 0) as length, d.settled || jsonb_build_object('hash', '', 'length', (d.settled->>'length')::int
               - coalesce(sum(length(c.text)) filter (where c.index < (d.settled->>'chunks')::int), 0)) as settled,
               count(*) filter (where c.index < (d.settled->>'chunks')::int and c.text <> '') > 0 as is_settled
             from documents d left join chunks c on c.bank_uid = $1 and c.document_uid = d.uid and c.id = any($3::uuid[])
             where d.bank_uid = $1 and d.uid = $2 group by d.settled
           )
           update documents d set content_hash = '', revision = $4::bigint, updated_at = now(), text_length = d.text_length - r.length,
             settled = case when d.settled->>'hash' is not null and r.is_settled then r.settled else d.settled end,
             tags = coalesce($5::text[], d.tags), metadata = coalesce($6::jsonb, d.metadata), retain_params = coalesce($7::jsonb, d.retain_params),
             items = case when $9::boolean then $8::jsonb else d.items end
           from removed r where d.bank_uid = $1 and d.uid = $2`,
    values: [
      scope.bankUid,
      args.uid,
      args.chunkIds,
      args.revision,
      fields?.tags ?? null,
      fields && JSON.stringify(fields.metadata),
      fields && JSON.stringify(fields.retainParams),
      fields?.items ? JSON.stringify(fields.items) : null,
      fields !== null,
    ],
  });
}

/**
 * No chunk has this id. With null, a condition of `closeGaps` would be constantly false, and Citus
 * would update nothing.
 */
const NO_CHUNK = '00000000-0000-0000-0000-000000000000';

/**
 * After the last expired chunk of a document is deleted: numbers the remaining ones without gaps.
 * `unjoinedId`: a chunk that is the first one now, and loses the line break that joined it to the
 * previous text.
 */
export async function closeGaps(
  tx: Tx,
  scope: BankScope,
  { uid, unjoinedId }: { readonly uid: string; readonly unjoinedId: string | null },
): Promise<void> {
  await tx.query({
    name: 'expiry_close_gaps',
    text: `with numbered as materialized (
             select c.id, c.index, row_number() over (order by c.index) - 1 as place from chunks c where c.bank_uid = $1 and c.document_uid = $2
           ), settled as materialized (
             select d.settled || jsonb_build_object('chunks', (select count(*) from numbered n where n.index < (d.settled->>'chunks')::int)) as state
             from documents d where d.bank_uid = $1 and d.uid = $2
           ), moved as (
             update chunks c set index = n.place, text = case when c.id = $3::uuid then substr(c.text, 2) else c.text end,
               content_hash = case when c.id = $3::uuid and c.content_hash <> $4 then '' else c.content_hash end
             from numbered n where c.bank_uid = $1 and c.id = n.id and (c.index <> n.place or c.id = $3::uuid)
           ), spans as (
             update memories m set chunk_start = greatest(m.chunk_start - 1, 0), chunk_end = m.chunk_end - 1
             where m.bank_uid = $1 and m.chunk_id = $3::uuid and m.chunk_end > 0
           ), further as (
             update memory_evidence e set chunk_start = greatest(e.chunk_start - 1, 0), chunk_end = e.chunk_end - 1
             where e.bank_uid = $1 and e.chunk_id = $3::uuid and e.chunk_end > 0
           )
           update documents d set text_length = d.text_length - case when $3::uuid = '${NO_CHUNK}' then 0 else 1 end,
             settled = s.state
           from settled s where d.bank_uid = $1 and d.uid = $2`,
    values: [scope.bankUid, uid, unjoinedId ?? NO_CHUNK, UNREAD_CHUNK],
  });
}

export async function deleteDocument(tx: Tx, scope: BankScope, uid: string): Promise<void> {
  await tx.query(sql`delete from documents where bank_uid = ${scope.bankUid} and uid = ${uid}`);
}

/** A passage of a memory in a chunk. */
export interface Passage extends Row {
  document_uid: string;
  chunk_id: string;
  start: number | null;
  end: number | null;
}

/** All passages of these memories. */
export const readPassages = (tx: Queryable, scope: BankScope, memoryIds: readonly string[]): Promise<Passage[]> =>
  tx.query<Passage>({
    name: 'purge_passages',
    text: `select document_uid, chunk_id, chunk_start as start, chunk_end as "end" from memories
           where bank_uid = $1 and id = any($2::uuid[]) and chunk_id is not null
           union all
           select document_uid, chunk_id, chunk_start, chunk_end from memory_evidence where bank_uid = $1 and memory_id = any($2::uuid[])`,
    values: [scope.bankUid, memoryIds],
  });

export interface ChunkText extends Row {
  id: string;
  text: string;
}

export const readChunkTexts = (tx: Tx, scope: BankScope, chunkIds: readonly string[]): Promise<ChunkText[]> =>
  tx.query<ChunkText>({
    name: 'purge_chunk_texts',
    text: 'select id, text from chunks where bank_uid = $1 and id = any($2::uuid[])',
    values: [scope.bankUid, chunkIds],
  });

export interface DocumentChunks extends Row {
  uid: string;
  chunks: ChunkText[];
}

/** Those of the documents that would have no memory without these, with their chunks. */
export const readChunksWithout = (
  db: Queryable,
  scope: BankScope,
  uids: readonly string[],
  memoryIds: readonly string[],
): Promise<DocumentChunks[]> =>
  db.query<DocumentChunks>({
    name: 'purge_chunks_without',
    text: `select d.uid, (select json_agg(json_build_object('id', c.id, 'text', c.text)) from chunks c where c.bank_uid = $1 and c.document_uid = d.uid) as chunks
           from documents d where d.bank_uid = $1 and d.uid = any($2::uuid[]) and d.text_stored
             and exists (select from chunks c where c.bank_uid = $1 and c.document_uid = d.uid)
             and not exists (select from memories m where m.bank_uid = $1 and m.document_uid = d.uid and m.id <> all($3::uuid[]))
             and not exists (select from memory_evidence e where e.bank_uid = $1 and e.document_uid = d.uid and e.memory_id <> all($3::uuid[]))`,
    values: [scope.bankUid, uids, memoryIds],
  });

export interface StoredRange extends Row {
  id: string;
  chunk_id: string;
  start: number;
  end: number;
}

/** The positions of memories and further evidence in these chunks. */
export async function readRanges(
  tx: Tx,
  scope: BankScope,
  chunkIds: readonly string[],
): Promise<{ memories: StoredRange[]; evidence: StoredRange[] }> {
  const read = (table: 'memories' | 'memory_evidence') =>
    tx.query<StoredRange>({
      name: `purge_ranges_${table}`,
      text: `select id, chunk_id, chunk_start as start, chunk_end as "end" from ${table}
             where bank_uid = $1 and chunk_id = any($2::uuid[]) and chunk_start is not null`,
      values: [scope.bankUid, chunkIds],
    });
  return { memories: await read('memories'), evidence: await read('memory_evidence') };
}

/** A moved position; null: it is unknown now. */
export interface MovedRange {
  readonly id: string;
  readonly range: { readonly start: number; readonly end: number } | null;
}

export async function moveRanges(
  tx: Tx,
  scope: BankScope,
  table: 'memories' | 'memory_evidence',
  moved: readonly MovedRange[],
): Promise<void> {
  if (moved.length === 0) return;
  await tx.query({
    name: `purge_move_${table}`,
    text: `update ${table} t set chunk_start = n.start, chunk_end = n.stop from unnest($2::uuid[], $3::int[], $4::int[]) as n(id, start, stop)
           where t.bank_uid = $1 and t.id = n.id`,
    values: [
      scope.bankUid,
      moved.map(({ id }) => id),
      moved.map(({ range }) => range?.start ?? null),
      moved.map(({ range }) => range?.end ?? null),
    ],
  });
}

/** Replaces texts of chunks. Their hashes are cleared: retaining the text reads them again. */
export async function setChunkTexts(
  tx: Tx,
  scope: BankScope,
  chunks: readonly { readonly id: string; readonly text: string }[],
): Promise<void> {
  await tx.query({
    name: 'purge_set_texts',
    text: `update chunks c set text = n.text, content_hash = case when c.content_hash = $4 then c.content_hash else '' end
           from unnest($2::uuid[], $3::text[]) as n(id, text) where c.bank_uid = $1 and c.id = n.id`,
    values: [scope.bankUid, chunks.map(({ id }) => id), chunks.map(({ text }) => text), UNREAD_CHUNK],
  });
}

/**
 * After texts of its chunks changed: the length and hash of a document. `items` null: they are
 * unknown now.
 */
export async function renewDocument(
  tx: Tx,
  scope: BankScope,
  { uid, items, revision }: { readonly uid: string; readonly items: readonly unknown[] | null; readonly revision: number },
): Promise<void> {
  await tx.query({
    name: 'purge_renew_document',
    text: `update documents set content_hash = '', revision = $3::bigint, updated_at = now(), items = $4::jsonb,
             text_length = (select coalesce(sum(length(c.text)), 0) from chunks c where c.bank_uid = $1 and c.document_uid = $2)
           where bank_uid = $1 and uid = $2`,
    values: [scope.bankUid, uid, revision, items && JSON.stringify(items)],
  });
}

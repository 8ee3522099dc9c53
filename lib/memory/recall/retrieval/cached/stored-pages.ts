import { type Queryable, type Row, sql, type Tx } from '#lib/base/db/db';
import { type BankColumns, decodePage, PAGE_FORMAT } from '#lib/memory/recall/retrieval/cached/page-format';
import type { Cursor } from '#lib/memory/recall/retrieval/cached/store';

/** Stored pages of large banks: see `recallPages` in the schema. */

/** The units of a bank whose last write is after one position and up to another. */
export interface StoredPage {
  readonly after: Cursor;
  readonly last: Cursor;
  /** of the bank, up to which it contains the changes of names */
  readonly revision: number;
}

export interface PageDirectory {
  /** of the bank; null: it was deleted */
  readonly revision: number | null;
  /** in the order of their positions */
  readonly pages: readonly StoredPage[];
}

interface StoredPageRow extends Row {
  revision: number;
  after_revision: number | null;
  after_id: string;
  last_revision: number;
  last_id: string;
  page_revision: number;
}

export async function findStoredPages(db: Queryable, bankUid: number, model: string): Promise<PageDirectory> {
  const rows = await db.query<StoredPageRow>({
    name: 'recall_pages_find',
    text: `select b.revision, p.after_revision, p.after_id, p.last_revision, p.last_id, p.revision as page_revision
      from banks b left join recall_pages p on p.bank_uid = b.uid and p.model = $2 and p.format = $3
      where b.uid = $1 order by p.last_revision, p.last_id`,
    values: [bankUid, model, PAGE_FORMAT],
  });
  return {
    revision: rows[0]?.revision ?? null,
    pages: rows.flatMap(({ after_revision, after_id, last_revision, last_id, page_revision }) => {
      if (after_revision === null) return [];
      const [after, last] = [
        { revision: after_revision, id: after_id },
        { revision: last_revision, id: last_id },
      ];
      return [{ after, last, revision: page_revision }];
    }),
  };
}

export interface PageContent {
  readonly columns: BankColumns;
  /** ids of units that were written again since */
  readonly stale: readonly string[];
}

/** Bytes of a payload in a row. One long text takes twice as long as short ones. */
const SLICE = 48_000;

interface PageSlice extends Row {
  readonly slice: string;
  /** of the first row; null in the others */
  readonly size: number | null;
  readonly stale: string[] | null;
}

/**
 * null: the page was deleted.
 *
 * As base64, because the binary protocol is not available on all drivers and hexadecimal digits
 * take half as long again. Decoding ignores its line feeds.
 */
export async function readStoredPage(
  db: Queryable,
  bankUid: number,
  model: string,
  { after, last }: StoredPage,
): Promise<PageContent | null> {
  const rows = await db.query<PageSlice>({
    name: 'recall_pages_read',
    text: `select encode(substr(payload, 1 + ${SLICE} * i, ${SLICE}), 'base64') as slice,
        case when i = 0 then octet_length(payload) end as size, case when i = 0 then stale::text[] end as stale
      from recall_pages, generate_series(0, (octet_length(payload) - 1) / ${SLICE}) i
      where bank_uid = $1 and model = $2 and last_revision = $3 and last_id = $4 and after_revision = $5 and after_id = $6 and format = $7
      order by i`,
    values: [bankUid, model, last.revision, last.id, after.revision, after.id, PAGE_FORMAT],
  });
  const size = rows[0]?.size;
  if (!size) return null;
  const payload = Buffer.alloc(size);
  for (let i = 0, at = 0; i < rows.length; i++) at += payload.write(rows[i]!.slice, at, 'base64');
  return { columns: decodePage(payload), stale: rows[0]!.stale ?? [] };
}

export interface PageBank extends Row {
  readonly uid: number;
  /** of its vectors */
  readonly model: string;
}

/** Banks with more than `largeFrom` valid memories of which at least `least` are in no page. */
export const findUnpagedBanks = (db: Queryable, { largeFrom, least }: { largeFrom: number; least: number }): Promise<PageBank[]> =>
  db.query<PageBank>(sql`
    select b.uid, b.embedding_model as model from banks b
    where b.org_id is not null and b.embedding_model is not null and b.unit_count > ${largeFrom}::bigint
      and b.unit_count - coalesce((
        select sum(p.units - cardinality(p.stale)) from recall_pages p
        where p.bank_uid = b.uid and p.model = b.embedding_model and p.format = ${PAGE_FORMAT}), 0) >= ${least}::bigint
    order by b.uid limit 100`);

/** Deletes pages that nobody reads, and those that are outdated for more than a quarter. */
export const deleteUselessPages = (db: Queryable, { uid, model }: PageBank): Promise<unknown> =>
  db.query(sql`
    delete from recall_pages where bank_uid = ${uid}
      and (model <> ${model} or format <> ${PAGE_FORMAT} or 4 * cardinality(stale) > units)`);

/** Deletes entries about deleted memories that no process reads any more: it would read all ids. */
export const deleteOldChanges = (db: Queryable): Promise<unknown> =>
  db.query(sql`
    delete from recall_changes h using banks b
    where h.bank_uid = b.uid and h.kind = 'memories' and h.created_at < now() - interval '1 day'`);

/** Number of memories after one position and up to another, at most `most`. */
export async function countMemories(
  db: Queryable,
  bankUid: number,
  { after, upTo, most }: { after: Cursor; upTo: Cursor | null; most: number },
): Promise<number> {
  const end = upTo ? sql`and (revision, id) <= (${upTo.revision}::bigint, ${upTo.id}::uuid)` : sql``;
  const [row] = await db.query<{ n: number }>(sql`
    select count(*) as n from (
      select 1 from memories where bank_uid = ${bankUid} and (revision, id) > (${after.revision}::bigint, ${after.id}::uuid) ${end} limit ${most}::bigint) m`);
  return row?.n ?? 0;
}

export interface NewPage {
  readonly after: Cursor;
  readonly last: Cursor;
  /** memories that were read, valid or not */
  readonly memories: number;
  readonly units: number;
  /** of the bank when the first of them was read */
  readonly revision: number;
  readonly payload: Buffer;
}

/**
 * Stores a page, unless something of it changed while it was read, or another process was faster.
 * The lock keeps writers of the bank away until the page is visible to their triggers.
 */
export async function insertPage(tx: Tx, { uid, model }: PageBank, page: NewPage): Promise<boolean> {
  const { after, last, revision } = page;
  await tx.query(sql`select 1 from banks where uid = ${uid} for no key update`);
  const inside = (row: string) =>
    sql`(${sql.raw(row)}.revision, ${sql.raw(row)}.id) > (${after.revision}::bigint, ${after.id}::uuid)
      and (${sql.raw(row)}.revision, ${sql.raw(row)}.id) <= (${last.revision}::bigint, ${last.id}::uuid)`;
  const rows = await tx.query(sql`
    insert into recall_pages (bank_uid, model, after_revision, after_id, last_revision, last_id, format, units, revision, payload)
    select b.uid, ${model}, ${after.revision}::bigint, ${after.id}::uuid, ${last.revision}::bigint, ${last.id}::uuid, ${PAGE_FORMAT}::int,
      ${page.units}::int, ${revision}::bigint, ${page.payload}::bytea
    from banks b where b.uid = ${uid} and b.org_id is not null and b.embedding_model = ${model} and b.names_revision <= ${revision}::bigint
      and (select count(*) from memories m where m.bank_uid = ${uid} and ${inside('m')}) = ${page.memories}::bigint
      and not exists (select from documents d join memories m on m.bank_uid = d.bank_uid and m.document_uid = d.uid
        where d.bank_uid = ${uid} and d.revision > ${revision}::bigint and ${inside('m')})
      and not exists (select from recall_pages p where p.bank_uid = ${uid} and p.model = ${model}
        and (p.after_revision, p.after_id) < (${last.revision}::bigint, ${last.id}::uuid)
        and (p.last_revision, p.last_id) > (${after.revision}::bigint, ${after.id}::uuid))
    returning 1`);
  return rows.length > 0;
}

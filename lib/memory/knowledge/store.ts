import { array, type Queryable, type Row, sql, type Tx, vectorText } from '#lib/base/db/db';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { knowledgeFolders } from '#lib/base/db/schema/knowledge';
import type { mentalModels } from '#lib/base/db/schema/mental-models';
import type { BankScope } from '#lib/base/scope';
import { type TagFilter, treeCondition } from '#lib/base/tags/filter';
import { readQuestionTerm } from '#lib/base/text/index-terms';
import { anyForm, within } from '#lib/memory/mental-models/layer';
import type { Trigger } from '#lib/memory/mental-models/refresh/port';

/**
 * The statements on folders and places of pages. The caller of a write must have locked the bank.
 */

export interface FolderRow extends Row, ColumnsOf<typeof knowledgeFolders, 'id' | 'parent_id' | 'name' | 'sort_order' | 'updated_at'> {}

export interface PageRow
  extends Row,
    ColumnsOf<
      typeof mentalModels,
      'name' | 'tags' | 'source_query' | 'sort_order' | 'version' | 'built_query' | 'last_refreshed_at' | 'created_at'
    > {
  id: string;
  mental_model_id: string;
  parent_id: string | null;
  trigger: Trigger;
  last_error: { at: string } | null;
}

const FOLDER = sql.raw('id, parent_id, name, sort_order, updated_at');
const PAGE = sql.raw(
  'page_id as id, id as mental_model_id, folder_id as parent_id, name, tags, source_query, sort_order, version, built_query, last_refreshed_at, created_at, trigger, last_error',
);

export const readFolders = (db: Queryable, scope: BankScope): Promise<FolderRow[]> =>
  db.query<FolderRow>(sql`select ${FOLDER} from knowledge_folders where bank_uid = ${scope.bankUid}`);

/** `tags`: only pages whose own tags pass; null: all. */
export const readPages = (db: Queryable, scope: BankScope, tags: TagFilter | null = null): Promise<PageRow[]> =>
  db.query<PageRow>(sql`
    select ${PAGE} from mental_models where bank_uid = ${scope.bankUid} and page_id is not null and ${treeCondition(tags, sql`tags`)}`);

export async function findFolder(db: Queryable, scope: BankScope, id: string): Promise<FolderRow | null> {
  const [row] = await db.query<FolderRow>(sql`select ${FOLDER} from knowledge_folders where bank_uid = ${scope.bankUid} and id = ${id}`);
  return row ?? null;
}

export async function findPage(db: Queryable, scope: BankScope, id: string): Promise<PageRow | null> {
  const [row] = await db.query<PageRow>(sql`select ${PAGE} from mental_models where bank_uid = ${scope.bankUid} and page_id = ${id}`);
  return row ?? null;
}

export interface PageTextRow extends PageRow {
  content: string;
}

/** Pages with their text, in any order. */
export const readTexts = (db: Queryable, scope: BankScope, ids: readonly string[]): Promise<PageTextRow[]> =>
  db.query<PageTextRow>(sql`
    select ${PAGE}, content from mental_models where bank_uid = ${scope.bankUid} and page_id = any(${array(ids, 'text[]')})`);

export async function countNodes(tx: Tx, scope: BankScope): Promise<number> {
  const [row] = await tx.query<{ n: number }>(sql`
    select (select count(*) from knowledge_folders where bank_uid = ${scope.bankUid})
      + (select count(*) from mental_models where bank_uid = ${scope.bankUid} and page_id is not null) as n`);
  return row?.n ?? 0;
}

export async function insertFolder(
  tx: Tx,
  scope: BankScope,
  { id, parentId, name }: { readonly id: string; readonly parentId: string | null; readonly name: string },
): Promise<FolderRow[]> {
  return tx.query<FolderRow>(sql`
    insert into knowledge_folders (bank_uid, id, parent_id, name) values (${scope.bankUid}, ${id}, ${parentId}, ${name}) returning ${FOLDER}`);
}

/** Makes a mental model a page. */
export async function insertPage(
  tx: Tx,
  scope: BankScope,
  { id, parentId, modelId }: { readonly id: string; readonly parentId: string | null; readonly modelId: string },
): Promise<void> {
  await tx.query(
    sql`update mental_models set page_id = ${id}, folder_id = ${parentId} where bank_uid = ${scope.bankUid} and id = ${modelId}`,
  );
}

/** Makes a page a mental model without a place. */
export async function removePage(tx: Tx, scope: BankScope, modelId: string): Promise<void> {
  await tx.query(sql`update mental_models set page_id = null, folder_id = null where bank_uid = ${scope.bankUid} and id = ${modelId}`);
}

export async function renameFolder(tx: Tx, scope: BankScope, id: string, name: string): Promise<void> {
  await tx.query(sql`update knowledge_folders set name = ${name}, updated_at = now() where bank_uid = ${scope.bankUid} and id = ${id}`);
}

/** Moves a node to a folder, after the siblings that have an order. */
export async function moveNode(tx: Tx, scope: BankScope, id: string, parentId: string | null): Promise<void> {
  await tx.query(sql`
    update knowledge_folders set parent_id = ${parentId}::text, sort_order = null, updated_at = now()
    where bank_uid = ${scope.bankUid} and id = ${id} and parent_id is distinct from ${parentId}::text`);
  await tx.query(sql`
    update mental_models set folder_id = ${parentId}::text, sort_order = null
    where bank_uid = ${scope.bankUid} and page_id = ${id} and folder_id is distinct from ${parentId}::text`);
}

export interface SiblingRow extends Row {
  id: string;
  name: string;
  sort_order: number | null;
}

/** The folders and pages in a folder, or at the top level, in any order. */
export const readSiblings = (tx: Tx, scope: BankScope, parentId: string | null): Promise<SiblingRow[]> =>
  tx.query<SiblingRow>(sql`
    select id, name, sort_order from knowledge_folders where bank_uid = ${scope.bankUid} and parent_id is not distinct from ${parentId}::text
    union all select page_id, name, sort_order from mental_models
    where bank_uid = ${scope.bankUid} and page_id is not null and folder_id is not distinct from ${parentId}::text`);

/** Stores the order of these siblings. */
export async function setOrder(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<void> {
  const ordered = sql`unnest(${array(ids, 'text[]')}) with ordinality as o(id, place)`;
  await tx.query(
    sql`update knowledge_folders f set sort_order = o.place::int from ${ordered} where f.bank_uid = ${scope.bankUid} and f.id = o.id`,
  );
  await tx.query(
    sql`update mental_models m set sort_order = o.place::int from ${ordered} where m.bank_uid = ${scope.bankUid} and m.page_id = o.id`,
  );
}

/** The mental models of the pages in these folders. */
export async function readModelsIn(tx: Tx, scope: BankScope, folderIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(sql`
    select id from mental_models where bank_uid = ${scope.bankUid} and folder_id = any(${array(folderIds, 'text[]')}) order by id`);
  return rows.map(({ id }) => id);
}

/** Deletes folders, which must contain no other ones. */
export async function deleteFolders(tx: Tx, scope: BankScope, ids: readonly string[]): Promise<void> {
  await tx.query(sql`delete from knowledge_folders where bank_uid = ${scope.bankUid} and id = any(${array(ids, 'text[]')})`);
}

export interface CandidateRow extends Row {
  id: string;
  mental_model_id: string;
  name: string;
  source_query: string;
  snippet: string;
  last_refreshed_at: Date;
  /** share of the terms that it contains, 0 to 1 */
  keyword: number;
  /** null: no vector of this model */
  semantic: number | null;
}

const SNIPPET = 280;
/** Documents about something else are this similar to any text. */
const LEAST_SIMILARITY = 0.25;

/**
 * Every page with a term of the query or a similar vector. `tags`: only pages whose own tags and
 * cited memories pass; null: all.
 */
/** Letters that words of one family share, such as "allergy" and "allergic", and their endings. */
const FAMILY = { least: 5, ending: 2 } as const;
/** A word of the same family counts half. */
const FAMILY_WEIGHT = 0.5;

/** Matches words that begin like a term of a question; a short or foreign term, whole words. */
function family(term: string): string {
  const { plain } = readQuestionTerm(term);
  if (plain === null || !/^[a-z]+$/.test(plain) || plain.length <= FAMILY.least) return anyForm(term);
  return `'${plain.slice(0, Math.max(FAMILY.least, plain.length - FAMILY.ending))}':*`;
}

export const readCandidates = (
  db: Queryable,
  scope: BankScope,
  {
    terms,
    vector,
    tags,
  }: {
    readonly terms: readonly string[];
    readonly vector: { readonly model: string; readonly values: Float32Array } | null;
    readonly tags: TagFilter | null;
  },
): Promise<CandidateRow[]> => {
  const semantic = vector
    ? sql`case when m.embedding_model = ${vector.model} then 1 - (m.embedding <=> ${vectorText(vector.values)}::vector) end`
    : sql`null::float8`;
  return db.query<CandidateRow>(sql`
    select * from (
      select m.page_id as id, m.id as mental_model_id, m.name, m.source_query, left(m.content, ${SNIPPET}::int) as snippet, m.last_refreshed_at,
        s.keyword, ${semantic} as semantic
      from mental_models m cross join lateral (
        select coalesce(avg(case when m.search @@ t.word then 1 when m.search @@ t.family then ${FAMILY_WEIGHT}::float8 else 0 end), 0)::float8 as keyword
        from unnest(${array(terms.map(anyForm), 'tsquery[]')}, ${array(terms.map(family), 'tsquery[]')}) t(word, family)) s
      where m.bank_uid = ${scope.bankUid} and m.page_id is not null and ${tags ? within(tags) : sql`true`}) found
    where keyword > 0 or semantic >= ${LEAST_SIMILARITY}::float8`);
};

import { array, json, type Queryable, sql, type Tx } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';

/** The items that an import has stored or skipped. `scope`: the bank of the operation. */

export type ItemKind = 'bank' | 'document' | 'observation' | 'mental_model' | 'knowledge_node' | 'directive';

export interface ImportedItem {
  /** in the archive, from 0 */
  readonly index: number;
  readonly outcome: 'begun' | 'imported' | 'skipped';
  /** in the archive */
  readonly sourceId?: string | null;
  /** in the bank */
  readonly targetId?: string | null;
  /** of the facts of a document, in their order in the archive; null: not stored */
  readonly memoryIds?: readonly (string | null)[] | null;
}

/** Items that are stored already are replaced. The indexes differ. */
export async function replaceItems(
  tx: Tx,
  scope: BankScope,
  operationId: string,
  kind: ItemKind,
  items: readonly ImportedItem[],
): Promise<void> {
  const rows = items.map(({ index, outcome, sourceId = null, targetId = null, memoryIds = null }) => ({
    ...{ index, outcome, source_id: sourceId, target_id: targetId, memory_ids: memoryIds },
  }));
  await tx.query(sql`
    insert into imported_items (bank_uid, operation_id, kind, index, outcome, source_id, target_id, memory_ids)
    select ${scope.bankUid}::bigint, ${operationId}::uuid, ${kind}, o.index, o.outcome, o.source_id, o.target_id, o.memory_ids
    from jsonb_to_recordset(${json(rows)}) as o(index int, outcome text, source_id text, target_id text, memory_ids uuid[])
    on conflict (bank_uid, operation_id, kind, index) do update
      set outcome = excluded.outcome, target_id = excluded.target_id, memory_ids = excluded.memory_ids`);
}

/** An item that is stored already is replaced. */
export const putItem = (tx: Tx, scope: BankScope, operationId: string, kind: ItemKind, item: ImportedItem): Promise<void> =>
  replaceItems(tx, scope, operationId, kind, [item]);

/** Items without ids, of indexes that follow each other. */
export async function putItems(
  tx: Tx,
  scope: BankScope,
  operationId: string,
  kind: ItemKind,
  { first, outcomes }: { readonly first: number; readonly outcomes: readonly ImportedItem['outcome'][] },
): Promise<void> {
  await tx.query(sql`
    insert into imported_items (bank_uid, operation_id, kind, index, outcome)
    select ${scope.bankUid}::bigint, ${operationId}::uuid, ${kind}, ${first}::int + o.place::int - 1, o.outcome
    from unnest(${array(outcomes, 'text[]')}) with ordinality as o(outcome, place) on conflict do nothing`);
}

/** The number of items that are stored or skipped: all up to this index. */
export async function countItems(db: Queryable, scope: BankScope, operationId: string, kind: ItemKind): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`
    select count(*) as n from imported_items
    where bank_uid = ${scope.bankUid} and operation_id = ${operationId}::uuid and kind = ${kind} and outcome <> 'begun'`);
  return row?.n ?? 0;
}

/** The id in the bank of an item of which an earlier part is stored; null: none is. */
export async function findBegun(
  db: Queryable,
  scope: BankScope,
  operationId: string,
  kind: ItemKind,
  index: number,
): Promise<string | null> {
  const [row] = await db.query<{ target_id: string | null }>(sql`
    select target_id from imported_items
    where bank_uid = ${scope.bankUid} and operation_id = ${operationId}::uuid and kind = ${kind} and index = ${index}::int and outcome = 'begun'`);
  return row?.target_id ?? null;
}

/** Which of these items are stored in part. */
export async function readBegun(
  db: Queryable,
  scope: BankScope,
  operationId: string,
  kind: ItemKind,
  indexes: readonly number[],
): Promise<Set<number>> {
  const rows = await db.query<{ index: number }>(sql`
    select index from imported_items
    where bank_uid = ${scope.bankUid} and operation_id = ${operationId}::uuid and kind = ${kind} and index = any(${array(indexes, 'int[]')})
      and outcome = 'begun'`);
  return new Set(rows.map(({ index }) => index));
}

export interface ImportCounts {
  readonly imported: Readonly<Record<ItemKind, number>>;
  readonly skipped: Readonly<Record<ItemKind, number>>;
  readonly facts: number;
}

export async function readCounts(db: Queryable, scope: BankScope, operationId: string): Promise<ImportCounts> {
  const rows = await db.query<{ kind: ItemKind; outcome: 'imported' | 'skipped'; n: number; facts: number }>(sql`
    select kind, outcome, count(*) as n, coalesce(sum(cardinality(array_remove(memory_ids, null))), 0) as facts from imported_items
    where bank_uid = ${scope.bankUid} and operation_id = ${operationId}::uuid and outcome <> 'begun' group by kind, outcome`);
  const none = { bank: 0, document: 0, observation: 0, mental_model: 0, knowledge_node: 0, directive: 0 };
  const counts = { imported: { ...none }, skipped: { ...none } };
  for (const { kind, outcome, n } of rows) counts[outcome][kind] = n;
  return { ...counts, facts: rows.reduce((sum, row) => sum + row.facts, 0) };
}

/** The first documents that were skipped, and those that got another id, with that id. */
export const readDocumentIds = (
  db: Queryable,
  scope: BankScope,
  operationId: string,
  outcome: 'skipped' | 'remapped',
  limit: number,
): Promise<{ source_id: string; target_id: string }[]> =>
  db.query<{ source_id: string; target_id: string }>(sql`
    select source_id, target_id from imported_items
    where bank_uid = ${scope.bankUid} and operation_id = ${operationId}::uuid and kind = 'document' and source_id is not null
      and ${outcome === 'skipped' ? sql`outcome = 'skipped'` : sql`outcome = 'imported' and target_id <> source_id`}
    order by index limit ${limit}::int`);

/** The stored memories of facts of these documents, by the id of the document in the archive. */
export async function readMemoryIds(
  db: Queryable,
  scope: BankScope,
  operationId: string,
  documentIds: readonly string[],
): Promise<Map<string, readonly (string | null)[]>> {
  const rows = await db.query<{ source_id: string; memory_ids: (string | null)[] }>(sql`
    select source_id, memory_ids from imported_items
    where bank_uid = ${scope.bankUid} and operation_id = ${operationId}::uuid and source_id = any(${array(documentIds, 'text[]')})
      and kind = 'document' and memory_ids is not null`);
  return new Map(rows.map((row) => [row.source_id, row.memory_ids]));
}

/** The ids of the mental models that the import stored. */
export async function readImportedModels(db: Queryable, scope: BankScope, operationId: string): Promise<Set<string>> {
  const rows = await db.query<{ source_id: string }>(sql`
    select source_id from imported_items
    where bank_uid = ${scope.bankUid} and operation_id = ${operationId}::uuid and kind = 'mental_model' and outcome = 'imported'
      and source_id is not null`);
  return new Set(rows.map((row) => row.source_id));
}

/** The uid of the bank that the import created; null: none yet. */
export async function findBank(db: Queryable, scope: BankScope, operationId: string): Promise<number | null> {
  const [row] = await db.query<{ target_id: string }>(sql`
    select target_id from imported_items where bank_uid = ${scope.bankUid} and operation_id = ${operationId}::uuid and kind = 'bank'`);
  return row ? Number(row.target_id) : null;
}

export const deleteItems = async (tx: Tx, scope: BankScope, operationId: string): Promise<void> =>
  void (await tx.query(sql`delete from imported_items where bank_uid = ${scope.bankUid} and operation_id = ${operationId}::uuid`));

/** What the audit log says about the file of an import. */
export async function readRequest(tx: Tx, scope: BankScope, operationId: string): Promise<Readonly<Record<string, unknown>>> {
  const [row] = await tx.query<{ payload: Readonly<Record<string, unknown>> | null }>(sql`
    select payload from operations where bank_uid = ${scope.bankUid} and id = ${operationId}::uuid`);
  return row?.payload ?? {};
}

/** Links memories to their causes. */
export async function linkCauses(
  tx: Tx,
  { bankUid }: BankScope,
  links: readonly { readonly from: string; readonly to: string }[],
): Promise<void> {
  if (links.length === 0) return;
  await tx.query(sql`
    insert into memory_links (bank_uid, from_id, to_id, link_type, weight)
    select ${bankUid}::bigint, l.from_id, l.to_id, 'caused_by', 1
    from unnest(${array(
      links.map(({ from }) => from),
      'uuid[]',
    )}, ${array(
      links.map(({ to }) => to),
      'uuid[]',
    )}) as l(from_id, to_id)
    on conflict do nothing`);
}

/** Those of the ids that are documents of the bank. */
export async function existingDocuments(db: Queryable, scope: BankScope, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.query<{ id: string }>(sql`
    select id from documents where bank_uid = ${scope.bankUid} and id = any(${array(ids, 'text[]')}) order by id`);
  return rows.map(({ id }) => id);
}

/** The memories of documents by their positions, also those that are further evidence. */
export async function readPositions(tx: Tx, scope: BankScope, documentIds: readonly string[]): Promise<Map<string, Map<number, string>>> {
  const rows = await tx.query<{ id: string; position: number; memory_id: string }>(sql`
    with d as materialized (
      select uid, id from documents where bank_uid = ${scope.bankUid} and id = any(${array(documentIds, 'text[]')}))
    select d.id, m.position, m.id as memory_id from d cross join lateral (
      select position, id from memories where bank_uid = ${scope.bankUid} and document_uid = d.uid and fact_type <> 'observation' offset 0) m
    union all
    select d.id, e.position, e.memory_id from d cross join lateral (
      select e.position, e.memory_id from chunks c join memory_evidence e on e.bank_uid = c.bank_uid and e.chunk_id = c.id
      where c.bank_uid = ${scope.bankUid} and c.document_uid = d.uid offset 0) e`);
  const places = new Map<string, Map<number, string>>();
  for (const { id, position, memory_id } of rows) places.set(id, (places.get(id) ?? new Map<number, string>()).set(position, memory_id));
  return places;
}

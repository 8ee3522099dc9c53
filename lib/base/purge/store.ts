import { DEFAULT_CELL, inLocalCells } from '#lib/base/db/cells';
import { array, type Queryable, type SQL, sql, type Tx } from '#lib/base/db/db';

/**
 * Soft-deleted banks and their content, each table before those that it references. Other rows of a
 * bank are few and are deleted with its row.
 */
export const CONTENT = [
  ...['archive_blocks', 'imported_items', 'operations', 'recall_changes', 'recall_pages'],
  ...[
    'observation_history',
    'observation_quotes',
    'observation_sources',
    'observation_surplus',
    'observations',
    'observation_scopes',
    'consolidation_claims',
    'consolidation_items',
  ],
  ...['curated_words', 'validity_keys', 'memory_links', 'memory_evidence', 'memory_entities', 'memory_embeddings', 'memory_revisions'],
  ...['entity_aliases', 'entity_apart', 'entity_changes', 'idempotency_keys', 'memories', 'chunks', 'entities', 'documents'],
] as const;

/**
 * Deletes the mental models of banks that are being soft-deleted, and their operations that have
 * not ended. The others, which may be a million, are purged in batches.
 * @param own the uids of the banks, as a condition after `bank_uid`
 */
export async function deleteOwn(tx: Tx, own: SQL): Promise<void> {
  await tx.query(sql`
    with models as (delete from mental_models where bank_uid ${own})
    delete from operations where bank_uid ${own} and status in ('pending', 'processing')`);
}

/** Soft-deletes all banks of an organization that is being deleted. */
export async function softDeleteAll(tx: Tx, orgId: string): Promise<void> {
  await inLocalCells(tx, async (at) => {
    await deleteOwn(at, sql`in (select uid from banks where org_id = ${orgId})`);
    await at.query(sql`update banks set org_id = null where org_id = ${orgId}`);
  });
  // Scopes of keys are deleted with them. A sweep deletes those in other databases.
  await tx.query(sql`
    with listed as (delete from bank_cells where org_id = ${orgId} returning uid, cell)
    insert into removed_banks (uid, cell) select l.uid, l.cell from listed l join cells n on n.name = l.cell
    where n.database_id is not null and n.name <> ${DEFAULT_CELL}`);
}

/** When a bank is deleted once more: a transaction that began before may have written it since. */
const AGAIN = sql.raw(`done_at < now() - interval '5 minutes'`);

/** Banks of deleted organizations in a cell of another database. */
export async function readRemoved(directory: Queryable, cell: string, most: number): Promise<number[]> {
  const rows = await directory.query<{ uid: number }>(sql`
    select uid from removed_banks where cell = ${cell} and (done_at is null or ${AGAIN}) order by uid limit ${most}`);
  return rows.map(({ uid }) => uid);
}

/** Notes that they were soft-deleted. */
export async function noteRemoved(directory: Queryable, uids: readonly number[]): Promise<void> {
  const these = array(uids, 'bigint[]');
  await directory.query(sql`
    with forgotten as (delete from removed_banks where uid = any(${these}) and ${AGAIN})
    update removed_banks set done_at = now() where uid = any(${these}) and done_at is null`);
}

/** Soft-deletes these banks. */
export async function softDeleteThese(tx: Tx, uids: readonly number[]): Promise<void> {
  const own = array(uids, 'bigint[]');
  await deleteOwn(tx, sql`= any(${own})`);
  await tx.query(sql`update banks set org_id = null where uid = any(${own})`);
}

/** A row that is being copied from another cell, or that late writers may still reach. */
const IS_MOVING = 'exists (select from bank_moving v where v.bank_uid = b.uid)';

/**
 * Returns the next soft-deleted bank after a uid; null if there is none. A bank that an
 * operation is restoring, or that is being moved, is not deleted.
 */
export async function nextSoftDeleted(db: Queryable, after: number): Promise<number | null> {
  const [row] = await db.query<{ uid: number }>(sql`
    select b.uid from banks b where b.org_id is null and b.uid > ${after}::bigint and not ${sql.raw(IS_MOVING)} and (b.restored_by is null or not exists (
      select from operations o where o.bank_uid = b.restored_for and o.id = b.restored_by and o.status in ('pending', 'processing'))) order by b.uid limit 1`);
  return row?.uid ?? null;
}

/** Returns false if another process is purging the bank, or it is already deleted. */
export async function lockSoftDeleted(tx: Tx, uid: number): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from banks b where uid = ${uid} and org_id is null and not ${sql.raw(IS_MOVING)} for update of b skip locked`);
  return rows.length > 0;
}

/** Deletes at most `most` rows of a table; returns the number of deleted rows. */
export async function deleteBatch(tx: Tx, uid: number, table: (typeof CONTENT)[number], most: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>({
    name: `bank_bury_${table}`,
    text: `with deleted as (
        delete from ${table} where bank_uid = $1 and ctid = any(array(select ctid from ${table} where bank_uid = $1 limit $2)) returning 1
      ) select count(*) as n from deleted`,
    values: [uid, most],
  });
  return row?.n ?? 0;
}

/** Deletes the bank's row, and with it the remaining rows that reference it. */
export async function deleteRow(tx: Tx, uid: number): Promise<void> {
  await tx.query(sql`delete from banks where uid = ${uid} and org_id is null`);
}

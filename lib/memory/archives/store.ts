import { type Queryable, sql, type Tx } from '#lib/base/db/db';
import type { BankScope, OrgScope } from '#lib/base/scope';

export const insertBlock = async (tx: Tx, scope: BankScope, operationId: string, index: number, bytes: Buffer): Promise<void> =>
  void (await tx.query({
    name: 'archive_block_insert',
    text: 'insert into archive_blocks (bank_uid, operation_id, index, bytes) values ($1, $2, $3, $4)',
    values: [scope.bankUid, operationId, index, bytes],
  }));

export async function readBlock(db: Queryable, bankUid: number, operationId: string, index: number): Promise<Buffer | null> {
  const [row] = await db.query<{ bytes: Buffer }>({
    name: 'archive_block_read',
    text: 'select bytes from archive_blocks where bank_uid = $1 and operation_id = $2 and index = $3',
    values: [bankUid, operationId, index],
  });
  return row?.bytes ?? null;
}

/** The block with this number is empty: it exists as long as nothing of the bank is purged. */
const SIGN = -1;

export const insertSign = (tx: Tx, scope: BankScope, operationId: string): Promise<void> =>
  insertBlock(tx, scope, operationId, SIGN, Buffer.alloc(0));

export const hasSign = async (db: Queryable, { bankUid }: BankScope, operationId: string): Promise<boolean> =>
  (await readBlock(db, bankUid, operationId, SIGN)) !== null;

/** The number and bytes of the blocks of an archive; null: there are none. */
export async function sizeOf(
  db: Queryable,
  bankUid: number,
  operationId: string,
): Promise<{ readonly blocks: number; readonly bytes: number } | null> {
  const [row] = await db.query<{ blocks: number; bytes: number }>(sql`
    select count(*) as blocks, coalesce(sum(octet_length(bytes)), 0) as bytes from archive_blocks
    where bank_uid = ${bankUid} and operation_id = ${operationId}::uuid and index > ${SIGN}::int`);
  return row && row.blocks > 0 ? row : null;
}

/**
 * The bank of the cell of `db` that contains the archive of a completed operation, if the caller
 * reaches it.
 */
export async function findBankUid(db: Queryable, scope: OrgScope, bankId: string, operationId: string): Promise<number | null> {
  const reach = scope.bankUids === null ? sql`` : sql`and b.uid = any(${sql.param([...scope.bankUids])}::bigint[])`;
  const [row] = await db.query<{ uid: number }>(sql`
    select b.uid from banks b join operations o on o.bank_uid = b.uid and o.id = ${operationId}::uuid and o.status = 'completed'
    where b.org_id = ${scope.orgId} and b.id = ${bankId} ${reach}`);
  return row?.uid ?? null;
}

/**
 * `operationId` null: the archives of all operations, except those that a caller uploads for an
 * operation that has not ended.
 */
export async function deleteBlocks(tx: Queryable, scope: BankScope, operationId: string | null): Promise<void> {
  if (operationId !== null)
    return void (await tx.query(sql`delete from archive_blocks where bank_uid = ${scope.bankUid} and operation_id = ${operationId}::uuid`));
  await tx.query(sql`delete from archive_blocks where bank_uid = ${scope.bankUid} and (operation_id in (
    select id from operations where bank_uid = ${scope.bankUid} and status not in ('pending', 'processing')
  ) or operation_id in (select operation_id from archive_blocks where bank_uid = ${scope.bankUid} and index = ${SIGN}::int))`);
}

/** The results of exports do not name archives that were deleted. */
export const forgetArchives = async (tx: Queryable, scope: BankScope): Promise<void> =>
  void (await tx.query(sql`
    update operations set result = result - array['download_url', 'storage_key', 'filename']
    where bank_uid = ${scope.bankUid} and status = 'completed' and result ->> 'storage_key' is not null`));

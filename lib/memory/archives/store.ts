import { array, type Queryable, sql, type Tx } from '#lib/base/db/db';
import type { BankScope, OrgScope } from '#lib/base/scope';
import { ARCHIVE_FIELDS } from '#lib/memory/archives/literals';

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

export const deleteBlocks = async (tx: Queryable, scope: BankScope, operationId: string): Promise<void> =>
  void (await tx.query(sql`delete from archive_blocks where bank_uid = ${scope.bankUid} and operation_id = ${operationId}::uuid`));

/**
 * Deletes the archives of all operations, except those that a caller uploads for an operation that
 * has not ended. The results of exports no longer name them. Reads only operations with an archive:
 * a bank can have a million others.
 */
export const deleteArchives = async (tx: Queryable, scope: BankScope): Promise<void> =>
  void (await tx.query(sql`
    with archived as materialized (
      select operation_id, bool_or(index = ${SIGN}::int) as has_sign from archive_blocks where bank_uid = ${scope.bankUid} group by 1
    ), dropped as materialized (
      select o.id from operations o join archived a on a.operation_id = o.id
      where o.bank_uid = ${scope.bankUid} and o.id = any(array(select operation_id from archived))
        and (a.has_sign or o.status not in ('pending', 'processing'))
    ), blocks as (
      delete from archive_blocks where bank_uid = ${scope.bankUid} and operation_id = any(array(select id from dropped))
    )
    update operations set result = result - ${array(ARCHIVE_FIELDS, 'text[]')}
    where bank_uid = ${scope.bankUid} and id = any(array(select id from dropped)) and status = 'completed' and result ? 'storage_key'`));

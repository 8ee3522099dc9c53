import { cellOf, directoryOf } from '#lib/base/db/cells';
import { type Queryable, sql, type Tx } from '#lib/base/db/db';
import { unavailable } from '#lib/base/db/errors';
import { directoryChange, inDirectory } from '#lib/base/db/outbox';

/** Changes of the directory of banks, `bank_cells`. */

const unlisted = directoryChange<{ uid: number }>({
  kind: 'unlist',
  apply: async (at, orgId, { uid }) => void (await at.query(sql`delete from bank_cells where uid = ${uid} and org_id = ${orgId}`)),
});

const relisted = directoryChange<{ old: number; uid: number }>({
  kind: 'relist',
  apply: async (at, orgId, { old, uid }) =>
    void (await at.query(sql`update bank_cells set uid = ${uid} where uid = ${old} and org_id = ${orgId}`)),
});

/** Removes a deleted bank from the directory, and with it the scopes of keys. */
export const unlistBank = (tx: Tx, orgId: string, uid: number): Promise<void> => inDirectory(tx, unlisted, orgId, { uid });

/** The bank continues under another number, also in the scopes of keys. */
export const relistBank = (tx: Tx, orgId: string, old: number, uid: number): Promise<void> =>
  inDirectory(tx, relisted, orgId, { old, uid });

/**
 * For a cell in another database: makes the change of the listing that the deletion or clearing of
 * a bank left in the outbox, so that the next writer need not wait for it.
 */
export async function settleListing(tx: Tx, uid: number): Promise<void> {
  const rows = await tx.query<{ id: string; org_id: string; kind: string; body: { uid: number; old: number } }>(sql`
    select id, org_id, kind, body from directory_outbox where (kind = ${unlisted.kind} and body->'uid' = to_jsonb(${uid}::bigint))
      or (kind = ${relisted.kind} and body->'old' = to_jsonb(${uid}::bigint))`);
  for (const { id, org_id: orgId, kind, body } of rows)
    await (kind === unlisted.kind ? unlisted : relisted).apply(directoryOf(tx), orgId, body, { id });
}

/** The next number of a bank. */
export async function newBankUid(tx: Tx): Promise<number> {
  const [row] = await directoryOf(tx).query<{ uid: number }>(sql`select nextval('bank_uids') as uid`);
  return Number(row?.uid);
}

/** The foreign key from the list of banks to the cells. */
const CELL_KEY = 'bank_cells_cell_fkey';

/**
 * For a cell in another database: lists a bank before its transaction ends, unless its id is taken.
 * If the transaction fails, the id stays listed without a bank, and the next write creates it.
 * Returns the bank that is listed now.
 */
export async function listBank(
  tx: Queryable,
  { orgId, bankId }: { readonly orgId: string; readonly bankId: string },
  uid: number,
): Promise<{ uid: number; cell: string } | null> {
  const directory = directoryOf(tx);
  // A violation: the cell was removed, and this process has older settings.
  await directory
    .query(sql`
      insert into bank_cells (uid, org_id, id, cell) values (${uid}, ${orgId}, ${bankId}, ${cellOf(tx)}) on conflict (org_id, id) do nothing`)
    .catch((error: unknown) => {
      throw (error as { constraint?: string }).constraint === CELL_KEY ? unavailable(error) : error;
    });
  const [listed] = await directory.query<{ uid: number; cell: string }>(sql`
    select uid, cell from bank_cells where org_id = ${orgId} and id = ${bankId}`);
  return listed ?? null;
}

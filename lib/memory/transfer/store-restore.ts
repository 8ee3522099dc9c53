import { type Queryable, sql, type Tx } from '#lib/base/db/db';
import { LIVE_SPEAKERS } from '#lib/base/db/schema/memories';
import type { BankScope } from '#lib/base/scope';
import type { RowTable } from '#lib/memory/transfer/row-tables';

/** Columns of the row of a bank that an archive contains. */
const STATE = [
  ...['revision', 'backlog_revision', 'names_revision', 'validity_revision', 'embedding_model', 'terms_version'],
  ...['created_at', 'updated_at', 'last_write_at', 'last_document_at', 'next_expires_at'],
];
const SETTINGS = ['name', 'mission', 'skepticism', 'literalism', 'empathy', 'config'];

/** The row of a bank as JSON; without its settings unless they are wanted. null: it was deleted. */
export async function readBankRow(db: Queryable, scope: BankScope, withSettings: boolean): Promise<string | null> {
  const columns = [...STATE, ...(withSettings ? SETTINGS : [])].map((name) => `'${name}', b.${name}`).join(', ');
  const [row] = await db.query<{ row: string }>({
    name: `archive_bank${withSettings ? '_settings' : ''}`,
    text: `select jsonb_build_object(${columns})::text as row from banks b where b.uid = $1 and b.org_id = $2`,
    values: [scope.bankUid, scope.orgId],
  });
  return row?.row ?? null;
}

/** The bank that an operation fills; null: it has not begun. */
export async function findRestored(db: Queryable, operationId: string): Promise<number | null> {
  const [row] = await db.query<{ uid: number }>(sql`select uid from banks where restored_by = ${operationId}::uuid and org_id is null`);
  return row?.uid ?? null;
}

/** Creates a bank without an organization. `row`: that of the archive, as JSON. */
export async function insertRestored(tx: Tx, scope: BankScope, operationId: string, row: string): Promise<number> {
  const [made] = await tx.query<{ uid: number }>({
    name: 'restored_bank_insert',
    text: `insert into banks (id, restored_by, restored_for, name, mission, skepticism, literalism, empathy, config, ${STATE.join(', ')})
      select gen_random_uuid()::text, $1::uuid, $3::bigint, coalesce(r.name, ''), coalesce(r.mission, ''), coalesce(r.skepticism, 3), coalesce(r.literalism, 3),
        coalesce(r.empathy, 3), coalesce(r.config, '{}'), ${STATE.map((name) => `r.${name}`).join(', ')}
      from jsonb_populate_record(null::banks, $2::jsonb) r returning uid`,
    values: [operationId, row, scope.bankUid],
  });
  if (!made) throw new Error('The bank was not inserted');
  return made.uid;
}

/**
 * Inserts rows of a table into a bank; those that exist stay. A row cannot choose its bank.
 * `rows`: a JSON array.
 */
export async function insertRows(tx: Tx, bankUid: number, { name, without }: RowTable, rows: string): Promise<void> {
  const removed = ['bank_uid', ...without].map((column) => ` - '${column}'`).join('');
  // Triggers count the memories. Only the times of deleted ones come from the archive.
  const counts = name === 'memory_tallies';
  await tx.query({
    name: `restored_rows_${name}`,
    text: `insert into ${name} select r.* from jsonb_array_elements($2::jsonb) e
      cross join lateral jsonb_populate_record(null::${name}, (e${removed}) || jsonb_build_object('bank_uid', $1::bigint${counts ? ", 'units', 0" : ''})) r
      ${counts ? 'on conflict (bank_uid, fact_type, state) do update set missing = excluded.missing' : 'on conflict do nothing'}`,
    values: [bankUid, rows],
  });
}

/** Sets the counters of a restored bank. */
export async function countRestored(tx: Tx, bankUid: number): Promise<{ readonly memories: number; readonly documents: number }> {
  const [row] = await tx.query<{ memories: number; documents: number }>({
    name: 'restored_bank_count',
    text: `update banks b set unit_count = c.units, term_count = c.terms, speakers = ${LIVE_SPEAKERS}
      from (select count(*) as units, coalesce(sum(term_count), 0) as terms from memories where bank_uid = $1 and state = 'valid') c
      where b.uid = $1
      returning (select count(*) from memories where bank_uid = $1) as memories, (select count(*) from documents where bank_uid = $1) as documents`,
    values: [bankUid],
  });
  return row ?? { memories: 0, documents: 0 };
}

export async function isTaken(db: Queryable, orgId: string, bankId: string): Promise<boolean> {
  return (await db.query(sql`select 1 from banks where org_id = ${orgId} and id = ${bankId}`)).length > 0;
}

/** Moves the restored bank into the organization. Returns false if the id is taken. */
export async function publish(
  tx: Tx,
  { orgId, bankId }: { readonly orgId: string; readonly bankId: string },
  bankUid: number,
): Promise<boolean> {
  const rows = await tx.query(sql`
    update banks set org_id = ${orgId}, id = ${bankId}, name = case when name = '' then ${bankId} else name end, restored_by = null, restored_for = null
    where uid = ${bankUid} and org_id is null and not exists (select from banks o where o.org_id = ${orgId} and o.id = ${bankId}) returning 1`);
  return rows.length > 0;
}

/** Leaves what an operation restored to the purge of deleted banks. */
export const abandon = async (tx: Queryable, operationId: string): Promise<void> =>
  void (await tx.query(sql`update banks set restored_by = null where restored_by = ${operationId}::uuid`));

import { type Queryable, sql, type Tx } from '#lib/base/db/db';

/** Banks that were taken out of their organisation, and what they hold. */

/** What was retained and what came of it, each table before those that it refers to. Everything else of a bank is small and goes with its row. */
export const CONTENT = [
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
  ...['curated_words', 'memory_links', 'memory_evidence', 'memory_entities', 'memory_embeddings', 'memory_revisions'],
  ...['entity_aliases', 'entity_apart', 'entity_changes', 'idempotency_keys', 'memories', 'chunks', 'entities', 'documents'],
] as const;

/** All banks of an organisation that is being deleted. */
export async function softDeleteAll(tx: Queryable, orgId: string): Promise<void> {
  const own = sql`(select uid from banks where org_id = ${orgId})`;
  await tx.query(sql`
    with keys as (delete from api_key_banks where org_id = ${orgId} and bank_uid in ${own}),
      models as (delete from mental_models where bank_uid in ${own})
    delete from operations where bank_uid in ${own}`);
  await tx.query(sql`update banks set org_id = null where org_id = ${orgId}`);
}

/** One that was set aside, after another; null: there is none. */
export async function nextSoftDeleted(db: Queryable, after: number): Promise<number | null> {
  const [row] = await db.query<{ uid: number }>(sql`
    select uid from banks where org_id is null and uid > ${after}::bigint order by uid limit 1`);
  return row?.uid ?? null;
}

/** False: another process is at it, or it is gone. */
export async function lockSoftDeleted(tx: Tx, uid: number): Promise<boolean> {
  const rows = await tx.query(sql`select 1 from banks where uid = ${uid} and org_id is null for update skip locked`);
  return rows.length > 0;
}

/** Deletes so many rows of a table; gives how many there were. */
export async function deletePart(tx: Tx, uid: number, table: (typeof CONTENT)[number], most: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>({
    name: `bank_bury_${table}`,
    text: `with gone as (
        delete from ${table} where bank_uid = $1 and ctid = any(array(select ctid from ${table} where bank_uid = $1 limit $2)) returning 1
      ) select count(*) as n from gone`,
    values: [uid, most],
  });
  return row?.n ?? 0;
}

/** With what else there is of it. */
export async function deleteRow(tx: Tx, uid: number): Promise<void> {
  await tx.query(sql`delete from banks where uid = ${uid} and org_id is null`);
}

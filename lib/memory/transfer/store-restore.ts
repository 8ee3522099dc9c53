import { listBank, newBankUid, relistBank, settleListing, unlistBank } from '#lib/base/db/bank-listing';
import { cellOf, isRemote, schemaOf } from '#lib/base/db/cells';
import { array, json, type Queryable, sql, type Tx } from '#lib/base/db/db';
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
  // A bank without a name of its own is named after its id, and so is its copy.
  const value = (name: string): string => (name === 'name' ? `case when b.name = b.id then '' else b.name end` : `b.${name}`);
  const columns = [...STATE, ...(withSettings ? SETTINGS : [])].map((name) => `'${name}', ${value(name)}`).join(', ');
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

/** Creates a bank without an organization. `row`: that of the archive. */
export async function insertRestored(
  tx: Tx,
  scope: BankScope,
  operationId: string,
  row: Readonly<Record<string, unknown>>,
): Promise<number> {
  // What an older version did not know gets its default.
  const columns = [...STATE, ...SETTINGS].filter((name) => row[name] != null);
  const uid = await newBankUid(tx);
  await tx.query(sql`
    insert into banks (uid, id, restored_by, restored_for${sql.raw(columns.map((name) => `, ${name}`).join(''))})
    select ${uid}::bigint, gen_random_uuid()::text, ${operationId}::uuid, ${scope.bankUid}::bigint${sql.raw(columns.map((name) => `, r.${name}`).join(''))}
    from jsonb_populate_record(null::banks, ${json(row)}) r`);
  return uid;
}

/** The names of the columns of a table. */
export async function columnsOf(db: Queryable, { name }: RowTable): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(sql`
    select attname as name from pg_attribute where attrelid = ${`${schemaOf(db)}.${name}`}::regclass and attnum > 0 and not attisdropped`);
  return new Set(rows.map((row) => row.name));
}

/**
 * Inserts rows of a table into a bank; those that exist stay. A row cannot choose its bank. Columns
 * that the archive does not know get their defaults. `columns`: of the table and in the rows;
 * `rows`: a JSON array.
 */
export async function insertRows(
  tx: Tx,
  bankUid: number,
  { name, without }: RowTable,
  { columns, rows }: { readonly columns: readonly string[]; readonly rows: string },
): Promise<void> {
  // Triggers count the memories. Only the times of deleted ones come from the archive.
  const counts = name === 'memory_tallies';
  const set = { bank_uid: String(bankUid), ...(counts && { units: '0' }) };
  const given = columns.filter((column) => !without.includes(column) && !Object.hasOwn(set, column));
  const names = [...Object.keys(set), ...given].map((column) => `"${column}"`).join(', ');
  const values = [...Object.values(set), ...given.map((column) => `r."${column}"`)].join(', ');
  const conflict = counts ? '(bank_uid, fact_type, state) do update set missing = excluded.missing' : 'do nothing';
  await tx.query(sql`
    insert into ${sql.raw(`${name} (${names}) select ${values}`)}
    from jsonb_array_elements(${rows}::jsonb) e cross join lateral jsonb_populate_record(${sql.raw(`null::${name}`)}, e) r
    on conflict ${sql.raw(conflict)}`);
}

/** Whether some of these memories have a vector of the model with another number of dimensions. */
export async function hasOtherVectors(
  tx: Tx,
  bankUid: number,
  memoryIds: readonly string[],
  { model, dimensions }: { readonly model: string; readonly dimensions: number },
): Promise<boolean> {
  const rows = await tx.query(sql`
    select 1 from memory_embeddings where bank_uid = ${bankUid} and memory_id = any(${array(memoryIds, 'uuid[]')}) and model = ${model}
      and vector_dims(embedding) <> ${dimensions}::int limit 1`);
  return rows.length > 0;
}

/** Whether folders of the knowledge base contain each other. */
export async function hasFolderCycle(db: Queryable, bankUid: number): Promise<boolean> {
  const [row] = await db.query<{ is_cyclic: boolean }>(sql`
    with recursive folder as (select id, parent_id from knowledge_folders where bank_uid = ${bankUid}), tree as (
      select f.id from folder f where not exists (select from folder p where p.id = f.parent_id)
      union all select f.id from tree t join folder f on f.parent_id = t.id
    ) select (select count(*) from folder) > (select count(*) from tree) as is_cyclic`);
  return row?.is_cyclic === true;
}

/** What a restored bank contains, in the names of the result of an import. */
export interface RestoredCounts {
  readonly documents_imported: number;
  readonly facts_imported: number;
  readonly observations_imported: number;
  readonly mental_models_imported: number;
  readonly knowledge_pages_imported: number;
}

/** Sets the counters of a restored bank. */
export async function countRestored(tx: Tx, bankUid: number): Promise<RestoredCounts> {
  const [row] = await tx.query<{ documents: number; facts: number; observations: number; models: number; nodes: number }>({
    name: 'restored_bank_count',
    text: `update banks b set unit_count = c.units, term_count = c.terms, speakers = ${LIVE_SPEAKERS}
      from (select count(*) as units, coalesce(sum(term_count), 0) as terms from memories where bank_uid = $1 and state = 'valid') c
      where b.uid = $1
      returning (select count(*) from memories where bank_uid = $1 and fact_type <> 'observation') as facts,
        (select count(*) from memories where bank_uid = $1 and fact_type = 'observation') as observations,
        (select count(*) from documents where bank_uid = $1) as documents, (select count(*) from mental_models where bank_uid = $1) as models,
        (select count(*) from knowledge_folders where bank_uid = $1)
          + (select count(*) from mental_models where bank_uid = $1 and page_id is not null) as nodes`,
    values: [bankUid],
  });
  const { documents = 0, facts = 0, observations = 0, models = 0, nodes = 0 } = row ?? {};
  return {
    documents_imported: documents,
    facts_imported: facts,
    observations_imported: observations,
    mental_models_imported: models,
    knowledge_pages_imported: nodes,
  };
}

export interface ImportedProfile {
  readonly name: string | null;
  readonly mission: string;
  readonly disposition: Readonly<Record<'skepticism' | 'literalism' | 'empathy', number>>;
  readonly config: Readonly<Record<string, unknown>>;
}

/** Sets the profile and the settings of a new bank. */
export async function setProfile(tx: Tx, scope: BankScope, { name, mission, disposition, config }: ImportedProfile): Promise<void> {
  const { skepticism, literalism, empathy } = disposition;
  await tx.query(sql`
    update banks set name = coalesce(${name}, name), mission = ${mission}, skepticism = ${skepticism}, literalism = ${literalism},
      empathy = ${empathy}, config = ${json(config)}
    where uid = ${scope.bankUid} and org_id = ${scope.orgId}`);
}

export async function isTaken(db: Queryable, orgId: string, bankId: string): Promise<boolean> {
  return (await db.query(sql`select 1 from bank_cells where org_id = ${orgId} and id = ${bankId}`)).length > 0;
}

/** Whether a bank exists and nothing was stored in it. A transaction locks it. */
export async function isEmpty(db: Queryable, { orgId, bankId }: Pick<BankScope, 'orgId' | 'bankId'>): Promise<boolean> {
  const content = ['documents', 'memories', 'mental_models', 'directives', 'knowledge_folders'];
  const none = content.map((name) => `not exists (select from ${name} t where t.bank_uid = b.uid)`).join(' and ');
  return (
    (await db.query(sql`select 1 from banks b where b.org_id = ${orgId} and b.id = ${bankId} and ${sql.raw(none)} for update of b`))
      .length > 0
  );
}

/** Whether a bank exists, and has neither content nor operations. */
export const isUnused = async (db: Queryable, scope: BankScope): Promise<boolean> =>
  (await isEmpty(db, scope)) && (await db.query(sql`select 1 from operations where bank_uid = ${scope.bankUid} limit 1`)).length === 0;

/** Moves the restored bank into the organization. Returns false if the id is taken. */
export async function publish(
  tx: Tx,
  { orgId, bankId }: { readonly orgId: string; readonly bankId: string },
  bankUid: number,
): Promise<boolean> {
  if (isRemote(tx)) return publishElsewhere(tx, { orgId, bankId }, bankUid);
  const rows = await tx.query(sql`
    with listed as (insert into bank_cells (uid, org_id, id, cell) values (${bankUid}, ${orgId}, ${bankId}, ${cellOf(tx)})
      on conflict (org_id, id) do nothing returning uid)
    update banks b set org_id = ${orgId}, id = ${bankId}, name = case when b.name = '' then ${bankId} else b.name end, restored_by = null, restored_for = null
    from listed l where b.uid = l.uid and b.org_id is null returning 1`);
  return rows.length > 0;
}

/** In a cell of another database. A run that was interrupted has listed the bank already. */
async function publishElsewhere(tx: Tx, target: { readonly orgId: string; readonly bankId: string }, bankUid: number): Promise<boolean> {
  const listed = await listBank(tx, target, bankUid);
  // The entry of a bank that was deleted, or of an earlier run.
  if (listed && listed.uid !== bankUid) await settleListing(tx, listed.uid);
  if ((await listBank(tx, target, bankUid))?.uid !== bankUid) return false;
  const { orgId, bankId } = target;
  const rows = await tx.query(sql`
    update banks set org_id = ${orgId}, id = ${bankId}, name = case when name = '' then ${bankId} else name end, restored_by = null, restored_for = null
    where uid = ${bankUid} and org_id is null returning 1`);
  return rows.length > 0;
}

/**
 * The restored bank replaces the empty bank of the operation, and takes over its id, its keys and
 * its operations. Call it after `isEmpty` in the same transaction.
 */
export async function replaceEmpty(tx: Tx, { orgId, bankId, bankUid: old }: BankScope, bankUid: number): Promise<void> {
  await tx.query(sql`
    update banks set org_id = ${orgId}, name = case when name = '' then ${bankId} else name end, restored_by = null, restored_for = null
    where uid = ${bankUid} and org_id is null`);
  // Scopes of keys change with it.
  await relistBank(tx, orgId, old, bankUid);
  // Foreign keys move the archives and the imported items of the operations.
  await tx.query(sql`
    update operations set bank_uid = ${bankUid}, delivery_id = case when status = 'pending' then null else delivery_id end
    where bank_uid = ${old}`);
  await tx.query(sql`update banks set restored_for = ${bankUid} where restored_for = ${old}`);
  await tx.query(sql`update banks set org_id = null, continued_by = ${bankUid} where uid = ${old} and org_id = ${orgId}`);
  await tx.query(sql`update banks set id = ${bankId} where uid = ${bankUid}`);
}

/** Leaves what an operation restored to the purge of deleted banks. */
export async function abandon(tx: Tx, { orgId }: Pick<BankScope, 'orgId'>, operationId: string): Promise<void> {
  const left = await tx.query<{ uid: number }>(sql`
    update banks set restored_by = null where restored_by = ${operationId}::uuid returning uid`);
  // It was listed if the run ended while it was published.
  if (isRemote(tx)) for (const { uid } of left) await unlistBank(tx, orgId, uid);
}

import { listBank, newBankUid, settleListing } from '#lib/base/db/bank-listing';
import { bankStateOf, readBankState } from '#lib/base/db/bank-state';
import { cellOf, isRemote } from '#lib/base/db/cells';
import { array, json, type Queryable, type Row, type SQL, sql, type Tx } from '#lib/base/db/db';
import { busy } from '#lib/base/db/errors';
import type { banks } from '#lib/base/db/schema/banks';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import { LIVE_SPEAKERS } from '#lib/base/db/schema/memories';
import type { BankScope, BankState, OrgScope } from '#lib/base/scope';
import { TERMS_VERSION } from '#lib/base/text/index-terms';
import { type BankSort, MAX_UNREACHABLE } from '#lib/memory/banks/literals';
import type { SortedRow } from '#lib/memory/banks/merge-pages';

export interface BankRow extends Row, ColumnsOf<typeof banks, 'id' | 'name' | 'mission' | 'skepticism' | 'literalism' | 'empathy'> {}

export interface BankListRow
  extends BankRow,
    ColumnsOf<typeof banks, 'unit_count' | 'created_at' | 'updated_at' | 'last_write_at' | 'last_document_at'> {}

/** Where a bank is: in a list, and in which cell. */
export interface BankPlace extends Row, ColumnsOf<typeof banks, 'uid' | 'id'> {
  sort_key: SortedRow['sort_key'];
  cell: string;
}

/** A place with the row of its bank. */
export interface FilledPlace extends BankPlace, BankListRow {}

/** Fields to set; undefined leaves a field unchanged. */
export interface BankChange {
  readonly name?: string | undefined;
  readonly mission?: string | undefined;
  readonly skepticism?: number | undefined;
  readonly literalism?: number | undefined;
  readonly empathy?: number | undefined;
  readonly config?: Readonly<Record<string, unknown>>;
  /** names to remove from `config` */
  readonly unset?: readonly string[];
}

const PROFILE = sql.raw('id, name, mission, skepticism, literalism, empathy');

interface LockedBankRow
  extends Row,
    ColumnsOf<
      typeof banks,
      'uid' | 'id' | 'revision' | 'backlog_revision' | 'unit_count' | 'term_count' | 'speakers' | 'embedding_model' | 'config'
    > {
  has_expired?: boolean;
}

/**
 * Creates the bank in the cell of `db` if it does not exist, and returns its state. Concurrent
 * calls return the same bank. Throws `busy` if it was created in another cell meanwhile: the next
 * request finds it there.
 */
export async function insertBank(tx: Tx, scope: BankScope): Promise<{ bank: BankState; isNew: boolean }> {
  return isRemote(tx) ? insertElsewhere(tx, scope) : insertHere(tx, scope);
}

const INSERTED = sql.raw('uid, id, revision, backlog_revision, unit_count, term_count, speakers, embedding_model, config');

/** In a cell of another database. The directory lists the bank first, so that its id is unique. */
async function insertElsewhere(tx: Tx, scope: BankScope): Promise<{ bank: BankState; isNew: boolean }> {
  for (let round = 0; round < 4; round++) {
    const listed = (await findListed(tx, scope)) ?? (await listBank(tx, scope, await newBankUid(tx)));
    if (listed?.cell !== cellOf(tx)) throw busy(new Error('The bank is in another cell.'));
    const [made] = await tx.query<LockedBankRow>(sql`
      insert into banks (uid, org_id, id, name, terms_version)
      values (${listed.uid}, ${scope.orgId}, ${scope.bankId}, ${scope.bankId}, ${TERMS_VERSION}) on conflict do nothing returning ${INSERTED}`);
    const bank = made ? null : await readBankState(tx, scope.orgId, listed.uid);
    if (bank) return { bank, isNew: false };
    // The listed bank may have been deleted or cleared, and even purged.
    await settleListing(tx, listed.uid);
    const isListed = (await findListed(tx, scope))?.uid === listed.uid;
    if (made && isListed) return { bank: bankStateOf(tx, made.uid, made.id, made), isNew: true };
    if (made) await tx.query(sql`delete from banks where uid = ${made.uid}`);
  }
  throw busy(new Error('The bank is being deleted or cleared.'));
}

async function insertHere(db: Tx, scope: BankScope): Promise<{ bank: BankState; isNew: boolean }> {
  const create = () =>
    db.query<LockedBankRow>(sql`
      with listed as (insert into bank_cells (uid, org_id, id, cell)
        values (nextval('bank_uids'), ${scope.orgId}, ${scope.bankId}, ${cellOf(db)}) on conflict (org_id, id) do nothing returning uid)
      insert into banks (uid, org_id, id, name, terms_version)
      select uid, ${scope.orgId}::uuid, ${scope.bankId}::text, ${scope.bankId}::text, ${TERMS_VERSION}::int from listed returning ${INSERTED}`);
  // A delete may run between the two statements; then the next round creates the bank.
  for (let round = 0; ; round++) {
    const [made] = await create();
    if (made) return { bank: bankStateOf(db, made.uid, made.id, made), isNew: true };
    const bank = await readListed(db, scope);
    if (bank) return { bank, isNew: false };
    if (round === 3) throw new Error('The bank is being created and deleted at the same time');
  }
}

async function findListed(db: Queryable, { orgId, bankId }: BankScope): Promise<{ uid: number; cell: string } | null> {
  const [listed] = await db.query<{ uid: number; cell: string }>(sql`
    select uid, cell from bank_cells where org_id = ${orgId} and id = ${bankId}`);
  return listed ?? null;
}

async function readListed(db: Queryable, scope: BankScope): Promise<BankState | null> {
  const listed = await findListed(db, scope);
  if (!listed) return null;
  if (listed.cell !== cellOf(db)) throw busy(new Error('The bank is in another cell.'));
  return readBankState(db, scope.orgId, listed.uid);
}

export async function findBank(db: Queryable, scope: BankScope, { lock = false } = {}): Promise<BankRow | null> {
  const [row] = await db.query<BankRow>(
    sql`select ${PROFILE} from banks where uid = ${scope.bankUid} and org_id = ${scope.orgId}${lock ? sql` for no key update` : sql``}`,
  );
  return row ?? null;
}

export interface SettingsRow extends BankRow {
  config: Record<string, unknown>;
}

export async function findSettings(db: Queryable, scope: BankScope, { lock = false } = {}): Promise<SettingsRow | null> {
  const [row] = await db.query<SettingsRow>(
    sql`select ${PROFILE}, config from banks where uid = ${scope.bankUid} and org_id = ${scope.orgId}${lock ? sql` for no key update` : sql``}`,
  );
  return row ?? null;
}

export async function updateSettings(db: Queryable, scope: BankScope, change: BankChange): Promise<SettingsRow | null> {
  const [row] = await db.query<SettingsRow>(sql`
    update banks set name = coalesce(${change.name ?? null}::text, name), mission = coalesce(${change.mission ?? null}::text, mission),
      skepticism = coalesce(${change.skepticism ?? null}::int, skepticism), literalism = coalesce(${change.literalism ?? null}::int, literalism),
      empathy = coalesce(${change.empathy ?? null}::int, empathy),
      config = (config - ${array(change.unset ?? [], 'text[]')}) || ${json(change.config ?? {})}, updated_at = now()
    where uid = ${scope.bankUid} and org_id = ${scope.orgId} returning ${PROFILE}, config`);
  return row ?? null;
}

export interface BankFilter {
  readonly q: string | undefined;
  readonly sort: BankSort;
  readonly order: 'asc' | 'desc';
  /** null: no limit */
  readonly limit: number | null;
  readonly offset: number;
}

const SORT_KEYS: Readonly<Record<BankSort, string>> = {
  last_write_at: 'coalesce(last_write_at, created_at)',
  name: 'lower(name) collate "C"',
  bank_id: 'id collate "C"',
  fact_count: 'unit_count',
  created_at: 'created_at',
};
const LISTED = sql`${PROFILE}, unit_count, created_at, updated_at, last_write_at, last_document_at`;

/** Banks that one statement reads with their rows. */
export const LIST_PART = 500;

const withinReach = ({ bankUids }: OrgScope): SQL => (bankUids === null ? sql`` : sql`and uid = any(${array(bankUids, 'bigint[]')})`);

/**
 * The places of a list in the cell of `db`, with the rows of their banks if there are at most
 * `LIST_PART`. The statements must see one state of the database.
 */
export async function listBanks(
  db: Queryable,
  scope: OrgScope,
  { q, sort, order, limit, offset }: BankFilter,
): Promise<{ rows: (BankPlace | FilledPlace)[]; total: number }> {
  const match = q ? sql`and (position(lower(${q}::text) in lower(id)) > 0 or position(lower(${q}::text) in lower(name)) > 0)` : sql``;
  const where = sql`where org_id = ${scope.orgId} ${withinReach(scope)} ${match}`;
  const [counted] = await db.query<{ total: number }>(sql`select count(*) as total from banks ${where}`);
  const total = counted?.total ?? 0;
  const columns = Math.min(limit ?? total, total - offset) <= LIST_PART ? LISTED : sql`id`;
  const rows = await db.query<BankPlace>(sql`
    select ${columns}, uid, ${sql.raw(SORT_KEYS[sort])} as sort_key, ${cellOf(db)}::text as cell from banks ${where}
    order by ${sql.raw(`${SORT_KEYS[sort]} ${order}, uid ${order}`)} limit ${limit}::bigint offset ${offset}::bigint`);
  return { rows, total };
}

/** Those of these banks that are in the cell of `db`, in any order. */
export const readRows = (db: Queryable, scope: OrgScope, ids: readonly string[]): Promise<BankListRow[]> =>
  db.query<BankListRow>(sql`
    select ${LISTED} from banks where org_id = ${scope.orgId} ${withinReach(scope)} and id = any(${array(ids, 'text[]')})`);

/** The present cells of these banks. */
export const findCells = (directory: Queryable, scope: OrgScope, ids: readonly string[]): Promise<{ id: string; cell: string }[]> =>
  directory.query<{ id: string; cell: string }>(sql`
    select id, cell from bank_cells where org_id = ${scope.orgId} ${withinReach(scope)} and id = any(${array(ids, 'text[]')})`);

/**
 * Banks of these cells, from the directory alone. `q` is compared only with their ids. null: these
 * cells contain no bank that the caller can access.
 */
export async function listUnreachable(
  directory: Queryable,
  scope: OrgScope,
  cells: readonly string[],
  q: string | undefined,
): Promise<{ total: number; bank_ids: string[] } | null> {
  const match = q ? sql`position(lower(${q}::text) in lower(id)) > 0` : sql`true`;
  const [row] = await directory.query<{ hidden: number; total: number; bank_ids: string[] }>(sql`
    with hidden as materialized (
      select id, ${match} as is_match from bank_cells where org_id = ${scope.orgId} and cell = any(${array(cells, 'text[]')}) ${withinReach(scope)})
    select (select count(*) from hidden) as hidden, (select count(*) from hidden where is_match) as total,
      array(select id from hidden where is_match order by id collate "C" limit ${MAX_UNREACHABLE}) as bank_ids`);
  return row && row.hidden > 0 ? { total: row.total, bank_ids: row.bank_ids } : null;
}

/**
 * Waits for the other writers of the bank and returns the revision of this write; null: the bank
 * was deleted. A select, because the row is updated once at the end: the lock is the same.
 */
export async function lockBank(tx: Tx, scope: BankScope): Promise<{ revision: number; embedding_model: string | null } | null> {
  const [row] = await tx.query<{ revision: number; embedding_model: string | null }>({
    name: 'bank_lock',
    // The triggers of memories read this setting, for this transaction only. A statement that had
    // to wait sets it again with the row that it gets.
    text: `select revision + 1 as revision, embedding_model, set_config('memory_bank.writing', uid || ':' || (revision + 1), true) as noted
      from banks where uid = $1 and org_id = $2 for no key update`,
    values: [scope.bankUid, scope.orgId],
  });
  return row ?? null;
}

/**
 * Recall compares with the vectors of this embedding model from now on. The caller must have locked
 * the bank.
 */
export async function setEmbeddingModel(tx: Tx, scope: BankScope, model: string): Promise<void> {
  await tx.query(sql`update banks set embedding_model = ${model} where uid = ${scope.bankUid} and org_id = ${scope.orgId}`);
}

/** The current state of the bank, also after it was cleared. */
export async function findState(db: Queryable, scope: BankScope): Promise<BankState | null> {
  const [row] = await db.query<LockedBankRow>(sql`
    select uid, id, revision, backlog_revision, unit_count, term_count, speakers, embedding_model, config,
      coalesce(next_expires_at <= now(), false) as has_expired from banks
    where org_id = ${scope.orgId}
      and uid = coalesce((select continued_by from banks where uid = ${scope.bankUid} and org_id is null), ${scope.bankUid}::bigint)`);
  return row ? bankStateOf(db, row.uid, row.id, row) : null;
}

export interface WriteSummary {
  readonly revision: number;
  readonly unitDelta: number;
  readonly termDelta: number;
  /** entities whose names or mentions changed, though no memory was written */
  readonly renamed?: readonly string[];
}

/** The last statement of a transaction that changed valid memories. */
export async function noteWrite(tx: Tx, scope: BankScope, { revision, unitDelta, termDelta, renamed = [] }: WriteSummary): Promise<void> {
  // Before the update, whose trigger deletes the pages of these entities.
  if (renamed.length > 0)
    await tx.query(sql`
      insert into recall_changes (bank_uid, revision, kind, ids)
      values (${scope.bankUid}, ${revision}, 'entities', ${array([...new Set(renamed)], 'uuid[]')})`);
  await tx.query({
    name: 'bank_note_write',
    text: `update banks set revision = $2, unit_count = unit_count + $3::bigint, term_count = term_count + $4::bigint, last_write_at = now(),
      names_revision = case when $5::boolean then $2 else names_revision end, speakers = ${LIVE_SPEAKERS} where uid = $1`,
    values: [scope.bankUid, revision, unitDelta, termDelta, renamed.length > 0],
  });
}

/** Stores the version of the index terms that all memories of the bank have. */
export async function setTermsVersion(tx: Tx, scope: BankScope, version: number): Promise<void> {
  await tx.query(sql`update banks set terms_version = ${version} where uid = ${scope.bankUid} and org_id = ${scope.orgId}`);
}

/** The last statement of a transaction that only changed the terms of memories. */
export async function noteTerms(
  tx: Tx,
  scope: BankScope,
  { revision, termDelta }: Pick<WriteSummary, 'revision' | 'termDelta'>,
): Promise<void> {
  await tx.query(sql`
    update banks set revision = ${revision}, term_count = term_count + ${termDelta}::bigint where uid = ${scope.bankUid}`);
}

/** Stores the revision of a write without changes to memories. */
export async function noteRevision(tx: Tx, scope: BankScope, revision: number): Promise<void> {
  await tx.query({ name: 'bank_note_revision', text: 'update banks set revision = $2 where uid = $1', values: [scope.bankUid, revision] });
}

/** Lowers the next expiry of the bank to `at`. Returns false if the bank was deleted. */
export async function noteExpiry(tx: Tx, scope: BankScope, at: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    update banks set next_expires_at = least(next_expires_at, ${at}::timestamptz)
    where uid = ${scope.bankUid} and org_id = ${scope.orgId} returning uid`);
  return rows.length > 0;
}

/** Takes a key share lock, which blocks only deletes and clears. */
export async function shareLockBank(tx: Tx, scope: BankScope): Promise<boolean> {
  const rows = await tx.query({
    name: 'bank_hold',
    text: 'select 1 from banks where uid = $1 and org_id = $2 for key share',
    values: [scope.bankUid, scope.orgId],
  });
  return rows.length > 0;
}

/** Locks against every other writer, including key shares of foreign keys. */
export async function lockForDelete(tx: Tx, scope: BankScope): Promise<boolean> {
  const rows = await tx.query(sql`select 1 from banks where uid = ${scope.bankUid} and org_id = ${scope.orgId} for update`);
  return rows.length > 0;
}

import { schemaOf } from '#lib/base/db/cells';
import { type Db, type Queryable, sql, type Tx } from '#lib/base/db/db';
import type { MovedTable } from '#lib/memory/move/tables';

/** The state of moves: in the directory, and in both cells. */

export interface MoveRow extends Record<string, unknown> {
  uid: number;
  from_cell: string;
  to_cell: string;
  token: string;
  phase: 'copying' | 'switched';
}

/**
 * Begins a move of the bank. Returns false if it is being moved already, or is not in that cell.
 */
export async function insertMove(
  directory: Queryable,
  {
    uid,
    from,
    to,
    token,
    seconds,
  }: { readonly uid: number; readonly from: string; readonly to: string; readonly token: string; readonly seconds: number },
): Promise<boolean> {
  const rows = await directory.query(sql`
    insert into bank_moves (uid, from_cell, to_cell, token, lease_until)
    select uid, cell, ${to}::text, ${token}::uuid, now() + make_interval(secs => ${seconds}) from bank_cells where uid = ${uid} and cell = ${from}
    on conflict (uid) do nothing returning 1`);
  return rows.length > 0;
}

/** Returns false if another process has taken the move over. */
export async function renewMove(directory: Queryable, uid: number, token: string, seconds: number): Promise<boolean> {
  const rows = await directory.query(sql`
    update bank_moves set lease_until = now() + make_interval(secs => ${seconds}) where uid = ${uid} and token = ${token}::uuid returning 1`);
  return rows.length > 0;
}

/**
 * Takes over the moves without a living process, each with a new token. `graceSeconds`: since the
 * switch.
 */
export const takeMoves = (directory: Queryable, { seconds, graceSeconds }: { seconds: number; graceSeconds: number }): Promise<MoveRow[]> =>
  directory.query<MoveRow>(sql`
    update bank_moves set token = gen_random_uuid(), lease_until = now() + make_interval(secs => ${seconds})
    where uid in (select uid from bank_moves where lease_until < now()
      and (switched_at is null or switched_at < now() - make_interval(secs => ${graceSeconds})) for update skip locked)
    returning uid, from_cell, to_cell, token, phase`);

export interface SwitchedBank extends Record<string, unknown> {
  orgId: string;
  bankId: string;
  from: string;
  to: string;
}

/**
 * The bank is in the other cell from now on: the only moment at which a move takes effect. Returns
 * null if another process has taken the move over, or the bank was deleted.
 */
export async function switchCell(tx: Tx, uid: number, token: string): Promise<SwitchedBank | null> {
  const owned = await tx.query(sql`
    update bank_moves set phase = 'switched', switched_at = now(), lease_until = now()
    where uid = ${uid} and token = ${token}::uuid and phase = 'copying' returning 1`);
  if (owned.length === 0) return null;
  const [switched] = await tx.query<SwitchedBank>(sql`
    update bank_cells c set cell = m.to_cell from bank_moves m where m.uid = ${uid} and c.uid = m.uid and c.cell = m.from_cell
    returning c.org_id as "orgId", c.id as "bankId", m.from_cell as "from", m.to_cell as "to"`);
  return switched ?? null;
}

/**
 * Takes over a move of this process that failed. Returns null if it is switched, or another process
 * has it.
 */
export async function retakeMove(directory: Queryable, uid: number, token: string): Promise<MoveRow | null> {
  const [row] = await directory.query<MoveRow>(sql`
    update bank_moves set token = gen_random_uuid() where uid = ${uid} and token = ${token}::uuid and phase = 'copying'
    returning uid, from_cell, to_cell, token, phase`);
  return row ?? null;
}

export const findSwitched = (directory: Queryable): Promise<MoveRow[]> =>
  directory.query<MoveRow>(sql`select uid, from_cell, to_cell, token, phase from bank_moves where phase = 'switched'`);

/** The phase of the move of a bank; null: it is not being moved. */
export async function phaseOf(directory: Queryable, uid: number): Promise<MoveRow['phase'] | null> {
  const [row] = await directory.query<Pick<MoveRow, 'phase'>>(sql`select phase from bank_moves where uid = ${uid}`);
  return row?.phase ?? null;
}

export const isMoving = async (directory: Queryable, uid: number): Promise<boolean> => (await phaseOf(directory, uid)) !== null;

export async function deleteMove(directory: Queryable, uid: number, token: string): Promise<void> {
  await directory.query(sql`delete from bank_moves where uid = ${uid} and token = ${token}::uuid`);
}

/** The bank with this id in the organization with this slug; null: there is none. */
export async function findListed(directory: Queryable, bank: { slug: string; id: string }): Promise<{ uid: number; cell: string } | null> {
  const [row] = await directory.query<{ uid: number; cell: string }>(sql`
    select c.uid, c.cell from bank_cells c join organizations o on o.id = c.org_id where o.slug = ${bank.slug} and c.id = ${bank.id}`);
  return row ?? null;
}

export const hasOrganization = async (directory: Queryable, slug: string): Promise<boolean> =>
  (await directory.query(sql`select 1 from organizations where slug = ${slug}`)).length > 0;

export interface CellSize extends Record<string, unknown> {
  cell: string;
  banks: number;
}

/** The cells of a directory with the number of their banks. */
export const countBanks = (directory: Queryable): Promise<CellSize[]> =>
  directory.query<CellSize>(sql`
    select n.name as cell, count(c.uid)::int as banks from cells n left join bank_cells c on c.cell = n.name group by 1 order by n.name <> 'default', 1`);

/** Notes the move in one of its cells, or takes it over there. */
export async function noteMoving(db: Queryable, bankUid: number, token: string, role: 'from' | 'to'): Promise<void> {
  await db.query(sql`
    insert into bank_moving (bank_uid, token, role) values (${bankUid}, ${token}::uuid, ${role})
    on conflict (bank_uid) do update set token = excluded.token`);
}

/** Banks with a note of a move in this cell. */
export const findMoving = (db: Queryable): Promise<{ bank_uid: number; role: 'from' | 'to' }[]> =>
  db.query<{ bank_uid: number; role: 'from' | 'to' }>(sql`select bank_uid, role from bank_moving order by bank_uid`);

/** Locks the note of the move. Returns false if another process has taken the move over. */
export async function ownsMoving(tx: Tx, bankUid: number, token: string): Promise<boolean> {
  const rows = await tx.query(sql`select 1 from bank_moving where bank_uid = ${bankUid} and token = ${token}::uuid for key share`);
  return rows.length > 0;
}

export async function forgetMoving(tx: Queryable, bankUid: number): Promise<void> {
  await tx.query(sql`delete from bank_moving where bank_uid = ${bankUid}`);
}

export async function isThere(db: Queryable, bankUid: number): Promise<boolean> {
  return (await db.query(sql`select 1 from banks where uid = ${bankUid}`)).length > 0;
}

/** Waits for all writers of the bank, at most `waitMs`. None begins until the transaction ends. */
async function lockWriters(tx: Tx, bankUid: number, waitMs: number): Promise<void> {
  await tx.query(sql`select set_config('lock_timeout', ${String(waitMs)}, true)`);
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${`memory_bank.move:${bankUid}`}, 0))`);
}

interface FreezeTimes {
  readonly waitMs: number;
  /** then writers end the freeze, unless it is renewed */
  readonly thawMs: number;
}

const inMs = (milliseconds: number) => sql`now() + make_interval(secs => ${milliseconds / 1000})`;

/**
 * Waits for all writers of the bank, at most `waitMs`; those that follow are refused. Returns false
 * if another process has taken the move over.
 */
export async function freeze(tx: Tx, bankUid: number, token: string, { waitMs, thawMs }: FreezeTimes): Promise<boolean> {
  await lockWriters(tx, bankUid, waitMs);
  const rows = await tx.query(sql`
    update bank_moving set is_frozen = true, frozen_until = ${inMs(thawMs)} where bank_uid = ${bankUid} and token = ${token}::uuid returning 1`);
  return rows.length > 0;
}

/** Has no effect if a writer has ended the freeze. */
export async function renewFreeze(db: Queryable, bankUid: number, token: string, thawMs: number): Promise<void> {
  await db.query(sql`
    update bank_moving set frozen_until = ${inMs(thawMs)}
    where bank_uid = ${bankUid} and token = ${token}::uuid and is_frozen and frozen_until is not null`);
}

/**
 * From now on, no writer ends the freeze. Returns false if one has ended it, or another process has
 * taken the move over.
 */
export async function sealFreeze(tx: Tx, bankUid: number, token: string, waitMs: number): Promise<boolean> {
  await lockWriters(tx, bankUid, waitMs);
  const rows = await tx.query(sql`
    update bank_moving set frozen_until = null where bank_uid = ${bankUid} and token = ${token}::uuid and is_frozen returning 1`);
  return rows.length > 0;
}

export async function thaw(db: Queryable, bankUid: number): Promise<void> {
  await db.query(sql`update bank_moving set is_frozen = false, frozen_until = null where bank_uid = ${bankUid}`);
}

/** Hides a row of the bank. Its content is purged as soon as the move is forgotten. */
export async function hide(tx: Tx, bankUid: number): Promise<void> {
  await tx.query(sql`update banks set org_id = null, restored_by = null where uid = ${bankUid}`);
  await tx.query(sql`delete from operations where bank_uid = ${bankUid} and status in ('pending', 'processing')`);
}

/**
 * Work of the bank starts again in this cell: the jobs of the queue name the other one, and the
 * runs there cannot write any more.
 */
export async function adoptOperations(tx: Tx, bankUid: number): Promise<void> {
  await tx.query(sql`
    update operations set delivery_id = null, lease_until = case when status = 'processing' then t.now end
    from (select now() as now) t where bank_uid = ${bankUid} and status in ('pending', 'processing')`);
}

const LOCK_MS = 2_000;

/** The names of the triggers of a move on a table. */
const triggersOf = (bankUid: number): readonly [written: string, deleted: string] => [`zz_move_${bankUid}_w`, `zz_move_${bankUid}_d`];

const NOT_COPYING = `current_setting('memory_bank.copying', true) is distinct from 'on'`;

/**
 * Creates the triggers that note the writes of a bank, on one table. Waits for the transactions
 * that are writing to the table, so that none is missed.
 */
export async function addTriggers(
  db: Db,
  bankUid: number,
  { name, key, uid = 'bank_uid' }: Pick<MovedTable, 'name' | 'key'> & { uid?: string },
): Promise<void> {
  const schema = schemaOf(db);
  const [written, deleted] = triggersOf(bankUid);
  const args = [bankUid, name, ...key].map((arg) => `'${arg}'`).join(', ');
  const run = `for each row when (%s.${uid} = ${bankUid} and ${NOT_COPYING}) execute function ${schema}.bank_move_note(${args})`;
  await withLock(db, async (tx) => {
    await tx.query(
      sql.raw(`create or replace trigger ${written} before insert or update on ${schema}.${name} ${run.replace('%s', 'new')}`),
    );
    await tx.query(sql.raw(`create or replace trigger ${deleted} before delete on ${schema}.${name} ${run.replace('%s', 'old')}`));
  });
}

export async function dropTriggers(db: Db, bankUid: number): Promise<void> {
  const schema = schemaOf(db);
  const rows = await db.query<{ name: string; table: string }>(sql`
    select t.tgname as name, c.relname as "table" from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where c.relnamespace = ${schema}::regnamespace and t.tgname = any(${sql.param([...triggersOf(bankUid)])}::name[]) order by 2`);
  for (const table of new Set(rows.map((row) => row.table)))
    await withLock(db, async (tx) => {
      for (const row of rows) if (row.table === table) await tx.query(sql.raw(`drop trigger if exists ${row.name} on ${schema}.${table}`));
    });
}

const withLock = (db: Db, work: (tx: Tx) => Promise<void>): Promise<void> =>
  db.transaction(async (tx) => {
    // Citus refuses triggers without the second setting; another server ignores it.
    await tx.query(
      sql`select set_config('lock_timeout', ${String(LOCK_MS)}, true), set_config('citus.enable_unsafe_triggers', 'on', true)`,
    );
    await work(tx);
  });

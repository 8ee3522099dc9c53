import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DEFAULT_CELL, readAllCells } from '#lib/base/db/cells';
import { type Db, type Queryable, sql, type Tx } from '#lib/base/db/db';
import { DatabaseRefusal, sqlState } from '#lib/base/db/errors';
import { ensureJobQueue } from '#lib/base/db/job-queue';
import { projectFile } from '#lib/base/db/root';
import { defined } from '#lib/base/defined';

export interface Migration {
  /** file name without `.sql`; their order is the order of applying */
  readonly name: string;
  readonly hash: string;
  readonly statements: readonly string[];
}

const MIN_SERVER = 150_000;
const MIN_PGVECTOR = '0.7.0';
const TIMEOUT_MS = 600_000;
/** An arbitrary constant; every starter must use the same one. */
const LOCK = 7_266_015_201;
/** From this migration on there is a job queue, whose schema its library migrates itself. */
const NEEDS_QUEUE = '0002_operations';
const INSUFFICIENT_PRIVILEGE = '42501';

/** The list of applied migrations, of the database and of each cell. */
const CREATE_LIST = `create table if not exists schema_migrations (
  name text primary key, hash text not null, applied_at timestamptz not null default now())`;

/**
 * JIT compilation of a plan takes longer than a statement of this service runs. It is set once, for
 * our role in this database: a setting of a connection would affect other clients of a pooler. A
 * role without the right to change itself keeps JIT.
 */
const WITHOUT_COMPILING = `do $$ begin
  if not exists (select from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase join pg_roles r on r.oid = s.setrole
    where d.datname = current_database() and r.rolname = current_user and 'jit=off' = any(s.setconfig)) then
    execute format('alter role current_user in database %I set jit = off', current_database());
  end if;
exception when insufficient_privilege then null; end $$`;

/** The migrations that ship with this code. */
export function readMigrations(folder = projectFile('drizzle')): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const text = readFileSync(path.join(folder, file), 'utf8');
      return {
        name: file.slice(0, -'.sql'.length),
        hash: createHash('sha256').update(text).digest('hex'),
        statements: text
          .split('--> statement-breakpoint')
          .map((statement) => statement.trim())
          .filter(Boolean),
      };
    });
}

interface DatabaseContent extends Record<string, unknown> {
  has_list: boolean;
  has_cells: boolean;
}

/** Throws `DatabaseRefusal` if the database contains cells of another one, and no directory. */
async function assertDirectory(at: Queryable): Promise<DatabaseContent> {
  const [content] = await at.query<DatabaseContent>(sql`
    select to_regclass('public.schema_migrations') is not null as has_list, to_regclass('public.cell_database') is not null as has_cells`);
  const found = defined(content);
  if (found.has_cells)
    throw new DatabaseRefusal(
      'This database contains cells of another one: set DATABASE_URL to the address of the one with the organizations.',
    );
  return found;
}

/**
 * Throws `DatabaseRefusal` unless the database is the directory, with exactly the migrations of
 * this code.
 */
export async function assertMigrated(db: Queryable, migrations = readMigrations()): Promise<void> {
  const { has_list: hasList } = await assertDirectory(db);
  const applied = hasList
    ? await db.query<{ name: string; hash: string }>(sql`select name, hash from schema_migrations order by name`)
    : [];
  if (pendingMigrations(applied, migrations).length > 0)
    throw new DatabaseRefusal('The database does not have the schema of this version. Run npm run migrate.');
}

/**
 * Migrates the database to this code's schema: one transaction under a lock, so two starters are
 * safe and a failure leaves nothing behind.
 * @returns the names of the migrations that were applied now
 * @throws DatabaseRefusal if the server is too old, an extension is missing or may not be created,
 * or the database is newer than the code or contains cells of another one
 */
export async function migrate(db: Db, migrations = readMigrations()): Promise<string[]> {
  return db.transaction(
    async (tx) => {
      await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
      await assertServer(tx);
      await assertDirectory(tx);
      if (db.kind !== 'embedded') await tx.query(sql.raw(WITHOUT_COMPILING));
      await tx.query(sql.raw(CREATE_LIST));
      const applied = await tx.query<{ name: string; hash: string }>(sql`select name, hash from schema_migrations order by name`);
      const pending = pendingMigrations(applied, migrations);
      for (const migration of pending) await apply(tx, migration);
      if (migrations.some(({ name }) => name === NEEDS_QUEUE)) await ensureJobQueue(tx);
      return pending.map(({ name }) => name);
    },
    { statementTimeoutMs: TIMEOUT_MS },
  );
}

/**
 * Creates these cells if they do not exist, and migrates all cells of the database: each in its own
 * transaction, after `migrate`. A cell gets every table, so that one list of migrations serves all;
 * those above banks remain empty in it.
 * @param wanted names of cells (`CELL_NAME`)
 * @returns the names of the cells that were created now
 */
export async function migrateCells(db: Db, wanted: readonly string[], migrations = readMigrations()): Promise<string[]> {
  const all = await readAllCells(db);
  const elsewhere = new Set(all.filter(({ isElsewhere }) => isElsewhere).map(({ name }) => name));
  const known = all.map(({ name }) => name).filter((name) => name !== DEFAULT_CELL);
  const added: string[] = [];
  for (const cell of new Set([...known, ...wanted])) {
    if (elsewhere.has(cell)) continue;
    const isNew = await db.transaction((tx) => migrateLocalCell(tx, cell, migrations), { statementTimeoutMs: TIMEOUT_MS });
    if (isNew) added.push(cell);
  }
  return added;
}

/** Returns whether the cell is new. */
async function migrateLocalCell(tx: Tx, cell: string, migrations: readonly Migration[]): Promise<boolean> {
  await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
  await migrateCell(tx, cell, migrations, { isElsewhere: false });
  if (await hasCitus(tx)) await distribute(tx, cell);
  const isNew = await tx.query(sql`insert into public.cells (name) values (${cell}) on conflict do nothing returning 1`);
  return isNew.length > 0;
}

/** Which directory the cells of a database belong to; in its schema `public`. */
const CREATE_OWNER = `create table if not exists cell_database (
  is_only boolean primary key default true check (is_only), id uuid not null default gen_random_uuid(), directory_id uuid not null)`;

/**
 * Creates cells in a database without a directory, or migrates them: one transaction under a lock.
 * The database contains these schemas and the queue for the background work of their banks.
 * @param directoryId id of the database with the directory of these cells
 * @param cells names of cells (`CELL_NAME`)
 * @param knownId the id of the database that the directory knows; null: it is new
 * @returns the id of the database
 * @throws DatabaseRefusal as `migrate`, and if the database has another id, contains a directory,
 * or cells of another one
 */
export async function migrateRemote(
  db: Db,
  { directoryId, cells, knownId }: { readonly directoryId: string; readonly cells: readonly string[]; readonly knownId: string | null },
  migrations = readMigrations(),
): Promise<string> {
  return db.transaction(
    async (tx) => {
      await tx.query(sql`select pg_advisory_xact_lock(${LOCK})`);
      await assertServer(tx);
      await tx.query(sql.raw(WITHOUT_COMPILING));
      const [found] = await tx.query<{ is_directory: boolean }>(
        sql`select to_regclass('public.organizations') is not null as is_directory`,
      );
      if (found?.is_directory)
        throw new DatabaseRefusal('it contains organizations: it is the database of DATABASE_URL, or of another installation.');
      await tx.query(sql.raw(CREATE_OWNER));
      await tx.query(sql`insert into cell_database (directory_id) values (${directoryId}) on conflict do nothing`);
      const [owner] = await tx.query<{ id: string; directory_id: string }>(sql`select id, directory_id from cell_database`);
      if (!owner || owner.directory_id !== directoryId)
        throw new DatabaseRefusal('its cells belong to another installation, with another database of DATABASE_URL.');
      if (knownId !== null && owner.id !== knownId) throw new DatabaseRefusal('it is another database than before.');
      // In `public`, for all cells of the database.
      for (const extension of extensionsOf(migrations)) await createExtension(tx, extension);
      for (const cell of cells) await migrateCell(tx, cell, migrations, { isElsewhere: true });
      // The last step, as in `migrate`: the library commits.
      await ensureJobQueue(tx);
      return owner.id;
    },
    { statementTimeoutMs: TIMEOUT_MS },
  );
}

/** `isElsewhere`: in a database without a directory. */
async function migrateCell(
  tx: Tx,
  cell: string,
  migrations: readonly Migration[],
  { isElsewhere }: { isElsewhere: boolean },
): Promise<void> {
  const [before] = await tx.query<{ path: string }>(sql`select current_setting('search_path') as path`);
  await tx.query(sql.raw(`create schema if not exists ${cell}`));
  await tx.query(sql`select set_config('search_path', ${`${cell}, `} || current_setting('search_path'), true)`);
  if (await hasCitus(tx)) await tx.query(sql`select set_config('citus.enable_unsafe_triggers', 'on', true)`);
  await tx.query(sql.raw(CREATE_LIST));
  const applied = await tx.query<{ name: string; hash: string }>(sql`select name, hash from schema_migrations order by name`);
  const pending = pendingMigrations(applied, migrations);
  for (const migration of pending) await apply(tx, { ...migration, statements: migration.statements.map(withoutSchema) });
  if (pending.length > 0) await setApart(tx, cell);
  if (isElsewhere) await copyFunctions(tx, cell);
  await tx.query(sql`select set_config('search_path', ${defined(before).path}, true)`);
}

const withoutSchema = (statement: string): string => statement.replaceAll('"public".', '');

/**
 * Binds the functions of a cell to its tables, and removes what refers to others: banks get their
 * numbers from the directory, and organizations are not in the cell. With a default that reads a
 * sequence, Citus 14.0.1 lets only a superuser distribute the cell.
 */
async function setApart(tx: Tx, cell: string): Promise<void> {
  await tx.query(sql.raw(`alter table ${cell}.banks alter column uid drop default`));
  await tx.query(sql.raw(`alter table ${cell}.banks drop constraint if exists banks_org_id_organizations_id_fk`));
  const functions = await tx.query<{ signature: string; path: string }>(sql`
    select p.oid::regprocedure::text as signature, current_setting('search_path') as path from pg_proc p where p.pronamespace = ${cell}::regnamespace order by 1`);
  for (const { signature, path } of functions) await tx.query(sql.raw(`alter function ${signature} set search_path to ${path}`));
}

/**
 * Statements call functions without a schema: in the directory's database, those of `public`. The
 * copies have no search path of their own, so that the planner can inline them.
 */
async function copyFunctions(tx: Tx, cell: string): Promise<void> {
  const functions = await tx.query<{ signature: string; definition: string }>(sql`
    select p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')' as signature, pg_get_functiondef(p.oid) as definition
    from pg_proc p where p.pronamespace = ${cell}::regnamespace and p.prorettype <> 'trigger'::regtype order by 1`);
  for (const { signature, definition } of functions) {
    await tx.query(sql.raw(definition.replace(`FUNCTION ${cell}.`, 'FUNCTION public.')));
    await tx.query(sql.raw(`alter function public.${signature} reset all`));
  }
}

const hasCitus = async (tx: Tx): Promise<boolean> => (await tx.query(sql`select 1 from pg_extension where extname = 'citus'`)).length > 0;

/** Lets Citus place the tables of a cell together on one of its workers. */
async function distribute(tx: Tx, cell: string): Promise<void> {
  const known = await tx.query(sql`select 1 from citus_schemas where schema_name::text = ${cell}`);
  if (known.length === 0) await tx.query(sql`select citus_schema_distribute(${cell}::text::regnamespace)`);
}

/**
 * Pure: returns the migrations to apply. Throws if the database has migrations that the code does
 * not know, or with a different content.
 */
export function pendingMigrations(applied: readonly { name: string; hash: string }[], known: readonly Migration[]): Migration[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  for (const { name, hash } of applied) {
    const migration = byName.get(name);
    if (!migration) {
      throw new DatabaseRefusal(
        `The database has the migration "${name}", which this version does not know: it was used by a newer version. Start that one.`,
      );
    }
    if (migration.hash !== hash) {
      throw new DatabaseRefusal(`The migration "${name}" was applied to the database in another form than this version has.`);
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  return known.filter(({ name }) => !done.has(name));
}

const extensionOf = (statement: string): string | undefined => /^create extension if not exists "?(\w+)"?/i.exec(statement)?.[1];

const extensionsOf = (migrations: readonly Migration[]): string[] =>
  migrations.flatMap(({ statements }) => statements.map(extensionOf).filter((name) => name !== undefined));

async function apply(tx: Tx, migration: Migration): Promise<void> {
  for (const statement of migration.statements) {
    const extension = extensionOf(statement);
    if (extension) await createExtension(tx, extension);
    else await tx.query(sql.raw(statement));
  }
  await tx.query(sql`insert into schema_migrations (name, hash) values (${migration.name}, ${migration.hash})`);
}

/**
 * Checks before it creates: a role without the right to create extensions is sufficient if they
 * exist already.
 */
async function createExtension(tx: Tx, name: string): Promise<void> {
  const [extension] = await tx.query<{ installed: string | null; available: string | null }>(sql`
    select (select extversion from pg_extension where extname = ${name}) as installed,
           (select default_version from pg_available_extensions where name = ${name}) as available`);
  const version = extension?.installed ?? extension?.available ?? null;
  if (version === null) throw new DatabaseRefusal(`The database server does not have the extension "${name}": install it on the server.`);
  if (name === 'vector' && olderThan(version, MIN_PGVECTOR)) {
    throw new DatabaseRefusal(`The extension "vector" (pgvector) has version ${version}; ${MIN_PGVECTOR} or newer is needed.`);
  }
  if (extension?.installed) return;
  try {
    await tx.query(sql.raw(`create extension if not exists ${name}`));
  } catch (error) {
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new DatabaseRefusal(
      `The database user may not create the extension "${name}". Let an administrator run: CREATE EXTENSION ${name};`,
      error,
    );
  }
}

async function assertServer(tx: Tx): Promise<void> {
  const [server] = await tx.query<{ number: number; version: string }>(
    sql`select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  );
  if (server && server.number < MIN_SERVER) {
    throw new DatabaseRefusal(`The database server is PostgreSQL ${server.version}; ${MIN_SERVER / 10_000} or newer is needed.`);
  }
}

/** Compares dotted versions by number. */
export function olderThan(version: string, minimum: string): boolean {
  const [a, b] = [version, minimum].map((text) => text.split('.').map(Number));
  for (let i = 0; i < 3; i++) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}

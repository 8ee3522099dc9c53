import { randomUUID } from 'node:crypto';
import { forNobody } from '#lib/base/db/caller';
import { DEFAULT_CELL, inCell, readAllCells } from '#lib/base/db/cells';
import { openFurther, placeOf } from '#lib/base/db/connect';
import { type Db, type Queryable, sql, type Tx } from '#lib/base/db/db';
import { DatabaseRefusal, isAway, notingOutage, sqlState, unavailable } from '#lib/base/db/errors';
import { migrateRemote } from '#lib/base/db/migrate';
import { emptyOutbox } from '#lib/base/db/outbox';
import { defined } from '#lib/base/defined';

/**
 * Databases that contain cells and no directory. Each belongs to one directory, which knows its id:
 * a wrong address is refused instead of showing empty banks.
 */

export interface RemoteSettings {
  /** address of the database of each cell that is not in the directory's one */
  readonly urls: ReadonlyMap<string, string>;
  /** undefined: inferred from each address */
  readonly kind?: 'pg' | 'neon' | undefined;
  /** size of the pool of each database */
  readonly maxConnections?: number;
  readonly statementTimeoutMs?: number;
}

interface RemoteDatabase {
  readonly url: string;
  readonly cells: readonly string[];
}

/** The databases, each with all its cells. */
function byDatabase(urls: ReadonlyMap<string, string>): RemoteDatabase[] {
  const cells = new Map<string, string[]>();
  for (const [cell, url] of urls) cells.set(url, [...(cells.get(url) ?? []), cell]);
  return [...cells].map(([url, names]) => ({ url, cells: names }));
}

/**
 * Returns the directory with the cells of other databases. These are created and migrated now, or,
 * if their server cannot be reached and they were known before, at their first use. `close` closes
 * all databases.
 * @param unreachable called with the cells of a database that cannot be reached
 * @throws DatabaseRefusal if a database cannot be used, or the cells of the directory have other
 * databases than the settings say
 */
export async function openRemotes(
  directory: Db,
  settings: RemoteSettings,
  unreachable: (cells: readonly string[]) => void = () => undefined,
): Promise<Db> {
  const { urls, ...pool } = settings;
  const known = await readDatabaseIds(directory);
  assertAllNamed(known, urls);
  if (urls.size === 0) return directory;
  const directoryId = await directoryIdOf(directory);
  const remotes = new Map<string, Db>();
  const opened: Db[] = [];
  const close = async (): Promise<void> => {
    await Promise.allSettled(opened.map((db) => db.close()));
  };
  try {
    for (const remote of byDatabase(urls)) {
      const { db, ready } = preparedAtFirstUse(await openFurther({ ...pool, url: remote.url }), (at) =>
        prepare(directory, at, remote, directoryId),
      );
      opened.push(db);
      for (const cell of remote.cells) remotes.set(cell, db);
      await ready().catch((error: unknown) => {
        if (!isAway(error) || remote.cells.some((cell) => !known.has(cell))) throw unusable(remote, error);
        unreachable(remote.cells);
      });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    ...directory,
    remotes,
    query: (statement) => notingOutage(directory.query(statement)),
    transaction: (work, options) => notingOutage(directory.transaction(work, options)),
    close: async () => {
      await close();
      await directory.close();
    },
  };
}

const unusable = ({ url, cells }: RemoteDatabase, error: unknown): DatabaseRefusal => {
  const cause = isAway(error) ? (error as Error).cause : error;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DatabaseRefusal(`The database ${placeOf(url)} of the cells ${cells.join(', ')} cannot be used: ${reason}`, error);
};

/** The database ids of the cells that are not in the directory's database. */
async function readDatabaseIds(directory: Queryable): Promise<Map<string, string>> {
  const rows = await directory.query<{ name: string; database_id: string }>(sql`
    select name, database_id from cells where database_id is not null and name <> ${DEFAULT_CELL}`);
  return new Map(rows.map(({ name, database_id: id }) => [name, id]));
}

function assertAllNamed(known: ReadonlyMap<string, string>, urls: ReadonlyMap<string, string>): void {
  const missing = [...known.keys()].filter((cell) => !urls.has(cell));
  if (missing.length > 0)
    throw new DatabaseRefusal(`These cells are in other databases: ${missing.join(', ')}. Name their addresses in DATABASE_CELL_URLS.`);
}

/** The id of the directory's database, which is created at the first call. */
async function directoryIdOf(directory: Queryable): Promise<string> {
  await directory.query(sql`update cells set database_id = ${randomUUID()} where name = ${DEFAULT_CELL} and database_id is null`);
  const [row] = await directory.query<{ database_id: string }>(sql`select database_id from cells where name = ${DEFAULT_CELL}`);
  return defined(row).database_id;
}

async function prepare(directory: Db, at: Db, { cells }: RemoteDatabase, directoryId: string): Promise<void> {
  const rows = await directory.query<{ name: string; database_id: string | null }>(sql`select name, database_id from cells`);
  const noted = rows.filter(({ name }) => cells.includes(name));
  const own = noted.find(({ database_id: id }) => id === null);
  if (own) throw new DatabaseRefusal(`the cell ${own.name} is in the database of DATABASE_URL. Remove its address.`);
  const databaseId = await migrateRemote(at, { directoryId, cells, knownId: noted[0]?.database_id ?? null });
  const other = noted.find(({ database_id: id }) => id !== databaseId);
  if (other) throw new DatabaseRefusal(`the cell ${other.name} is in another database.`);
  for (const cell of cells)
    await directory.query(sql`insert into cells (name, database_id) values (${cell}, ${databaseId}) on conflict (name) do nothing`);
}

const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Removes an empty cell of another database from the directory, which then does not need its
 * address. The schema remains there. From the first statement on, no process can list a bank in the
 * cell: the directory refuses it.
 * @param db with the database of the cell; without it, if `isLost`
 * @param isLost the database of the cell does not exist any more
 * @throws DatabaseRefusal if the cell is not in another database, or is in use: nothing changes
 * @throws ServiceError `unavailable` if its database cannot be reached: nothing changes
 */
export async function removeCell(db: Db, cell: string, { isLost }: { readonly isLost: boolean }): Promise<void> {
  const found = (await readAllCells(db)).find(({ name }) => name === cell);
  if (!found) throw new DatabaseRefusal(`There is no cell ${cell}.`);
  if (!found.isElsewhere)
    throw new DatabaseRefusal(`The cell ${cell} is in the database of DATABASE_URL. Only cells in others are removed.`);
  const databaseId = await db
    .transaction((tx) => unlistCell(tx, cell, isLost))
    .catch((error: unknown) => {
      // A bank was listed between two statements.
      if (sqlState(error) === FOREIGN_KEY_VIOLATION) return null;
      throw error;
    });
  if (databaseId === null)
    throw new DatabaseRefusal(
      `The cell ${cell} is in use. Move or delete its banks, wait until moves and deletions of organizations end, and try again.`,
    );
  if (isLost) return;
  try {
    await assertEmpty(inCell(db, cell));
  } catch (error) {
    await db.query(sql`insert into cells (name, database_id) values (${cell}, ${databaseId}) on conflict (name) do nothing`);
    throw error;
  }
}

/** Returns the id of its database; null: the directory names the cell elsewhere. */
async function unlistCell(tx: Tx, cell: string, isLost: boolean): Promise<string | null> {
  if (isLost) await tx.query(sql`delete from removed_banks where cell = ${cell}`);
  const [row] = await tx.query<{ database_id: string }>(sql`
    delete from cells where name = ${cell} and not exists (select from bank_cells where cell = ${cell})
      and not exists (select from removed_banks where cell = ${cell})
      and not exists (select from bank_moves where ${cell} in (from_cell, to_cell)) returning database_id`);
  return row?.database_id ?? null;
}

async function assertEmpty(cell: Db): Promise<void> {
  await emptyOutbox(cell);
  const [left] = await cell.query<{ is_empty: boolean }>(sql`
    select not exists (select from banks) and not exists (select from directory_outbox) as is_empty`);
  if (!left?.is_empty)
    throw new DatabaseRefusal('The cell contains rows of deleted banks, which a running server purges. Try again in a few minutes.');
}

interface PreparedDatabase {
  readonly db: Db;
  /** Throws why the database cannot be used. */
  ready(): Promise<void>;
}

/** The database, which is prepared before its first statement. */
function preparedAtFirstUse(db: Db, prepareNow: (db: Db) => Promise<void>): PreparedDatabase {
  let preparing: Promise<void> | null = null;
  const ready = (): Promise<void> => {
    preparing ??= forNobody(() => prepareNow(db)).catch((error: unknown) => {
      preparing = null;
      throw error;
    });
    return preparing;
  };
  const whenReady = async <T>(work: () => Promise<T>): Promise<T> => {
    await ready().catch((error: unknown) => {
      throw error instanceof DatabaseRefusal ? unavailable(error) : error;
    });
    return work();
  };
  return {
    ready,
    db: {
      ...db,
      query: (statement) => whenReady(() => db.query(statement)),
      transaction: (work, options) => whenReady(() => db.transaction(work, options)),
    },
  };
}

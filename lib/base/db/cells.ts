import { createHash } from 'node:crypto';
import { type Db, type NamedStatement, type Queryable, type Row, type Statement, sql, type Tx } from '#lib/base/db/db';
import { isAway, sqlState, unavailable } from '#lib/base/db/errors';
import { loadParser, qualified, tablesOf } from '#lib/base/db/qualify';
import { render } from '#lib/base/db/statement';
import { defined } from '#lib/base/defined';

/**
 * Cells: schemas that contain all tables of banks. A bank is in one cell; the directory
 * (`bank_cells`) says in which. Statements are written for the default cell, whose tables are in
 * `public`. A handle of another cell qualifies their table names. Nothing is set for a connection,
 * so a pooler may give each transaction another one.
 *
 * A cell may be in another database (`Db.remotes`). Its handle sends statements about banks there,
 * and those about tables above banks to the directory. No statement names both. A transaction
 * writes only in the cell; what it changes in the directory is written to its outbox
 * (`lib/base/db/outbox.ts`).
 */

/** The cell of the schema `public`. It costs nothing: its handle is the database itself. */
export const DEFAULT_CELL = 'default';

/** Names of further cells, which are names of schemas, except those of PostgreSQL and Citus. */
export const CELL_NAME = /^(?!pg_|citus|columnar)(?!(?:public|default|job_queue|information_schema)$)[a-z][a-z0-9_]{0,17}$/;

/** Each name remains with every connection that used it. */
const MAX_NAMED = 1_000;
const named = new Set<string>();

function nameIn(cell: string, name: string | undefined): string | undefined {
  if (!name) return undefined;
  const own = `${name}@${cell}`;
  if (!named.has(own) && named.size >= MAX_NAMED) return undefined;
  named.add(own);
  return own;
}

function statementIn(cell: string, statement: Statement): NamedStatement {
  const { name, text, values } = render(statement);
  const own = qualified(text, cell);
  return { name: own === text ? name : nameIn(cell, name), text: own, values };
}

/** The cell of a handle. */
export const cellOf = ({ cell }: Queryable): string => cell ?? DEFAULT_CELL;

/** The schema with the tables of banks that a handle uses. */
export const schemaOf = (handle: Queryable): string => (cellOf(handle) === DEFAULT_CELL ? 'public' : cellOf(handle));

/** Whether the cell of a handle is in another database than the directory. */
export const isRemote = ({ directory }: Queryable): boolean => directory !== undefined;

/**
 * A handle for the tables above banks. In a transaction, it is part of the transaction, unless the
 * cell is in another database.
 */
export const directoryOf = (handle: Queryable): Queryable => handle.directory ?? origins.get(handle) ?? handle;

const UNDEFINED_TABLE = '42P01';
const handles = new WeakMap<Queryable, Map<string, Queryable>>();
const origins = new WeakMap<Queryable, Queryable>();
const loaded: { parser?: Promise<void> } = {};

const isDb = (handle: Queryable): handle is Db => 'transaction' in handle && 'pool' in handle;

/**
 * A database or a transaction whose statements use the tables of a cell. The tables above banks
 * are the same in all cells.
 */
export function inCell<Q extends Queryable>(handle: Q, cell: string): Q {
  if (cellOf(handle) === cell) return handle;
  // The map contains what `inCell` made of an origin of the same kind.
  const origin = (origins.get(handle) ?? handle) as Q;
  if (cellOf(origin) !== DEFAULT_CELL) throw new Error('Choose the cell before the handle is wrapped.');
  if (cell === DEFAULT_CELL) return origin;
  const cells = handles.get(origin) ?? new Map<string, Queryable>();
  handles.set(origin, cells);
  // The map contains what this function made of `origin`.
  const known = cells.get(cell) as Q | undefined;
  if (known) return known;
  loaded.parser ??= loadParser();
  // Both return a handle of the same kind as `origin`.
  const made = (isDb(origin) && origin.remotes?.has(cell) ? inRemote(origin, cell) : inSchema(origin, cell)) as Q;
  cells.set(cell, made);
  origins.set(made, origin);
  return made;
}

function inSchema(origin: Queryable, cell: string): Queryable {
  const query = async <R extends Row>(statement: Statement): Promise<R[]> => {
    await loaded.parser;
    try {
      return await origin.query<R>(statementIn(cell, statement));
    } catch (error) {
      // Another process has created the cell, in a database that this one does not know.
      throw sqlState(error) === UNDEFINED_TABLE ? unavailable(error) : error;
    }
  };
  const transaction: Db['transaction'] | undefined = isDb(origin)
    ? (work, options) => origin.transaction((tx) => work(inCell(tx, cell)), options)
    : undefined;
  return { ...origin, cell, query, ...(transaction && { transaction }) };
}

/** Sends a statement to the cell of another database, or to the directory. */
const routed =
  (cell: string, directory: Db, at: Queryable) =>
  async <R extends Row>(statement: Statement): Promise<R[]> => {
    await loaded.parser;
    const { text } = render(statement);
    const { ofBanks, ofDirectory, writesDirectory } = tablesOf(text);
    if (ofBanks && ofDirectory)
      throw new Error(`A statement names tables of banks and of the directory, which are in two databases: ${text}`);
    if (writesDirectory && 'inTransaction' in at)
      throw new Error(`A transaction of a cell in another database cannot write to the directory: ${text}`);
    return ofDirectory ? directory.query(statement) : at.query(statementIn(cell, statement));
  };

function inRemote(directory: Db, cell: string): Db {
  const remote = defined(directory.remotes?.get(cell));
  return {
    kind: remote.kind,
    cell,
    directory,
    pool: () => remote.pool(),
    close: () => directory.close(),
    query: routed(cell, directory, remote),
    transaction: async (work, options) => {
      const after: ((at: Db) => Promise<void>)[] = [];
      const result = await remote.transaction(
        (tx) => work({ ...tx, cell, directory, query: routed(cell, directory, tx), thenInDirectory: (then) => void after.push(then) }),
        options,
      );
      for (const then of after) await then(directory);
      return result;
    },
  };
}

/** The services with their database in a cell. */
export const servicesIn = <S extends { readonly db: Db }>(services: S, cell: string): S => {
  const db = inCell(services.db, cell);
  return db === services.db ? services : { ...services, db };
};

/**
 * A handle for each database: the directory, and a cell of each other one. Each has its own queue
 * of background work.
 */
export function databasesOf(db: Db): Db[] {
  const directory = db.directory ?? db;
  const cells = new Map<Db, string>();
  for (const [cell, remote] of directory.remotes ?? []) cells.set(remote, cell);
  return [directory, ...[...cells.values()].map((cell) => inCell(directory, cell))];
}

/** The cells of the directory. */
interface DirectoryCells {
  /** those that this process can use, the default one first */
  readonly names: string[];
  /** in databases whose address this process does not have */
  readonly withoutAddress: readonly string[];
}

interface KnownCells {
  readonly cells: Promise<DirectoryCells>;
  readonly at: number;
}

const all = new WeakMap<Queryable, KnownCells>();
/** How long a process may not know a cell that another one has created. */
const KNOWN_FOR_MS = 10_000;

function directoryCells(db: Db): Promise<DirectoryCells> {
  const origin = origins.get(db) ?? db;
  const known = all.get(origin);
  const now = performance.now();
  if (known && now - known.at < KNOWN_FOR_MS) return known.cells;
  const cells = readDirectoryCells(db);
  all.set(origin, { cells, at: now });
  cells.catch(() => all.delete(origin));
  return cells;
}

async function readDirectoryCells(db: Db): Promise<DirectoryCells> {
  const cells = await readAllCells(db);
  const isUsable = ({ name, isElsewhere }: (typeof cells)[number]): boolean => !isElsewhere || directoryRemotes(db).has(name);
  return {
    names: cells.filter(isUsable).map(({ name }) => name),
    withoutAddress: cells.filter((cell) => !isUsable(cell)).map(({ name }) => name),
  };
}

/**
 * The cells of the directory, the default one first, without those of other databases that this
 * process does not know. Read at most every ten seconds.
 */
export const knownCells = async (db: Db): Promise<string[]> => (await directoryCells(db)).names;

/** The same without a limit of age. */
export const readCells = async (db: Db): Promise<string[]> => (await readDirectoryCells(db)).names;

/**
 * The cells in databases whose address this process does not have: its settings are older than the
 * cell. As old as `knownCells`.
 */
export const cellsWithoutAddress = async (db: Db): Promise<readonly string[]> => (await directoryCells(db)).withoutAddress;

const directoryRemotes = (db: Db): ReadonlyMap<string, Db> => (db.directory ?? db).remotes ?? new Map();

/** All cells of the directory, the default one first, and whether they are in another database. */
export async function readAllCells(db: Queryable): Promise<{ name: string; isElsewhere: boolean }[]> {
  const rows = await db.query<{ name: string; is_elsewhere: boolean }>(sql`
    select name, database_id is not null and name <> ${DEFAULT_CELL} as is_elsewhere from cells order by name <> ${DEFAULT_CELL}, name collate "C"`);
  return rows.map(({ name, is_elsewhere: isElsewhere }) => ({ name, isElsewhere }));
}

/** What work in every cell returned, and where it failed. */
export interface CellResults<T> {
  readonly results: T[];
  readonly failures: { readonly at: Db; readonly error: unknown }[];
}

/** Runs `work` in every cell, one after the other, whether or not it fails in some. */
export async function tryCells<T>(db: Db, work: (db: Db) => Promise<T>): Promise<CellResults<T>> {
  const found: CellResults<T> = { results: [], failures: [] };
  for (const cell of await knownCells(db)) {
    const at = inCell(db, cell);
    await work(at).then(
      (result) => found.results.push(result),
      (error: unknown) => found.failures.push({ at, error }),
    );
  }
  return found;
}

/**
 * Runs `work` in every cell and returns its results. Throws the first failure after the last cell:
 * one whose server is down must not stop the work in others.
 */
export async function overCells<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T[]> {
  const { results, failures } = await tryCells(db, work);
  if (failures[0]) throw failures[0].error;
  return results;
}

/** The same without the cells of other databases that cannot be reached. */
export async function overReachableCells<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T[]> {
  const { results, failures } = await tryCells(db, work);
  const failure = failures.find(({ at, error }) => !isRemote(at) || !isAway(error));
  if (failure) throw failure.error;
  return results;
}

/** Runs `work` in every cell of the directory's database, within a transaction. */
export async function inLocalCells<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const { name, isElsewhere } of await readAllCells(tx)) if (!isElsewhere) results.push(await work(inCell(tx, name)));
  return results;
}

/** The cell of a bank; null: there is no such bank. */
export async function findCell(db: Queryable, orgId: string, bankId: string): Promise<string | null> {
  const [row] = await db.query<{ cell: string }>({
    name: 'bank_cell',
    text: 'select cell from bank_cells where org_id = $1 and id = $2',
    values: [orgId, bankId],
  });
  return row?.cell ?? null;
}

/**
 * The cell of a new bank: the one with the highest hash of cell, organization and bank, which every
 * process computes alike (rendezvous hashing, Thaler and Ravishankar 1998). A further cell takes
 * over its share of new banks and changes no other bank's place.
 */
export function cellForNew(cells: readonly string[], orgId: string, bankId: string): string {
  let [best = DEFAULT_CELL] = cells;
  let highest = '';
  if (cells.length < 2) return best;
  for (const cell of cells) {
    const hash = createHash('sha256').update(`${cell}\n${orgId}\n${bankId}`).digest('hex');
    if (hash > highest) [highest, best] = [hash, cell];
  }
  return best;
}

import { createHash } from 'node:crypto';
import { type Db, type NamedStatement, type Queryable, type Statement, sql, type Tx } from '#lib/base/db/db';
import { loadParser, qualified } from '#lib/base/db/qualify';
import { render } from '#lib/base/db/statement';

/**
 * Cells: schemas that contain all tables of banks. A bank is in one cell; the directory
 * (`bank_cells`) says in which. Statements are written for the default cell, whose tables are in
 * `public`. A handle of another cell qualifies their table names. Nothing is set for a connection,
 * so a pooler may give each transaction another one.
 */

/** The cell of the schema `public`. It costs nothing: its handle is the database itself. */
export const DEFAULT_CELL = 'default';

/** Names of further cells, which are names of schemas. */
export const CELL_NAME = /^(?!pg_)(?!(?:public|default|job_queue)$)[a-z][a-z0-9_]{0,17}$/;

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
  const ready = loaded.parser;
  const query: Queryable['query'] = async (statement) => {
    await ready;
    return origin.query(statementIn(cell, statement));
  };
  const transaction: Db['transaction'] | undefined = isDb(origin)
    ? (work, options) => origin.transaction((tx) => work(inCell(tx, cell)), options)
    : undefined;
  const made = { ...origin, cell, query, ...(transaction && { transaction }) };
  cells.set(cell, made);
  origins.set(made, origin);
  return made;
}

/** The services with their database in a cell. */
export const servicesIn = <S extends { readonly db: Db }>(services: S, cell: string): S => {
  const db = inCell(services.db, cell);
  return db === services.db ? services : { ...services, db };
};

interface KnownCells {
  readonly names: Promise<string[]>;
  readonly at: number;
}

const all = new WeakMap<Queryable, KnownCells>();
/** How long a process may not know a cell that another one has created. */
const KNOWN_FOR_MS = 10_000;

/** The cells of the database, the default one first. Read at most every ten seconds. */
export function knownCells(db: Db): Promise<string[]> {
  const origin = origins.get(db) ?? db;
  const known = all.get(origin);
  const now = performance.now();
  if (known && now - known.at < KNOWN_FOR_MS) return known.names;
  const names = readCells(db);
  all.set(origin, { names, at: now });
  names.catch(() => all.delete(origin));
  return names;
}

/** The same without a limit of age. */
export async function readCells(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`select name from cells order by name <> ${DEFAULT_CELL}, name collate "C"`);
  return rows.map(({ name }) => name);
}

/**
 * Runs `work` in every cell, one after the other, and returns its results. Throws the first failure
 * after the last cell: one whose server is down must not stop the work in others.
 */
export async function overCells<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  const failures: unknown[] = [];
  for (const cell of await knownCells(db)) {
    await work(inCell(db, cell)).then(
      (result) => results.push(result),
      (error: unknown) => failures.push(error),
    );
  }
  if (failures.length > 0) throw failures[0];
  return results;
}

/** The same within a transaction. */
export async function inEveryCell<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (const cell of await readCells(tx)) results.push(await work(inCell(tx, cell)));
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

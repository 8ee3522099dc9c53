import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { BoundedCache } from '#lib/base/bounded-cache';

/** A name of a table of banks in a statement. */
interface Place {
  /** index of its first character */
  readonly at: number;
  /** characters to replace: those of an explicit `public.` */
  readonly length: number;
}

const EXPLICIT = /^"?public"?\s*\.\s*/;

type Node = Readonly<Record<string, unknown>>;

/** Which tables a statement names. */
export interface StatementTables {
  /** of banks */
  readonly ofBanks: boolean;
  /** above banks */
  readonly ofDirectory: boolean;
  /** writes to a table above banks, or locks its rows */
  readonly writesDirectory: boolean;
}

interface ParsedStatement extends StatementTables {
  readonly places: readonly Place[];
}

/** Names at which a parsed statement refers to tables, or to the row types of tables. */
interface Found {
  /** names of common table expressions, which hide tables of the same name */
  readonly parts: Set<string>;
  /** nodes of the tables that it writes to */
  readonly written: Set<Node>;
  /** `for update` and the like */
  isLocking: boolean;
  readonly names: { readonly name: string; readonly canBePart: boolean; readonly isWritten: boolean; readonly at: number }[];
}

const WRITES: ReadonlySet<string> = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt']);
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const locationOf = ({ location }: Node): number => (typeof location === 'number' ? location : 0);

/** The parts of a type's name; of a row type, the name of its table. */
const wordsOf = (names: unknown): string[] =>
  Array.isArray(names) ? names.map((name: unknown) => (isNode(name) && isNode(name.String) ? String(name.String.sval) : '')) : [];

function collect(node: unknown, found: Found): void {
  if (Array.isArray(node)) {
    for (const each of node) collect(each, found);
    return;
  }
  if (!isNode(node)) return;
  if (typeof node.relname === 'string' && typeof node.relpersistence === 'string') {
    const { relname: name, schemaname } = node;
    const isWritten = found.written.has(node);
    if (schemaname === undefined || schemaname === 'public')
      found.names.push({ name, canBePart: schemaname === undefined && !isWritten, isWritten, at: locationOf(node) });
    return;
  }
  if (typeof node.ctename === 'string') found.parts.add(node.ctename);
  for (const [key, value] of Object.entries(node)) {
    // What a statement writes to is a table, even if one of its parts has the same name.
    if (WRITES.has(key) && isNode(value) && isNode(value.relation)) found.written.add(value.relation);
    // `for update of m`: an alias, which must not be qualified.
    if (key === 'lockedRels') continue;
    if (key === 'lockingClause') found.isLocking = true;
    if ((key === 'typeName' || key === 'TypeName') && isNode(value)) collectType(value, found);
    collect(value, found);
  }
}

function collectType(type: Node, found: Found): void {
  const [first = '', second] = wordsOf(type.names);
  if (second === undefined || first === 'public')
    found.names.push({ name: second ?? first, canBePart: false, isWritten: false, at: locationOf(type) });
}

/** What `loadParser` loads: the parser of PostgreSQL, and the names of the tables. */
let loaded:
  | { readonly parse: (text: string) => unknown; readonly tables: ReadonlySet<string>; readonly directory: ReadonlySet<string> }
  | undefined;

/** The parser counts bytes. */
function indexesOf(text: string, bytes: readonly number[]): number[] {
  const encoded = Buffer.from(text);
  if (encoded.length === text.length) return [...bytes];
  return bytes.map((byte) => encoded.subarray(0, byte).toString().length);
}

/** Where a statement names tables of banks, in the order of its text, and which others it names. */
function parsed(text: string): ParsedStatement {
  const found: Found = { parts: new Set(), written: new Set(), isLocking: false, names: [] };
  if (!loaded) throw new Error('Call loadParser first.');
  const { parse, tables, directory } = loaded;
  collect(parse(text), found);
  const names = found.names.filter(({ name, canBePart }) => !(canBePart && found.parts.has(name)));
  const named = names.filter(({ name }) => tables.has(name));
  const above = names.filter(({ name }) => directory.has(name));
  const indexes = indexesOf(
    text,
    named.map(({ at }) => at),
  );
  return {
    places: [...new Set(indexes)].sort((a, b) => a - b).map((at) => ({ at, length: EXPLICIT.exec(text.slice(at))?.[0].length ?? 0 })),
    ofBanks: named.length > 0,
    ofDirectory: above.length > 0,
    writesDirectory: above.some(({ isWritten }) => isWritten || found.isLocking),
  };
}

/** Parsing takes milliseconds, and the texts repeat. */
const known = new BoundedCache<ParsedStatement>(16_000_000);

function knownStatement(text: string): ParsedStatement {
  let statement = known.get(text);
  if (statement === undefined) {
    statement = parsed(text);
    known.set(text, statement, statement.places.length);
  }
  return statement;
}

/** Which tables a statement names. Call `loadParser` before. */
export const tablesOf = (text: string): StatementTables => knownStatement(text);

type TableConfig = ReturnType<typeof getTableConfig>;

const allTables = async (): Promise<TableConfig[]> =>
  Object.values(await import('#lib/base/db/schema/index'))
    .filter((table) => is(table, PgTable))
    .map((table) => getTableConfig(table));

const isOfBanks = ({ name, columns }: TableConfig): boolean =>
  name === 'banks' || name === OUTBOX || (name !== 'api_key_banks' && columns.some((column) => column.name === 'bank_uid'));

const namesOf = (tables: readonly TableConfig[]): ReadonlySet<string> => new Set(tables.map(({ name }) => name));

/** Written in the transactions of banks, though its rows are of organizations. */
const OUTBOX = 'directory_outbox';

/**
 * Tables of banks: every table with a `bank_uid` except the scopes of keys, `banks` itself, and the
 * outbox of a cell.
 */
export const bankTables = async (): Promise<ReadonlySet<string>> => namesOf((await allTables()).filter(isOfBanks));

/** Call it before `qualified`. A database with one cell needs none of this. */
export async function loadParser(): Promise<void> {
  const { loadModule, parseSync } = await import('libpg-query');
  await loadModule();
  loaded = { parse: parseSync, tables: await bankTables(), directory: namesOf((await allTables()).filter((table) => !isOfBanks(table))) };
}

/**
 * The statement with every table of banks, and every row type of one, in a schema. Everything else
 * is unchanged.
 * @param text one statement of PostgreSQL, or several
 * @param schema an identifier in lower case
 */
export function qualified(text: string, schema: string): string {
  let result = '';
  let from = 0;
  for (const { at, length } of knownStatement(text).places) {
    result += `${text.slice(from, at)}${schema}.`;
    from = at + length;
  }
  return result + text.slice(from);
}

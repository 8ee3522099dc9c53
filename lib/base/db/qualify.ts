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

/** Names at which a parsed statement refers to tables, or to the row types of tables. */
interface Found {
  /** names of common table expressions, which hide tables of the same name */
  readonly parts: Set<string>;
  /** nodes of the tables that it writes to */
  readonly written: Set<Node>;
  readonly names: { readonly name: string; readonly canBePart: boolean; readonly at: number }[];
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
    if (schemaname === undefined || schemaname === 'public')
      found.names.push({ name, canBePart: schemaname === undefined && !found.written.has(node), at: locationOf(node) });
    return;
  }
  if (typeof node.ctename === 'string') found.parts.add(node.ctename);
  for (const [key, value] of Object.entries(node)) {
    // What a statement writes to is a table, even if one of its parts has the same name.
    if (WRITES.has(key) && isNode(value) && isNode(value.relation)) found.written.add(value.relation);
    // `for update of m`: an alias, which must not be qualified.
    if (key === 'lockedRels') continue;
    if ((key === 'typeName' || key === 'TypeName') && isNode(value)) collectType(value, found);
    collect(value, found);
  }
}

function collectType(type: Node, found: Found): void {
  const [first = '', second] = wordsOf(type.names);
  if (second === undefined || first === 'public') found.names.push({ name: second ?? first, canBePart: false, at: locationOf(type) });
}

/** What `loadParser` loads: the parser of PostgreSQL, and the names of the tables of banks. */
let loaded: { readonly parse: (text: string) => unknown; readonly tables: ReadonlySet<string> } | undefined;

/** The parser counts bytes. */
function indexesOf(text: string, bytes: readonly number[]): number[] {
  const encoded = Buffer.from(text);
  if (encoded.length === text.length) return [...bytes];
  return bytes.map((byte) => encoded.subarray(0, byte).toString().length);
}

/** Where a statement names tables of banks, in the order of its text. */
function placesOf(text: string): Place[] {
  const found: Found = { parts: new Set(), written: new Set(), names: [] };
  if (!loaded) throw new Error('Call loadParser first.');
  const { parse, tables } = loaded;
  collect(parse(text), found);
  const named = found.names.filter(({ name, canBePart }) => tables.has(name) && !(canBePart && found.parts.has(name)));
  const indexes = indexesOf(
    text,
    named.map(({ at }) => at),
  );
  return [...new Set(indexes)].sort((a, b) => a - b).map((at) => ({ at, length: EXPLICIT.exec(text.slice(at))?.[0].length ?? 0 }));
}

/** Parsing takes milliseconds, and the texts repeat. */
const known = new BoundedCache<readonly Place[]>(16_000_000);

/** Tables of banks: every table with a `bank_uid` except the scopes of keys, and `banks` itself. */
export async function bankTables(): Promise<ReadonlySet<string>> {
  const schema = await import('#lib/base/db/schema/index');
  const tables = Object.values(schema)
    .filter((table) => is(table, PgTable))
    .map((table) => getTableConfig(table));
  const isOfBanks = ({ name, columns }: (typeof tables)[number]): boolean =>
    name === 'banks' || (name !== 'api_key_banks' && columns.some((column) => column.name === 'bank_uid'));
  return new Set(tables.filter(isOfBanks).map(({ name }) => name));
}

/** Call it before `qualified`. A database with one cell needs none of this. */
export async function loadParser(): Promise<void> {
  const { loadModule, parseSync } = await import('libpg-query');
  await loadModule();
  loaded = { parse: parseSync, tables: await bankTables() };
}

/**
 * The statement with every table of banks, and every row type of one, in a schema. Everything else
 * is unchanged.
 * @param text one statement of PostgreSQL, or several
 * @param schema an identifier in lower case
 */
export function qualified(text: string, schema: string): string {
  let places = known.get(text);
  if (places === undefined) {
    places = placesOf(text);
    known.set(text, places, places.length);
  }
  let result = '';
  let from = 0;
  for (const { at, length } of places) {
    result += `${text.slice(from, at)}${schema}.`;
    from = at + length;
  }
  return result + text.slice(from);
}

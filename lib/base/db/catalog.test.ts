// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source code is what is tested here

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { sql } from '#lib/base/db/db';

/**
 * The isolation between banks, read from the catalog: the keys, indexes and references of every
 * table of a bank start with `bank_uid`. So a row can refer only to rows of its own bank, and no
 * query of a bank reads index pages of another one. The tables can be distributed by bank without
 * changing a query.
 */
const ABOVE_BANKS = [
  ...[
    'account_links',
    'api_key_banks',
    'api_keys',
    'audit_log',
    'bank_cells',
    'bank_moves',
    'banks',
    'cells',
    'directory_outbox',
    'invitations',
    'llm_calls',
    'memberships',
    'oauth_records',
    'organizations',
    'purge_receipts',
    'rate_limits',
    'removed_banks',
  ],
  ...['schema_migrations', 'sessions', 'user_identities', 'users'],
];

let scoped: string[];
withTestDatabase();
beforeAll(async () => {
  scoped = await bankScoped();
});

/**
 * Tables with a bank_uid, except the scopes of keys, which belong to organizations and start with
 * the organization.
 */
async function bankScoped(): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'bank_uid' and not a.attisdropped
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname <> 'api_key_banks' order by 1`);
  return rows.map(({ name }) => name);
}

interface Index {
  table: string;
  index: string;
  primary: boolean;
  columns: (string | null)[];
}
const indexes = (): Promise<Index[]> =>
  db.query<Index & Record<string, unknown>>(sql`
    select t.relname as "table", i.relname as index, x.indisprimary as primary,
           array(select a.attname::text from unnest(x.indkey::int2[]) with ordinality k(number, place)
                 left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number order by k.place) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = 'public'::regnamespace order by 1, 2`);

interface ForeignKey {
  name: string;
  table: string;
  target: string;
  columns: string[];
  targetColumns: string[];
}
const foreignKeys = (): Promise<ForeignKey[]> =>
  db.query<ForeignKey & Record<string, unknown>>(sql`
    select c.conname as name, t.relname as "table", f.relname as target,
           array(select a.attname::text from unnest(c.conkey) with ordinality k(number, place)
                 join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number order by k.place) as columns,
           array(select a.attname::text from unnest(c.confkey) with ordinality k(number, place)
                 join pg_attribute a on a.attrelid = f.oid and a.attnum = k.number order by k.place) as "targetColumns"
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class f on f.oid = c.confrelid
    where c.contype = 'f' and t.relnamespace = 'public'::regnamespace order by 1`);

describe('the catalog', () => {
  test('every table belongs to a bank or is listed as above banks', async () => {
    const tables = await db.query<{ name: string }>(
      sql`select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by 1`,
    );
    expect(tables.map(({ name }) => name).filter((name) => !scoped.includes(name))).toEqual(ABOVE_BANKS);
    expect(scoped).toContain('memories');
  });

  test('every table of a bank has a primary key that starts with bank_uid', async () => {
    const keys = (await indexes()).filter(({ table, primary }) => primary && scoped.includes(table));
    expect(keys.map(({ table }) => table)).toEqual(scoped);
    expect(keys.filter(({ columns }) => columns[0] !== 'bank_uid')).toEqual([]);
  });

  test('every index on a table of a bank leads with bank_uid', async () => {
    const others = (await indexes()).filter(({ table, columns }) => scoped.includes(table) && columns[0] !== 'bank_uid');
    expect(others).toEqual([]);
  });

  test('bank_uid is never null', async () => {
    const rows = await db.query(sql`
      select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
      where a.attname = 'bank_uid' and not a.attnotnull and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`);
    expect(rows).toEqual([]);
  });

  test('every foreign key of a table of a bank pairs bank_uid with the bank of its target', async () => {
    const own = (await foreignKeys()).filter(({ table }) => scoped.includes(table));
    const loose = own.filter(({ target, columns, targetColumns }) => {
      const paired = targetColumns[columns.indexOf('bank_uid')];
      return paired !== (target === 'banks' ? 'uid' : 'bank_uid');
    });
    expect(own.length).toBeGreaterThan(0);
    expect(loose).toEqual([]);
  });

  test('every table of a bank references the bank: deleting the bank deletes all its rows', async () => {
    const keys = await foreignKeys();
    const reaches = (table: string, seen: string[] = []): boolean =>
      keys.some(
        ({ table: from, target }) => from === table && !seen.includes(target) && (target === 'banks' || reaches(target, [...seen, table])),
      );
    expect(scoped.filter((table) => !reaches(table))).toEqual([]);
  });

  test('tables above banks start with the organization, except organizations and banks themselves', async () => {
    const keys = (await indexes()).filter(({ table, primary }) => primary && table === 'api_key_banks');
    expect(keys.map(({ columns }) => columns[0])).toEqual(['org_id']);
  });
});

/**
 * The template literals of a source file, each with its line. The content of `${}` belongs to the
 * template.
 */
function templatesOf(source: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = [];
  for (let at = source.indexOf('`'); at >= 0; at = source.indexOf('`', at + 1)) {
    const end = endOfTemplate(source, at + 1);
    found.push({ line: source.slice(0, at).split('\n').length, text: source.slice(at + 1, end) });
    at = end;
  }
  return found;
}

/** Index of the backtick that closes the template which begins at `from`. */
function endOfTemplate(source: string, from: number): number {
  for (let i = from; i < source.length; i++) {
    if (source[i] === '\\') i++;
    else if (source[i] === '`') return i;
    else if (source[i] === '$' && source[i + 1] === '{') i = endOfExpression(source, i + 2);
  }
  return source.length;
}

function endOfExpression(source: string, from: number): number {
  let depth = 1;
  for (let i = from; i < source.length; i++) {
    if (source[i] === '`') i = endOfTemplate(source, i + 1);
    else if (source[i] === '{') depth++;
    else if (source[i] === '}' && --depth === 0) return i;
  }
  return source.length;
}

/**
 * Replaces `${where}` by the text of the constant of that name, because statements are often
 * composed of constants beside them.
 */
function unfold(text: string, source: string, depth = 3): string {
  if (depth === 0) return text;
  return text.replaceAll(/\$\{(\w+)(?:\([^{}]*\))?\}/g, (whole, name: string) => {
    const declared = new RegExp(`\\bconst ${name}\\b[^=]*=\\s*([\\s\\S]*?);\\n`).exec(source)?.[1];
    return declared === undefined ? whole : unfold(declared, source, depth - 1);
  });
}

const sqlFiles = (): string[] =>
  readdirSync('lib', { recursive: true, encoding: 'utf8' })
    .filter((file) => /(^|\/)(store|sql)[^/]*\.ts$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => path.join('lib', file));

/** The tables of banks that a statement names after `from`, `join`, `into` or `update`. */
const touched = (text: string, tables: readonly string[]): string[] =>
  [...text.matchAll(/\b(?:from|join|into|update)\s+(?:only\s+)?"?(\w+)"?/gi)]
    .map((match) => match[1] ?? '')
    .filter((name) => tables.includes(name));

/** A source together with the neighboring sources that its statements are composed of. */
function withParts(file: string): string {
  const source = readFileSync(file, 'utf8');
  const beside = [...source.matchAll(/from '#(lib\/[\w/-]+\/sql[\w-]*)'/g)].map(([, name]) => readFileSync(`${name}.ts`, 'utf8'));
  return [source, ...beside].join('\n');
}

/**
 * Lines of statements that name tables of banks more often than they filter by bank. `all`: where
 * parts of the statements may be declared.
 */
function loose(source: string, tables: readonly string[], all = source): number[] {
  return templatesOf(source)
    .map(({ line, text }) => ({ line, text: unfold(text, all) }))
    .filter(({ text }) => touched(text, tables).length > [...text.matchAll(/\bbank_uid\b/g)].length)
    .map(({ line }) => line);
}

describe('the source', () => {
  test.each([
    ['one table without its bank', 'sql`select 1 from memories`', [1]],
    ['one table with it', 'sql`select 1 from memories where bank_uid = 1`', []],
    ['the second of two without', 'sql`select 1\nfrom memories m join chunks c using (id) where m.bank_uid = 1`', [1]],
    ['both with', 'sql`select 1 from memories m join chunks c using (bank_uid, id) where m.bank_uid = 1`', []],
    ['a part that says it', 'const bank = sql`where bank_uid = 1`;\nsql`delete from memories ${bank}`', []],
    ['a part of a part', 'const b = `bank_uid = 1`;\nconst w = `where ${b}`;\nsql`delete from memories ${w}`', []],
    ['a part that does not', 'const w = sql`where id = 1`;\nsql`delete from memories ${w}`', [2]],
    ['a statement inside an expression', 'f(`x`);\nsql`select ${a ? sql`1 from memories` : {}} x`', [2]],
    ['other tables', 'sql`select 1 from banks, memories_x`', []],
  ])('%s', (_, source, expected) => {
    expect(loose(source, ['memories', 'chunks'])).toEqual(expected);
  });

  test('no part of a statement is named like a table of a bank, which would hide the table in other cells', () => {
    const part = new RegExp(`\\b(${[...scoped, 'banks'].join('|')}) as (?:not materialized |materialized )?\\(`);
    const files = readdirSync('lib', { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    );
    const named = (file: string): boolean => templatesOf(readFileSync(path.join('lib', file), 'utf8')).some(({ text }) => part.test(text));
    expect(part.test('with memories as (select 1)')).toBe(true);
    expect(files.filter(named)).toEqual([]);
  });

  test('every statement of every store filters each table of a bank by bank', () => {
    const files = sqlFiles();
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap((file) => loose(readFileSync(file, 'utf8'), scoped, withParts(file)).map((line) => `${file}:${line}`))).toEqual(
      [],
    );
  });
});

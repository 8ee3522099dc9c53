import { schemaOf } from '#lib/base/db/cells';
import { array, type Queryable, sql, type Tx } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import type { MovedTable } from '#lib/memory/move/tables';

/** Rows of a bank, as the two cells of a move read and write them. */

/** The columns of a table that can be written, with their types. */
export type Columns = ReadonlyMap<string, string>;

export async function columnsOf(db: Queryable, table: string): Promise<Columns> {
  const rows = await db.query<{ name: string; type: string }>(sql`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
    where a.attrelid = ${`${schemaOf(db)}.${table}`}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`);
  return new Map(rows.map(({ name, type }) => [name, type]));
}

/** A row as JSON: numbers keep all of their digits. */
export interface RowText extends Record<string, unknown> {
  row: string;
  /** the texts of the primary key after the bank */
  key: string[];
}

const keyOf = (columns: readonly string[], alias: string): string => columns.map((column) => `${alias}."${column}"`).join(', ');

/**
 * A page of the rows of a table by its primary key. Rows that were inserted since the move began
 * are not in it: they are noted, and what they refer to may not be there yet. `after` null: from
 * the start.
 */
export function readRows(
  db: Queryable,
  bankUid: number,
  { name, key, page }: MovedTable,
  { columns, after }: { readonly columns: Columns; readonly after: readonly string[] | null },
): Promise<RowText[]> {
  const from = after && `and (${keyOf(key, 't')}) > (${key.map((column, i) => `$${i + 3}::${columns.get(column)}`).join(', ')})`;
  return db.query<RowText>({
    name: '',
    text: `select to_jsonb(t)::text as row, array[${key.map((column) => `t."${column}"::text`).join(', ')}] as key from ${name} t
      where t.bank_uid = $1 ${from ?? ''} and not exists (select from bank_changes c where c.bank_uid = $1 and c.table_name = $2 and c.is_insert
        and c.row_key = jsonb_build_object(${key.map((column) => `'${column}', t."${column}"`).join(', ')}))
      order by ${keyOf(key, 't')} limit ${page}`,
    values: [bankUid, name, ...(after ?? [])],
  });
}

export interface ChangedRow extends Record<string, unknown> {
  table_name: string;
  /** JSON of the primary key after the bank */
  row_key: string;
  change: string;
}

/**
 * Rows that were written since the move began and that were not copied since, in the order of
 * `tables`.
 */
export const readChanges = (db: Queryable, bankUid: number, tables: readonly MovedTable[], limit: number): Promise<ChangedRow[]> =>
  db.query<ChangedRow>(sql`
    select c.table_name, c.row_key::text as row_key, c.change from unnest(${array(
      tables.map(({ name }) => name),
      'text[]',
    )}) with ordinality as t(name, place) join bank_changes c on c.bank_uid = ${bankUid} and c.table_name = t.name
    order by t.place limit ${limit}::int`);

export interface FoundRow extends Record<string, unknown> {
  row_key: string;
  row: string;
}

/** The rows with these keys that exist, as JSON. */
export const readKeys = (db: Queryable, bankUid: number, { name, key }: MovedTable, keys: readonly string[]): Promise<FoundRow[]> =>
  db.query<FoundRow>({
    name: '',
    text: `select k::text as row_key, to_jsonb(t)::text as row
      from jsonb_array_elements($2::jsonb) k cross join lateral jsonb_populate_record(null::${name}, k) r
      join ${name} t on t.bank_uid = $1 and (${keyOf(key, 't')}) = (${keyOf(key, 'r')}) order by ${keyOf(key, 't')}`,
    values: [bankUid, `[${keys.join(',')}]`],
  });

/** Forgets changes that were copied, except those that were written again meanwhile. */
export async function forgetChanges(db: Queryable, bankUid: number, changes: readonly ChangedRow[]): Promise<void> {
  await db.query(sql`
    delete from bank_changes where bank_uid = ${bankUid} and ctid = any(array(
      select c.ctid from bank_changes c where c.bank_uid = ${bankUid}
        and c.change = any(${sql.param(changes.map(({ change }) => change))}::uuid[]) for update skip locked))`);
}

/**
 * The triggers that follow from writes of callers do not run in this transaction, and no trigger of
 * a move.
 */
export const copying = (tx: Tx): Promise<unknown> =>
  // With a table of the cell, so that it is set where its triggers run: on a worker of Citus, too.
  tx.query(sql`select set_config('memory_bank.copying', 'on', true) from (select count(*) from (select 1 from banks limit 1) one) b`);

/**
 * Inserts these rows or makes the existing ones equal to them. Throws if one of them is different
 * afterwards. The transaction must be `copying`.
 */
export async function writeRows(tx: Tx, { name, key }: MovedTable, columns: Columns, rows: readonly string[]): Promise<void> {
  const names = [...columns.keys()];
  const changed = names
    .filter((column) => column !== 'bank_uid' && !key.includes(column))
    .map((column) => `"${column}" = excluded."${column}"`);
  const [check] = await tx.query<{ differing: number }>({
    name: '',
    text: `with sent as (select e as row from jsonb_array_elements($1::jsonb) e),
      written as (
        insert into ${name} as t (${names.map((column) => `"${column}"`).join(', ')})
        select ${names.map((column) => `r."${column}"`).join(', ')} from sent s cross join lateral jsonb_populate_record(null::${name}, s.row) r
        on conflict (bank_uid, ${key.map((column) => `"${column}"`).join(', ')})
        do ${changed.length === 0 ? `update set bank_uid = excluded.bank_uid` : `update set ${changed.join(', ')}`} returning to_jsonb(t) as row)
      select (select count(*) from (select row from sent except select row from written) d)::int as differing`,
    values: [`[${rows.join(',')}]`],
  });
  if (check?.differing !== 0) throw new ServiceError('internal', `Rows of ${name} were not copied as they are.`);
}

/** Deletes the rows with these keys. */
export async function deleteRows(tx: Tx, bankUid: number, { name, key }: MovedTable, keys: readonly string[]): Promise<void> {
  await tx.query({
    name: '',
    text: `delete from ${name} t using jsonb_array_elements($2::jsonb) k cross join lateral jsonb_populate_record(null::${name}, k) r
      where t.bank_uid = $1 and (${keyOf(key, 't')}) = (${keyOf(key, 'r')})`,
    values: [bankUid, `[${keys.join(',')}]`],
  });
}

/**
 * Clears a column of rows that are about to be written, so that no two of them have it in common
 * for a moment.
 */
export async function clearColumn(tx: Tx, bankUid: number, { name, key, cleared }: MovedTable, keys: readonly string[]): Promise<void> {
  await tx.query({
    name: '',
    text: `update ${name} t set "${cleared}" = null from jsonb_array_elements($2::jsonb) k cross join lateral jsonb_populate_record(null::${name}, k) r
      where t.bank_uid = $1 and (${keyOf(key, 't')}) = (${keyOf(key, 'r')})`,
    values: [bankUid, `[${keys.join(',')}]`],
  });
}

/** Rows of a bank in each table. */
export async function countRows(db: Queryable, bankUid: number, tables: readonly MovedTable[]): Promise<number[]> {
  const [row] = await db.query<{ counts: number[] }>({
    name: '',
    text: `select array[${tables.map(({ name }) => `(select count(*) from ${name} where bank_uid = $1)`).join(', ')}]::float8[] as counts`,
    values: [bankUid],
  });
  return row?.counts ?? [];
}

/** A sum over the content of the rows of a bank, the same in every cell. */
export async function digest(db: Queryable, bankUid: number, { name }: MovedTable): Promise<string> {
  const [row] = await db.query<{ digest: string }>({
    name: '',
    text: `select coalesce(sum(hashtextextended(to_jsonb(t)::text, 0)::numeric), 0)::text as digest from ${name} t where t.bank_uid = $1`,
    values: [bankUid],
  });
  return row?.digest ?? '';
}

/** The row of the bank as JSON, and whether it belongs to an organization; null: it was purged. */
export async function readBankRow(db: Queryable, bankUid: number): Promise<{ row: string; orgId: string | null } | null> {
  const [found] = await db.query<{ row: string; org_id: string | null }>(sql`
    select to_jsonb(b)::text as row, b.org_id from banks b where b.uid = ${bankUid}`);
  return found ? { row: found.row, orgId: found.org_id } : null;
}

/**
 * Writes the row of the bank. `isVisible` false: without its organization, so that nobody finds it.
 */
export async function writeBankRow(tx: Tx, columns: Columns, row: string, isVisible: boolean): Promise<void> {
  const names = [...columns.keys()];
  const value = (column: string): string =>
    isVisible ? `r."${column}"` : column === 'org_id' ? 'null::uuid' : column === 'id' ? 'gen_random_uuid()::text' : `r."${column}"`;
  await tx.query(sql`
    insert into banks (${sql.raw(names.map((column) => `"${column}"`).join(', '))})
    select ${sql.raw(names.map(value).join(', '))} from jsonb_populate_record(null::banks, ${row}::jsonb) r
    on conflict (uid) do update set ${sql.raw(
      names
        .filter((column) => column !== 'uid')
        .map((column) => `"${column}" = excluded."${column}"`)
        .join(', '),
    )}`);
}

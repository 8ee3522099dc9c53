import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEmptyDatabase } from '#e2e/fixtures/database';
import type { Db } from '#lib/base/db/db';
import { sql } from '#lib/base/db/db';
import { DatabaseRefusal } from '#lib/base/db/errors';
import { type Migration, migrate, olderThan, pendingMigrations, readMigrations } from '#lib/base/db/migrate';

const migration = (name: string, ...statements: string[]): Migration => ({ name, hash: `hash of ${name}`, statements });

describe('pending migrations', () => {
  const known = [migration('0000_a'), migration('0001_b')];
  const applied = (name: string) => ({ name, hash: `hash of ${name}` });
  test('are those that were not applied yet, in order', () => {
    expect(pendingMigrations([], known)).toEqual(known);
    expect(pendingMigrations([applied('0000_a')], known)).toEqual([known[1]]);
    expect(
      pendingMigrations(
        known.map(({ name }) => applied(name)),
        known,
      ),
    ).toEqual([]);
  });
  test('a database of a newer version is refused', () => {
    expect(() => pendingMigrations([applied('0002_c')], known)).toThrow(DatabaseRefusal);
    expect(() => pendingMigrations([applied('0002_c')], known)).toThrow('newer version');
  });
  test('a migration that was changed after it was applied is refused', () => {
    expect(() => pendingMigrations([{ name: '0000_a', hash: 'other' }], known)).toThrow('another form');
  });
});

test.each([
  ['0.6.2', true],
  ['0.7.0', false],
  ['0.7', false],
  ['0.10.0', false],
  ['1.0', false],
])('version %s is older than 0.7.0: %s', (version, expected) => {
  expect(olderThan(version, '0.7.0')).toBe(expected);
});

describe('a database without any tables', () => {
  let db: Db;
  beforeAll(async () => {
    db = await openEmptyDatabase();
  });
  afterAll(() => db.close());

  const tables = async (): Promise<number> =>
    (
      await db.query<{ n: number }>(sql`select count(*) as n from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`)
    )[0]!.n;

  test('a migration that fails leaves nothing behind', async () => {
    const broken = migration('0000_broken', 'create table half (id int)', 'select * from no_such_table');
    await expect(migrate(db, [broken])).rejects.toMatchObject({ code: '42P01' });
    expect(await tables()).toBe(0);
  });
  test('an extension that the server does not have is named', async () => {
    await expect(migrate(db, [migration('0000_x', 'CREATE EXTENSION IF NOT EXISTS no_such_extension')])).rejects.toThrow(
      'does not have the extension "no_such_extension"',
    );
  });
  test('two starters at once: one applies, the other finds it done', async () => {
    const names = readMigrations().map(({ name }) => name);
    const results = await Promise.all([migrate(db), migrate(db)]);
    expect(results.toSorted((a, b) => a.length - b.length)).toEqual([[], names]);
    expect(await tables()).toBeGreaterThan(10);
  });
  test('a further start applies nothing', async () => {
    expect(await migrate(db)).toEqual([]);
  });
  test('the schema that the migrations create is the one that the code declares', async () => {
    const schema = await import('#lib/base/db/schema/index');
    const { getTableConfig, PgTable } = await import('drizzle-orm/pg-core');
    const { is } = await import('drizzle-orm');
    for (const table of Object.values(schema).filter((value) => is(value, PgTable))) {
      const { name, columns } = getTableConfig(table);
      const rows = await db.query<{ name: string; required: boolean }>(sql`
        select attname as name, attnotnull as required from pg_attribute
        where attrelid = ${name}::regclass and attnum > 0 and not attisdropped order by 1`);
      const declared = columns.map((column) => ({ name: column.name, required: column.notNull || column.primary }));
      expect([name, rows]).toEqual([name, declared.toSorted((a, b) => (a.name < b.name ? -1 : 1))]);
    }
  });
});

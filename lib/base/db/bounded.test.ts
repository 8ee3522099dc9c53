import { expect, test } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { bounded } from '#lib/base/db/bounded';
import { type Db, sql } from '#lib/base/db/db';

withTestDatabase();

test('at most this number run at once, in the order in which they came, and a failure releases its turn', async () => {
  const statements = Array.from({ length: 12 }, (_, n) => (n % 3 === 0 ? sql`select 1 / 0` : sql`select ${n}::int as n`));
  const begun: number[] = [];
  let [now, most] = [0, 0];
  const query = async (statement: (typeof statements)[number]) => {
    begun.push(statements.indexOf(statement));
    most = Math.max(most, ++now);
    try {
      return await db.query(statement);
    } finally {
      now--;
    }
  };
  const few = bounded({ ...db, kind: db.kind, query: query as Db['query'] }, 2);
  const ended = await Promise.allSettled(statements.map((statement) => few.query(statement)));
  expect(ended.map(({ status }) => status === 'fulfilled')).toEqual(statements.map((_, n) => n % 3 !== 0));
  expect(begun).toEqual(statements.map((_, n) => n));
  expect(most).toBe(2);
});

test('a query through it is sent to the database', async () => {
  const few = bounded(db, 1);
  const rows = await Promise.all([1, 2, 3].map((n) => few.transaction((tx) => tx.query<{ n: number }>(sql`select ${n}::int as n`))));
  expect(rows.map(([row]) => row!.n)).toEqual([1, 2, 3]);
});

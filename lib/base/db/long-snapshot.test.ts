import { describe, expect, it } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { seedOrg, testDatabaseKind } from '#e2e/fixtures/database';
import { sql } from '#lib/base/db/db';
import { withLongSnapshot } from '#lib/base/db/long-snapshot';

withTestDatabase();

const by = (signal = new AbortController().signal) => ({ signal, detached: (work: () => Promise<() => void>) => work() });
const count = sql`select count(*) as n from organizations`;

describe.skipIf(testDatabaseKind() === 'embedded')('a long snapshot', () => {
  it('sees one state, while others write and it waits', async () => {
    const seen = await withLongSnapshot(db, by(), async (at) => {
      const first = await at.query(count);
      await seedOrg(db);
      return [first, await at.query(count)];
    });
    expect(seen[1]).toEqual(seen[0]);
    expect(await db.query(count)).not.toEqual(seen[0]);
  });

  it('reports a failed statement to its caller, and ends', async () => {
    await expect(withLongSnapshot(db, by(), (at) => at.query(sql`select 1 / 0`))).rejects.toThrow();
    expect(db.pool().inUse).toBe(0);
  });

  it('returns its connection when it is aborted, and the next reader gets its turn', async () => {
    const stop = new AbortController();
    const never = withLongSnapshot(db, by(stop.signal), async (at) => {
      await at.query(count);
      await new Promise((resolve) => stop.signal.addEventListener('abort', resolve, { once: true }));
      // A reader that does not notice: its next statement is rejected.
      return at.query(count);
    });
    const next = withLongSnapshot(db, by(), (at) => at.query(sql`select 1 as n`));
    await expect.poll(() => db.pool().inUse).toBe(1);
    stop.abort(new Error('cancelled'));
    await expect(never).rejects.toThrow('cancelled');
    expect(await next).toEqual([{ n: 1 }]);
    expect(db.pool().inUse).toBe(0);
  });
});

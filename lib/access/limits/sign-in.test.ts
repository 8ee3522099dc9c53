import { describe, expect, it } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { countAttempt, forgiveAttempt } from '#lib/access/limits/sign-in';
import { count, forget, uncount } from '#lib/access/limits/store';
import { sql } from '#lib/base/db/db';
import { countStatements } from '#lib/base/db/observe';

withTestDatabase();

const DAY_MS = 24 * 60 * 60 * 1000;

const isLetIn = (account: string, address: string | null): Promise<boolean> =>
  countAttempt(db, { account, address }).then(
    () => true,
    (error: { code: string; retryAfterSeconds: number }) => {
      expect(error.code).toBe('too_many_requests');
      expect(error.retryAfterSeconds).toBeGreaterThan(0);
      expect(error.retryAfterSeconds).toBeLessThanOrEqual(900);
      return false;
    },
  );

const tries = async (n: number, account: string, address: string | null): Promise<number> => {
  let passed = 0;
  for (let i = 0; i < n; i++) if (await isLetIn(account, address)) passed++;
  return passed;
};

describe('counters in the database', () => {
  it('count in one statement, from any handle', async () => {
    const limit = { name: 'one-statement', points: 2, seconds: 60 };
    expect((await countStatements(() => count(db, limit, 'a'))).statements).toHaveLength(1);
    expect(await count(db, limit, 'a')).toMatchObject({ isAllowed: true, remaining: 0 });
    expect(await count(db, limit, 'a')).toMatchObject({ isAllowed: false, remaining: 0 });
    expect(await count(db, limit, 'b')).toMatchObject({ isAllowed: true });
    await uncount(db, limit, 'a');
    await forget(db, limit, 'a');
    expect(await count(db, limit, 'a')).toMatchObject({ isAllowed: true, remaining: 1 });
  });

  it('allow exactly the limit of concurrent uses', async () => {
    const limit = { name: 'side-by-side', points: 10, seconds: 60 };
    const counted = await Promise.all(Array.from({ length: 20 }, () => count(db, limit, 'x')));
    expect(counted.filter(({ isAllowed }) => isAllowed)).toHaveLength(10);
  });

  it('restart when their window is over', async () => {
    const limit = { name: 'window', points: 1, seconds: 60 };
    await count(db, limit, 'a');
    expect(await count(db, limit, 'a')).toMatchObject({ isAllowed: false });
    await db.query(sql`update rate_limits set expire = ${Date.now() - 1} where key = 'window:a'`);
    expect(await count(db, limit, 'a')).toMatchObject({ isAllowed: true });
  });
});

describe('attempts to sign in', () => {
  it('are limited to ten for one account from one place', async () => {
    expect(await tries(12, 'ann@example.org', '192.0.2.1')).toBe(10);
    expect(await isLetIn('ann@example.org', '192.0.2.2')).toBe(true);
    expect(await isLetIn('ben@example.org', '192.0.2.1')).toBe(true);
  });

  it('count the addresses of one subscriber as one place', async () => {
    expect(await tries(10, 'cleo@example.org', '2001:db8::1')).toBe(10);
    expect(await isLetIn('cleo@example.org', '2001:db8::ffff')).toBe(false);
    expect(await isLetIn('cleo@example.org', '2001:db8:0:1::1')).toBe(true);
  });

  it('are limited for one account from many places, and for many accounts from one place', async () => {
    let fromMany = 0;
    let onMany = 0;
    for (let i = 0; i < 110; i++) {
      if (await isLetIn('dora@example.org', `198.51.100.${i}`)) fromMany++;
      if (await isLetIn(`spray-${i}@example.org`, '203.0.113.5')) onMany++;
    }
    expect([fromMany, onMany]).toEqual([100, 100]);
  });

  it('ten more are allowed for an account that has signed in from the place before, with the same error', async () => {
    const place = '203.0.113.77';
    const fay = { account: 'fay@example.org', address: place };
    expect(await countAttempt(db, fay)).toBeNull();
    await forgiveAttempt(db, fay);
    for (let i = 0; i < 110; i++) await isLetIn(`flood-${i}@example.org`, place);
    expect(await isLetIn('gil@example.org', place)).toBe(false);
    for (let i = 0; i < 10; i++)
      expect(await countAttempt(db, fay)).toMatchObject({
        code: 'too_many_requests',
        message: 'Too many sign-in attempts. Try again later.',
      });
    expect(await isLetIn(fay.account, place)).toBe(false);
  });

  it('ten are allowed from a place where the account has signed in, after attempts from many places', async () => {
    const office = '203.0.113.90';
    const hal = { account: 'hal@example.org', address: office };
    expect(await countAttempt(db, hal)).toBeNull();
    await forgiveAttempt(db, hal);
    for (let i = 0; i < 100; i++) expect(await isLetIn(hal.account, `192.0.2.${100 + (i % 10)}`)).toBe(true);
    expect(await isLetIn(hal.account, '198.51.100.200')).toBe(false);
    for (let i = 0; i < 10; i++) expect(await countAttempt(db, hal)).toMatchObject({ code: 'too_many_requests' });
    expect(await isLetIn(hal.account, office)).toBe(false);
  });

  it('that succeed make a place known for 30 days from the last one', async () => {
    const ida = { account: 'ida@example.org', address: '203.0.113.91' };
    await db.query(sql`delete from rate_limits where key like 'sign-in-familiar:%'`);
    await forgiveAttempt(db, ida);
    const days = async (): Promise<number[]> => {
      const rows = await db.query<{ expire: number }>(sql`select expire from rate_limits where key like 'sign-in-familiar:%' order by 1`);
      return rows.map(({ expire }) => Math.round((expire - Date.now()) / DAY_MS));
    };
    expect(await days()).toEqual([30]);
    await db.query(sql`update rate_limits set expire = ${Date.now() + DAY_MS} where key like 'sign-in-familiar:%'`);
    expect(await days()).toEqual([1]);
    await forgiveAttempt(db, ida);
    expect(await days()).toEqual([30]);
  });

  it('that succeeded do not count', async () => {
    const attempt = { account: 'eve@example.org', address: '192.0.2.9' };
    for (let i = 0; i < 30; i++) {
      await countAttempt(db, attempt);
      await forgiveAttempt(db, attempt);
    }
    expect(await tries(12, attempt.account, attempt.address)).toBe(10);
  });

  it('store neither account nor address in the table', async () => {
    const rows = await db.query<{ key: string }>(sql`select key from rate_limits where key like 'sign-in%'`);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(({ key }) => key).join()).not.toMatch(/example|192\.0/);
  });
});

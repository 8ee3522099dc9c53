import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encode } from 'next-auth/jwt';
import { beforeAll, describe, expect, it } from 'vitest';
import { db, withTestDatabase } from '#e2e/fixtures/bank';
import { insertBank, seedOrg } from '#e2e/fixtures/database';
import { cookieOf, join, openSessionOf, type Person, SECRET, seedMember, seedPerson } from '#e2e/fixtures/people';
import { sessionIdOf } from '#lib/access/sessions/cookie';
import { secretOf } from '#lib/access/sessions/secret';
import { readSession, verifySession } from '#lib/access/sessions/service';
import { cookieName, NO_SECRET, sessionCookie, signInSettings } from '#lib/access/sessions/settings';
import { touchSession } from '#lib/access/sessions/store';
import { cellOf, DEFAULT_CELL } from '#lib/base/db/cells';
import { sql } from '#lib/base/db/db';
import { countStatements } from '#lib/base/db/observe';
import { newId } from '#lib/base/ids';

const ON = { secret: SECRET, offBecause: null, origin: null, host: '127.0.0.1' };

let orgId: string;
let slug: string;
let ann: Person;
withTestDatabase();
beforeAll(async () => {
  ({ orgId } = await seedOrg(db));
  slug = `test-${orgId}`;
  ann = await seedMember(db, orgId, 'admin');
});

describe('settings', () => {
  const none = { authSecret: null, authOrigin: null, host: '127.0.0.1' };

  it('prefer the configured secret, and explain why sign-in is off without any', () => {
    expect(signInSettings({ ...none, authSecret: 'x' }, 'y')).toMatchObject({ secret: 'x', offBecause: null });
    expect(signInSettings(none, 'y')).toMatchObject({ secret: 'y', offBecause: null });
    expect(signInSettings(none, null)).toEqual({ secret: null, offBecause: NO_SECRET, origin: null, host: '127.0.0.1' });
  });

  it('bind cookies to the host under https', () => {
    expect(sessionCookie({ ...ON, origin: 'https://memory.example' })).toBe('__Host-next-auth.session-token');
    expect(cookieName({ ...ON, origin: 'http://127.0.0.1:3000' }, 'state')).toBe('next-auth.state');
    expect(sessionCookie(ON)).toBe('next-auth.session-token');
  });
});

describe('the secret of a data directory', () => {
  it('is created once, with 256 bits, only for its owner', () => {
    const dir = mkdtempSync(path.join(tmpdir(), 'memory-bank-secret-'));
    try {
      const dataDir = path.join(dir, 'data');
      const secret = secretOf(dataDir);
      expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
      expect(secretOf(dataDir)).toBe(secret);
      const file = path.join(dataDir, 'session-secret');
      expect(readFileSync(file, 'utf8').trim()).toBe(secret);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    } finally {
      rmSync(dir, { recursive: true });
    }
  });
});

describe('the cookie', () => {
  const id = newId();

  it('contains the id of a session', async () => {
    const cookie = await cookieOf(id);
    expect(await sessionIdOf(ON, cookie)).toBe(id);
    expect(await sessionIdOf(ON, `a=1; ${cookie}; b=2`)).toBe(id);
  });

  it.each([
    ['no header', async () => null],
    ['another cookie', async () => 'x=1'],
    ['an empty one', async () => 'next-auth.session-token='],
    ['a forged one', async () => 'next-auth.session-token=eyJhbGciOiJkaXIifQ..x.y.z'],
    ['one of another secret', async () => cookieOf(id, 'another secret of 32 characters, at least')],
    ['one cut short', async () => (await cookieOf(id)).slice(0, -4)],
    ['one that is too long', async () => `next-auth.session-token=${'x'.repeat(5000)}`],
    [
      'one that has outlived its time',
      async () => `next-auth.session-token=${await encode({ token: { sid: id }, secret: SECRET, maxAge: -60 })}`,
    ],
    ['one with no id', async () => `next-auth.session-token=${await encode({ token: {}, secret: SECRET })}`],
    ['one whose id is none', async () => `next-auth.session-token=${await encode({ token: { sid: "' or 1=1" }, secret: SECRET })}`],
    ['one under the name that https has', async () => `__Host-${await cookieOf(id)}`],
  ])('is ignored: %s', async (_, make) => {
    expect(await sessionIdOf(ON, await make())).toBeNull();
  });

  it('is ignored if sign-in is off', async () => {
    expect(await sessionIdOf({ secret: null, offBecause: 'off', origin: null, host: '127.0.0.1' }, await cookieOf(id))).toBeNull();
  });
});

describe('a session', () => {
  const open = async (person = ann) => {
    const id = await openSessionOf(db, person);
    return { id, cookie: await cookieOf(id) };
  };

  it('is read in one statement with the membership and the bank, and in none for an invalid cookie', async () => {
    const { id, cookie } = await open();
    const uid = await insertBank(db, orgId, 'b');
    const { result: found, statements } = await countStatements(() => readSession(db, ON, cookie, slug, 'b'));
    expect(statements).toHaveLength(cellOf(db) === DEFAULT_CELL ? 1 : 2);
    expect(found).toMatchObject({
      id,
      userId: ann.userId,
      email: ann.email,
      membership: { orgId, role: 'admin' },
      bank: { uid },
    });
    expect((await countStatements(() => readSession(db, ON, 'next-auth.session-token=x', slug, null))).statements).toEqual([]);
  });

  it('reveals no organization of which the person is not a member, and none of its banks', async () => {
    const other = await seedOrg(db);
    await insertBank(db, other.orgId, 'b');
    const { cookie } = await open();
    for (const named of [`test-${other.orgId}`, 'nowhere', ''])
      expect(await readSession(db, ON, cookie, named, 'b')).toMatchObject({ membership: null, bank: null });
    expect(await readSession(db, ON, cookie, null, 'b')).toMatchObject({ membership: { orgId, role: 'admin' }, isAmbiguous: false });
    await join(db, other.orgId, ann, 'member');
    expect(await readSession(db, ON, cookie, null, 'b')).toMatchObject({ membership: null, bank: null, isAmbiguous: true });
    expect(await readSession(db, ON, cookie, `test-${other.orgId}`, 'b')).toMatchObject({ membership: { role: 'member' } });
    await db.query(sql`update organizations set suspended_at = now() where id = ${other.orgId}`);
    expect(await readSession(db, ON, cookie, `test-${other.orgId}`, 'b')).toMatchObject({ membership: null, bank: null });
    expect(await readSession(db, ON, cookie, null, 'b')).toMatchObject({ membership: { orgId }, isAmbiguous: false });
  });

  it.each([
    ['ended', sql`ended_at = now()`],
    ['past its month', sql`expires_at = now() - interval '1 second'`],
    ['idle for more than a day', sql`last_seen_at = now() - interval '24 hours 1 second'`],
  ])('ends when it is %s', async (_, change) => {
    const { id, cookie } = await open();
    expect(await readSession(db, ON, cookie, slug, null)).not.toBeNull();
    await db.query(sql`update sessions set ${change} where id = ${id}`);
    expect(await readSession(db, ON, cookie, slug, null)).toBeNull();
    await expect(verifySession(db, ON, cookie, slug, null)).rejects.toMatchObject({ code: 'session_ended' });
  });

  it('lasts a month at most, and a second less than a day idle', async () => {
    const { id, cookie } = await open();
    const [row] = await db.query<{ days: number }>(
      sql`select extract(epoch from expires_at - created_at) / 86400 as days from sessions where id = ${id}`,
    );
    expect(row!.days).toBeCloseTo(30, 5);
    await db.query(sql`update sessions set last_seen_at = now() - interval '23 hours 59 minutes 59 seconds' where id = ${id}`);
    expect(await readSession(db, ON, cookie, slug, null)).toMatchObject({ isStale: true });
  });

  it('records its use once a minute, and never after its end', async () => {
    const { id, cookie } = await open();
    const seen = async () =>
      (await db.query<{ last_seen_at: Date }>(sql`select last_seen_at from sessions where id = ${id}`))[0]!.last_seen_at.getTime();
    const first = await seen();
    await touchSession(db, id);
    expect(await seen()).toBe(first);
    await db.query(sql`update sessions set last_seen_at = now() - interval '61 seconds' where id = ${id}`);
    expect(await readSession(db, ON, cookie, slug, null)).toMatchObject({ isStale: true });
    await touchSession(db, id);
    expect(await seen()).toBeGreaterThanOrEqual(first);
    await db.query(sql`update sessions set ended_at = now(), last_seen_at = now() - interval '61 seconds' where id = ${id}`);
    const old = await seen();
    await touchSession(db, id);
    expect(await seen()).toBe(old);
  });

  it('is unauthorized without a cookie, with the reason if sign-in is off', async () => {
    await expect(verifySession(db, ON, null, slug, null)).rejects.toMatchObject({ code: 'unauthorized', message: 'Sign in first' });
    await expect(
      verifySession(db, { secret: null, offBecause: NO_SECRET, origin: null, host: '127.0.0.1' }, null, slug, null),
    ).rejects.toMatchObject({
      code: 'unauthorized',
      message: NO_SECRET,
    });
  });

  it('ends with its person', async () => {
    const deleted = await seedPerson(db);
    const { cookie } = await open(deleted);
    await db.query(sql`delete from users where id = ${deleted.userId}`);
    expect(await readSession(db, ON, cookie, null, null)).toBeNull();
  });
});

import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { answerTo, callAs, invite, join, signIn, trySignIn } from '#e2e/fixtures/console';
import { send } from '#e2e/fixtures/http';
import { freshEmail } from '#e2e/fixtures/people';
import { isGate } from '#e2e/fixtures/runs';
import { startServer } from '#e2e/fixtures/server';
import { openStore } from '#e2e/fixtures/store';
import { expectError } from '#e2e/fixtures/wire';
import { openWorld, type World } from '#e2e/fixtures/world';
import { getMe, listProviders } from '#lib/access/people/contract';
import { listBanks } from '#lib/memory/banks/contract';

/** Cookies, failures and limits of the sign-in, for a user and for an attacker. */

const CALLER = path.join(import.meta.dirname, '../fixtures/programs/caller.ts');

const OWNER = { email: 'owner@example.org', password: 'the password of the Owner' };
const UNATTENDED = { SERVICE_API_OWNER_EMAIL: OWNER.email, SERVICE_API_OWNER_PASSWORD: OWNER.password };

let world: World;
beforeAll(async () => {
  // Every test uses a separate address, so that their counters do not interfere.
  world = await openWorld({ ...UNATTENDED, SERVICE_API_TRUSTED_PROXY_HOPS: '1' });
});
afterAll(() => world?.close());

let counter = 0;
const from = (): Record<string, string> => ({ 'x-forwarded-for': `198.51.100.${++counter}` });
const WRONG = { ...OWNER, password: 'a wrong password' };

const sessionLine = (headers: { 'set-cookie'?: string[] | undefined }): string =>
  (headers['set-cookie'] ?? []).find((line) => line.includes('session-token=')) ?? '';

describe('a session', () => {
  it('is opened for the Owner whom the operator named, and no link is shown', async () => {
    const cookie = await signIn(world.server.url, OWNER);
    expect(await answerTo(world.server.url, cookie, getMe)).toMatchObject({
      person: { email: OWNER.email },
      organizations: [{ role: 'owner' }],
    });
    expect(world.server.stdout()).not.toContain('/setup/');
    expect(await answerTo(world.server.url, null, listProviders)).toMatchObject({ needs_owner: false });
  });

  it('is a new one at each sign-in, in an opaque cookie that scripts cannot read', async () => {
    const { url } = world.server;
    const lines = [sessionLine((await trySignIn(url, OWNER, from())).headers), sessionLine((await trySignIn(url, OWNER, from())).headers)];
    for (const line of lines) {
      expect(line).toMatch(/^next-auth\.session-token=/);
      const attributes = line
        .split('; ')
        .slice(1)
        .map((one) => one.toLowerCase());
      expect(attributes).toEqual(expect.arrayContaining(['path=/', 'httponly', 'samesite=lax']));
      expect(attributes).not.toContain('secure');
      expect(attributes.join()).not.toContain('domain');
    }
    const ids = await Promise.all(lines.map((line) => answerTo(url, line.split(';')[0]!, getMe).then((me) => me.session_id)));
    expect(new Set(ids).size).toBe(2);
    for (const [i, line] of lines.entries()) for (const secret of [ids[i]!, OWNER.email]) expect(line).not.toContain(secret);
  });

  it('ends with the sign-out: no copy of the cookie works afterwards', async () => {
    const { url } = world.server;
    const cookie = await signIn(url, OWNER);
    const csrf = await send(url, { method: 'GET', path: '/api/auth/csrf' });
    const body = `${new URLSearchParams({ csrfToken: (csrf.json as { csrfToken: string }).csrfToken, json: 'true' })}`;
    const cookies = `${cookie}; ${csrf.headers['set-cookie']!.map((line) => line.split(';')[0]).join('; ')}`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie: cookies };
    const path = '/api/auth/signout';

    const foreign = await send(url, { method: 'POST', path, headers: { ...headers, origin: 'https://evil.example' }, body });
    expect(foreign.json).toMatchObject({ code: 'cross_origin' });
    expect((await callAs(url, cookie, getMe)).status).toBe(200);
    const out = await send(url, { method: 'POST', path, headers: { ...headers, 'sec-fetch-site': 'same-origin' }, body });
    expect(sessionLine(out.headers)).toMatch(/session-token=;.*(Max-Age=0|1970)/i);
    expect((await callAs(url, cookie, getMe)).json).toMatchObject({ code: 'session_ended' });
    expect((await callAs(url, cookie, listBanks, { org: 'default' })).json).toMatchObject({ code: 'session_ended' });
    const asked = await send(url, { method: 'GET', path: '/api/auth/session', headers: { cookie } });
    expect(asked.json).toEqual({});
  });
});

describe('a failed sign-in', () => {
  it('has the same answer for a wrong password and for a missing account, in the form of all errors', async () => {
    const { url } = world.server;
    const replies = [await trySignIn(url, WRONG, from()), await trySignIn(url, { ...WRONG, email: freshEmail('nobody') }, from())];
    for (const reply of replies) {
      expect(reply.status).toBe(401);
      expectError(reply);
      expect(sessionLine(reply.headers)).toBe('');
    }
    const blurred = replies.map((reply) => reply.text.replace(/"request_id":"[^"]+"/, ''));
    expect(blurred[0]).toBe(blurred[1]);
  });

  it.each([
    ['no token of the page', { csrfToken: '' }],
    ['the token of another page', { csrfToken: 'a'.repeat(64) }],
  ])('has %s: nothing is checked', async (_, token) => {
    const reply = await send(world.server.url, {
      method: 'POST',
      path: '/api/auth/callback/password',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...from() },
      body: `${new URLSearchParams({ ...OWNER, ...token, json: 'true' })}`,
    });
    expect(reply.json).toMatchObject({ code: 'cross_origin' });
    expect(sessionLine(reply.headers)).toBe('');
  });

  it.each(['https://evil.example', 'null', undefined])('comes from a page of %s', async (origin) => {
    const reply = await trySignIn(world.server.url, OWNER, {
      ...from(),
      'sec-fetch-site': origin ? 'cross-site' : 'none',
      ...(origin && { origin }),
    });
    expect(reply.json).toMatchObject({ code: 'cross_origin' });
  });

  it('is one of ten in a quarter of an hour, for one account and address; a forged address does not help', async () => {
    const { url } = world.server;
    const place = from();
    const victim = { ...WRONG, email: freshEmail('victim') };
    for (let i = 0; i < 10; i++)
      expect((await trySignIn(url, victim, { 'x-forwarded-for': `203.0.113.${i}, ${place['x-forwarded-for']}` })).status).toBe(401);
    const refused = await trySignIn(url, victim, place);
    expect(refused.json).toMatchObject({ code: 'too_many_requests' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
    expect((await trySignIn(url, victim, from())).status).toBe(401);
    expect((await trySignIn(url, OWNER, place)).status).toBe(200);
  });
});

describe('many sign-ins at once', () => {
  const SIGN_INS = isGate ? 80 : 200;

  it('leave the API responsive, and all of them end', async () => {
    const { server, alpha } = world;
    const caller = fork(CALLER, [server.url, alpha.key]);
    await once(caller, 'message');
    const replies = await Promise.all(
      Array.from({ length: SIGN_INS }, (_, i) => trySignIn(server.url, { ...WRONG, email: freshEmail(`many-${i}`) }, from())),
    );
    caller.send('stop');
    const [answered] = (await once(caller, 'message')) as [number];
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([401]));
    // Sequential calls: more than ten must be answered while the computations run. If they had
    // to wait for the computations, it would be one or two.
    expect(answered).toBeGreaterThan(10);
  });
});

describe('a page under a foreign name that resolves to this server', () => {
  const REBOUND = { host: 'rebound.example', origin: 'http://rebound.example', 'sec-fetch-site': 'same-origin' };

  it('signs nobody in and changes nothing; an address of the machine itself does', async () => {
    const { url } = world.server;
    const refused = await trySignIn(url, OWNER, { ...from(), ...REBOUND });
    expect(refused.json).toMatchObject({ code: 'cross_origin', detail: expect.stringContaining('NEXTAUTH_URL') });
    const cookie = await signIn(url, OWNER);
    const rename = (headers: Record<string, string>) =>
      send(url, {
        method: 'PATCH',
        path: '/api/console/account',
        headers: { cookie, 'content-type': 'application/json', ...headers },
        body: '{"name":"Olga"}',
      });
    expect((await rename(REBOUND)).json).toMatchObject({ code: 'cross_origin' });
    for (const host of ['localhost:3000', '192.168.1.5:3000'])
      expect((await rename({ host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' })).status, host).toBe(200);
  });

  it.each([
    ['no address is configured', {}],
    ['an address is configured', { NEXTAUTH_SECRET: 'x'.repeat(32), NEXTAUTH_URL: 'http://memory.example:3000' }],
  ])('reads and writes nothing if calls need no key and %s', async (_, address) => {
    const store = await openStore();
    const server = await startServer({ env: { ...store.env, ...address, SERVICE_API_ANONYMOUS_ACCESS: 'true' } });
    const called = { method: 'GET', path: '/v1/default/banks' };
    const post = (headers: Record<string, string>) =>
      send(server.url, { method: 'POST', path: '/v1/default/banks/first/consolidate', headers });
    try {
      expect((await send(server.url, called)).status).toBe(200);
      expect((await send(server.url, { ...called, headers: { host: 'rebound.example' } })).json).toMatchObject({ code: 'unauthorized' });
      for (const origin of ['https://foreign.example', 'null'])
        expect((await post({ origin, 'sec-fetch-site': 'cross-site' })).json, origin).toMatchObject({ code: 'cross_origin' });
      for (const headers of [{}, { origin: 'vscode-webview://editor' }] as Record<string, string>[])
        expect((await post(headers)).json).toMatchObject({ code: 'not_found' });
    } finally {
      await server.stop();
      await store.drop();
    }
  });
});

describe('behind https', () => {
  test('cookies are bound to the host, and pages are recognized by the configured address', async () => {
    const store = await openStore();
    const server = await startServer({
      env: { ...store.env, ...UNATTENDED, NEXTAUTH_SECRET: 'x'.repeat(32), NEXTAUTH_URL: 'https://memory.example' },
    });
    try {
      const reply = await trySignIn(server.url, OWNER);
      expect(reply.status, reply.text).toBe(200);
      const names = (reply.headers['set-cookie'] ?? []).map((line) => line.split('=')[0]);
      for (const name of names) expect(name).toMatch(/^__Host-next-auth\./);
      for (const line of reply.headers['set-cookie'] ?? []) expect(line).toMatch(/; Secure/i);
      const cookie = sessionLine(reply.headers).split(';')[0]!;
      const called = { method: 'PATCH', path: '/api/console/account', body: '{"name":"Olga"}' };
      const headers = { cookie, 'content-type': 'application/json' };
      expect((await send(server.url, { ...called, headers: { ...headers, origin: 'https://memory.example' } })).status).toBe(200);
      expect((await send(server.url, { ...called, headers: { ...headers, origin: server.url } })).status).toBe(403);
    } finally {
      await server.stop();
      await store.drop();
    }
  });
});

describe('the secret', () => {
  test.skipIf(isGate)('of a data directory outlives the process, so that a restart signs nobody out', async () => {
    const store = await openStore('embedded');
    try {
      const first = await startServer({ env: { ...store.env, ...UNATTENDED } });
      const cookie = await signIn(first.url, OWNER);
      await first.stop();
      const second = await startServer({ env: store.env, key: first.key });
      try {
        expect(await answerTo(second.url, cookie, getMe)).toMatchObject({ person: { email: OWNER.email } });
      } finally {
        await second.stop();
      }
    } finally {
      await store.drop();
    }
  });
});

describe('a removed member', () => {
  it('can access no bank of the organization from the next request on', async () => {
    const { url } = world.server;
    const owner = await signIn(url, OWNER);
    const email = freshEmail('member');
    await join(url, await invite(url, owner, 'default', email, 'member'), { name: 'Mo', password: OWNER.password });
    const cookie = await signIn(url, { email, password: OWNER.password });
    expect((await callAs(url, cookie, listBanks, { org: 'default' })).status).toBe(200);
    const { removeMember } = await import('#lib/access/orgs/contract');
    const me = await answerTo(url, cookie, getMe);
    expect((await callAs(url, owner, removeMember, { org: 'default', path: { user_id: me.person.id } })).status).toBe(200);
    expect((await callAs(url, cookie, listBanks, { org: 'default' })).json).toMatchObject({ code: 'not_a_member' });
    expect((await callAs(url, cookie, getMe)).json).toMatchObject({ organizations: [] });
  });
});

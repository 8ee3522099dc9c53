import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { ABSENT } from '#e2e/contract/cases';
import { testDatabaseKind } from '#e2e/fixtures/database';
import { type HttpRequest, pathOf, request, send, sendBytes } from '#e2e/fixtures/http';
import { goodRequest, hasBank, isKeyed } from '#e2e/fixtures/requests';
import { OWN_BANK, unknownKey } from '#e2e/fixtures/tenants';
import { expectError } from '#e2e/fixtures/wire';
import { joinWorld, type World } from '#e2e/fixtures/world';
import { hashKey } from '#lib/access/keys/codec';
import { operations } from '#lib/api/operations';
import { sql } from '#lib/base/db/db';
import { deleteBank, listBanks, putBank } from '#lib/memory/banks/contract';
import { listDocuments } from '#lib/memory/documents/contract';
import { retainMemories } from '#lib/memory/retain/contract';

/**
 * Authentication: the response to an invalid key is always 401, and reveals nothing about the rest
 * of the request.
 */

let world: World;
beforeAll(async () => {
  world = await joinWorld();
});
afterAll(() => world?.close());

const keyed = operations.filter(isKeyed);

const wrongCheck = (key: string): string => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
const long = 'x'.repeat(8192);

/** Invalid values of the `Authorization` header, made from a valid `key`. */
const HEADERS: readonly (readonly [string, (key: string) => string])[] = [
  ['empty', () => ''],
  ['the scheme alone', () => 'Bearer'],
  ['the scheme and a space', () => 'Bearer '],
  ['no scheme', (key) => key],
  ['Basic', (key) => `Basic ${Buffer.from(`key:${key}`).toString('base64')}`],
  ['Basic with the key as it is', (key) => `Basic ${key}`],
  ['Token', (key) => `Token ${key}`],
  ['two spaces', (key) => `Bearer  ${key}`],
  ['a tab for the space', (key) => `Bearer\t${key}`],
  ['no space', (key) => `Bearer${key}`],
  ['a colon', (key) => `Bearer: ${key}`],
  ['the scheme twice', (key) => `Bearer Bearer ${key}`],
  ['quotes', (key) => `Bearer "${key}"`],
  ['two keys', (key) => `Bearer ${key} ${key}`],
  ['two keys with a comma', (key) => `Bearer ${key}, Bearer ${key}`],
  ['a tab in the middle', (key) => `Bearer ${key.slice(0, 20)}\t${key.slice(20)}`],
  ['a character too many', (key) => `Bearer ${key}0`],
  ['a character too few', (key) => `Bearer ${key.slice(0, -1)}`],
  ['a wrong check character', (key) => `Bearer ${wrongCheck(key)}`],
  ['a wrong prefix', (key) => `Bearer mbx_${key.slice(4)}`],
  ['upper case', (key) => `Bearer ${key.toUpperCase()}`],
  ['a well-formed key that was never given out', () => `Bearer ${unknownKey()}`],
  ['the display prefix', (key) => `Bearer ${key.slice(0, 12)}`],
  ['8 KB', () => `Bearer ${long}`],
  ['8 KB before the key', (key) => `Bearer ${long} ${key}`],
  ['Latin-1', () => 'Bearer mbk_\xe9\xfc\xdf'],
  ['a JSON web token', () => 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.'],
  ['SQL', () => "Bearer ' or 1=1 --"],
];

// No endpoint revokes these keys. The tests write to the database directly, which the embedded
// database does not allow while the server runs.
describe.skipIf(testDatabaseKind() === 'embedded')('a revoked key', () => {
  const bank_id = OWN_BANK;
  const status = async (key: string) => (await world.ask(listDocuments, { key, path: { bank_id } })).status;
  const statuses = async (...keys: string[]) => Promise.all(keys.map(status));

  test('is rejected from the next request on, and its child with it; suspending the organization stops all keys', async () => {
    const { restricted, child, key, orgId } = world.beta;
    expect(await statuses(restricted, child, key)).toEqual([200, 200, 200]);
    await world.store.look((db) => db.query(sql`update api_keys set revoked_at = now() where hash = ${hashKey(restricted)}`));
    expect(await statuses(restricted, child, key)).toEqual([401, 401, 200]);
    await world.store.look((db) => db.query(sql`update organizations set suspended_at = now() where id = ${orgId}`));
    expect(await statuses(restricted, child, key)).toEqual([401, 401, 401]);
    await world.store.look((db) => db.query(sql`update organizations set suspended_at = null where id = ${orgId}`));
    expect(await status(key)).toBe(200);
  });
});

describe.each(keyed.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))('%s', (_, operation) => {
  const good = (key: string | null): HttpRequest => request(operation, goodRequest(operation, { ...ABSENT, bank_id: OWN_BANK }, key));

  it.each(HEADERS)('401 for an Authorization header with: %s', async (_, header) => {
    const sent = good(null);
    const reply = await send(world.server.url, { ...sent, headers: { ...sent.headers, authorization: header(world.alpha.key) } });
    expect(reply.status, reply.text).toBe(401);
    expectError(reply);
    expect(reply.everything).not.toContain(world.alpha.key);
  });

  it('401 without a header, for any query and cookies', async () => {
    const { key } = world.alpha;
    const sent = good(null);
    const path = `${sent.path}${sent.path.includes('?') ? '&' : '?'}key=${key}&api_key=${key}&access_token=${key}&token=${key}`;
    const headers = {
      ...sent.headers,
      cookie: `key=${key}; authorization=Bearer ${key}`,
      'x-api-key': key,
      'proxy-authorization': `Bearer ${key}`,
    };
    const reply = await send(world.server.url, { ...sent, path, headers });
    expect(reply.status).toBe(401);
    expectError(reply);
    expect(reply.headers['www-authenticate']).toBe('Bearer realm="memory-bank"');
  });

  it.each([
    ['two headers', (key: string) => `Authorization: Bearer ${key}\r\nAuthorization: Bearer ${key}\r\n`],
    ['two headers in other cases', (key: string) => `authorization: Bearer ${key}\r\nAUTHORIZATION: Bearer x\r\n`],
  ])('401 for %s', async (_, headers) => {
    const line = `${operation.method} ${pathOf(operation, { ...ABSENT, bank_id: OWN_BANK })} HTTP/1.1`;
    const reply = await sendBytes(
      world.server.url,
      `${line}\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\n${headers(world.alpha.key)}\r\n`,
    );
    expect(reply.status, reply.everything).toBe(401);
    expectError(reply);
  });

  it.each([
    ['NUL', 'Bearer mbk_\u0000'],
    ['a line feed', 'Bearer mbk_\nx'],
    ['DEL and bell', 'Bearer \u0007\u007f'],
  ])('400 or 401 for %s in the header, which an HTTP parser may reject', async (_, value) => {
    const line = `${operation.method} ${pathOf(operation, { ...ABSENT, bank_id: OWN_BANK })} HTTP/1.1`;
    const reply = await sendBytes(
      world.server.url,
      `${line}\r\nHost: x\r\nConnection: close\r\nContent-Length: 0\r\nAuthorization: ${value}\r\n\r\n`,
    );
    expect([400, 401]).toContain(reply.status);
    expect(reply.json).toMatchObject({ detail: expect.any(String), code: expect.any(String) });
  });

  it.each(['bearer', 'BEARER', 'bEaReR'])('%s in any case is accepted with a valid key', async (scheme) => {
    const sent = good(null);
    const reply = await send(world.server.url, { ...sent, headers: { ...sent.headers, authorization: `${scheme} ${world.beta.key}` } });
    expect(reply.status).not.toBe(401);
  });
});

describe('the scope of a key', () => {
  test('does not include a bank that is deleted and created again under its name', async () => {
    const path = { bank_id: OWN_BANK };
    const { alpha } = world;
    const read = () => world.ask(retainMemories, { key: alpha.restricted, path, body: { items: [] } });
    expect((await read()).status).toBe(200);
    expect((await world.ask(deleteBank, { key: alpha.key, path })).status).toBe(200);
    expect((await world.ask(putBank, { key: alpha.key, path, body: {} })).status).toBe(200);
    for (const operation of operations.filter(hasBank)) {
      for (const key of [alpha.restricted, alpha.child]) {
        const reply = await world.ask(operation, goodRequest(operation, { ...ABSENT, bank_id: OWN_BANK }, key));
        expect(reply.status, operation.id).toBe(403);
        expect(reply.json).toMatchObject({ detail: 'Forbidden: the key does not reach this bank', code: 'bank_out_of_scope' });
      }
    }
    expect((await world.ask(listBanks, { key: alpha.restricted })).json).toMatchObject({ banks: [], total: 0 });
  });
});

describe('the answers', () => {
  test('no reply shows a key, and the log shows none either', async () => {
    const { key } = world.alpha;
    for (const operation of keyed) {
      const reply = await world.ask(operation, goodRequest(operation, ABSENT, key));
      expect(reply.everything).not.toContain(key);
      expect(reply.everything).not.toContain(key.slice(4, -6));
    }
    const logged = world.server.stdout() + world.server.stderr();
    for (const secret of [key, world.alpha.restricted, world.alpha.child, world.alpha.revoked]) expect(logged).not.toContain(secret);
  });
});

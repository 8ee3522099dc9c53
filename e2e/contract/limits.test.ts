import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reply, request, send } from '#e2e/fixtures/http';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore, type Store } from '#e2e/fixtures/store';
import { unknownKey } from '#e2e/fixtures/tenants';
import { expectError } from '#e2e/fixtures/wire';
import { createScopedKey } from '#lib/access/keys/contract';
import { listBanks } from '#lib/memory/banks/contract';

/** Rate limits, over HTTP. */

const FAILURES = 60;
const CALLS = 20;

let store: Store;
let server: Server;
const list = (key: string | null): Promise<Reply> => send(server.url, request(listBanks, { key }));

const open = (env: Readonly<Record<string, string>>) => async () => {
  store = await openStore();
  server = await startServer({ env: { ...store.env, ...env } });
};
const close = async () => {
  await server?.stop();
  await store?.drop();
};

describe('failed authentications of an address', () => {
  beforeAll(open({ SERVICE_API_FAILED_AUTH_PER_MINUTE: '' }));
  afterAll(close);

  it(`are 401 for ${FAILURES} times a minute and 429 from then on; a valid key is never limited by it`, async () => {
    const wrong = ['Bearer wrong', `Bearer ${unknownKey()}`, 'Basic x'];
    const attempt = (i: number): Promise<Reply> => {
      const sent = request(listBanks, { key: null });
      return send(server.url, { ...sent, headers: { ...sent.headers, ...(i % 4 < 3 && { authorization: wrong[i % 4]! }) } });
    };
    for (let i = 0; i < FAILURES; i++) expect((await attempt(i)).status).toBe(401);
    for (let i = 0; i < 8; i++) {
      const reply = await attempt(i);
      expect(reply.status).toBe(429);
      expectError(reply);
      expect(reply.json).toMatchObject({ code: 'too_many_requests' });
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(reply.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    for (let i = 0; i < 8; i++) expect((await list(server.key)).status).toBe(200);
    const { text } = await send(server.url, { method: 'GET', path: '/metrics' });
    expect(text).toMatch(/memory_bank_authentications_total\{method="key",outcome="too_many_requests"\} 8\n/);
    expect(text).toMatch(/memory_bank_authentications_total\{method="key",outcome="accepted"\} 8\n/);
    expect(text).toMatch(/memory_bank_authentications_total\{method="key",outcome="unauthorized"\} 15\n/);
    expect(text).toMatch(/memory_bank_authentications_total\{method="key",outcome="invalid_key"\} 45\n/);
  });

  it('count for the address of the socket, regardless of headers', async () => {
    const reply = await send(server.url, {
      ...request(listBanks, { key: null }),
      headers: { 'x-forwarded-for': '192.0.2.77', 'x-peer-address': '192.0.2.78', forwarded: 'for=192.0.2.79' },
    });
    expect(reply.status).toBe(429);
  });
});

describe('calls of a key', () => {
  beforeAll(open({ SERVICE_API_REQUESTS_PER_MINUTE: String(CALLS) }));
  afterAll(close);

  it('are counted for each key, reported in every answer, and 429 beyond the limit', async () => {
    const first = await list(server.key);
    expect(first.headers).toMatchObject({ 'ratelimit-policy': `"default";q=${CALLS};w=60`, ratelimit: `"default";r=${CALLS - 1};t=60` });
    const body = { name: 'c', allowed_bank_ids: ['none'], expires_in_days: 1 };
    expect((await send(server.url, request(createScopedKey, { key: server.key, body }))).status).toBe(403);
    const statuses = await Promise.all(Array.from({ length: CALLS + 3 }, async () => (await list(server.key)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(CALLS - 2);
    const refused = await list(server.key);
    expect(refused.status).toBe(429);
    expectError(refused);
    expect(refused.headers.ratelimit).toMatch(/^"default";r=0;t=\d+$/);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await list('wrong')).status).toBe(401);
  });
});

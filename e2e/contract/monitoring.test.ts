import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabaseKind } from '#e2e/fixtures/database';
import { request, send } from '#e2e/fixtures/http';
import { openProxy, type TcpProxy } from '#e2e/fixtures/proxy';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore, type Store } from '#e2e/fixtures/store';
import { unknownKey } from '#e2e/fixtures/tenants';
import { expectReply } from '#e2e/fixtures/wire';
import { METRICS_TOKEN, openWorld, type World } from '#e2e/fixtures/world';
import { health, healthLive, healthReady, metrics, version } from '#lib/api/monitoring/contract';
import { operations } from '#lib/api/operations';
import type { Operation } from '#lib/base/contract/operation';
import { listBanks, putBank } from '#lib/memory/banks/contract';
import { getDocument } from '#lib/memory/documents/contract';
import { recallMemories } from '#lib/memory/recall/contract';
import { retainMemories } from '#lib/memory/retain/contract';

describe('metrics without a token', () => {
  it('are public', async () => {
    const world = await openWorld();
    try {
      expect((await world.ask(metrics, {})).status).toBe(200);
    } finally {
      await world.close();
    }
  });
});

describe('metrics', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld({ SERVICE_API_METRICS_TOKEN: METRICS_TOKEN });
  });
  afterAll(() => world?.close());

  const scrape = (token?: string) => world.ask(metrics, { headers: token ? { authorization: `Bearer ${token}` } : {} });

  it('require the token if one is set, and nothing else', async () => {
    expect((await scrape()).status).toBe(401);
    expect((await scrape('another token')).status).toBe(401);
    expect((await scrape(world.alpha.key)).status).toBe(401);
    expect((await scrape(METRICS_TOKEN)).status).toBe(200);
  });

  it('count the served requests by the template of the path', async () => {
    await world.ask(putBank, { key: world.alpha.key, path: { bank_id: 'counted' }, body: {} });
    const line =
      'memory_bank_http_requests_total{method="PUT",endpoint="/v1/default/banks/{bank_id}",status_code="200",status_class="2xx"} 1';
    expect((await scrape(METRICS_TOKEN)).text.split('\n')).toContain(line);
  });

  it('contain no id, key or text of a caller', async () => {
    const { key, orgId } = world.alpha;
    const path = { bank_id: 'canarybank', document_id: 'canarydocument' };
    const items = [
      {
        content: 'Canaryname said canarytext.',
        document_id: path.document_id,
        tags: ['canarytag'],
        metadata: { canarykey: 'canaryvalue' },
      },
    ];
    await world.ask(retainMemories, { key, path, body: { items } });
    await world.ask(recallMemories, { key, path, body: { query: 'canaryquestion' }, query: { canaryparam: '1' } });
    await world.ask(getDocument, { key, path });
    await send(world.server.url, { method: 'GET', path: '/v1/canarypath', headers: { 'x-request-id': 'canaryrequest' } });
    const { text } = await scrape(METRICS_TOKEN);
    expect(text).not.toMatch(/canary/i);
    expect(text).not.toContain(orgId);
    expect(text).not.toContain(key.slice(0, 12));
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    const endpoints = new Set([...text.matchAll(/endpoint="([^"]*)"/g)].map(([, endpoint]) => endpoint));
    const templates = new Set<string | undefined>(['none', ...operations.map((operation) => operation.path)]);
    expect([...endpoints].filter((endpoint) => !templates.has(endpoint))).toEqual([]);
  });
});

// The embedded database is part of the process; only a database server can become unavailable.
describe.skipIf(testDatabaseKind() !== 'pg')('the database becomes unavailable and returns', () => {
  let store: Store;
  let proxy: TcpProxy;
  let server: Server;
  const ask = async (operation: Operation, key: string | null = null) => {
    const reply = await send(server.url, request(operation, { key }));
    expectReply(operation, reply);
    return reply;
  };
  const until = async (operation: Operation, status: number): Promise<void> => {
    while ((await ask(operation)).status !== status) await delay(20);
  };

  beforeAll(async () => {
    store = await openStore('pg');
    const { hostname, port } = new URL(store.url!);
    proxy = await openProxy({ host: hostname, port: Number(port || 5432) });
    server = await startServer({ env: { ...store.env, DATABASE_URL: proxy.through(store.url!) } });
  });
  afterAll(async () => {
    await server?.stop();
    await proxy?.close();
    await store?.drop();
  });

  it('ready is 503 without further details, and 200 when the database is back', async () => {
    expect((await ask(healthReady)).status).toBe(200);
    await proxy.cut();
    await until(healthReady, 503);
    for (const operation of [health, healthReady]) {
      const reply = await ask(operation);
      expect(reply.status).toBe(503);
      expect(reply.json).toEqual({ status: 'unhealthy', database: 'error' });
    }
    await proxy.join();
    await until(healthReady, 200);
  });

  it('in the meantime live, version and metrics answer as usual', async () => {
    await proxy.cut();
    for (const operation of [healthLive, version, metrics]) expect((await ask(operation)).status).toBe(200);
    await proxy.join();
  });

  it('in the meantime a valid key is 503 with Retry-After, and a malformed one is 401 without a lookup', async () => {
    await proxy.cut();
    const waiting = await ask(listBanks, server.key);
    expect(waiting.status).toBe(503);
    expect(waiting.headers['retry-after']).toMatch(/^\d+$/);
    const { hostname, port } = new URL(store.url!);
    for (const secret of [hostname === '127.0.0.1' ? port : hostname, 'postgres', 'ECONN']) expect(waiting.text).not.toContain(secret);
    expect((await ask(listBanks, unknownKey())).status).toBe(503);
    const { key } = server;
    for (const bad of [
      'x',
      key.slice(0, -1),
      `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
      key.toUpperCase(),
      `mbx_${key.slice(4)}`,
    ])
      expect((await ask(listBanks, bad)).status, bad).toBe(401);
    await proxy.join();
    await until(healthReady, 200);
    expect((await ask(listBanks, key)).status).toBe(200);
  });

  it('ready is 503 without waiting if the database does not respond at all', async () => {
    proxy.freeze();
    await until(healthReady, 503);
    expect((await send(server.url, request(listBanks, { key: server.key }))).status).toBe(503);
    proxy.thaw();
    await until(healthReady, 200);
    expect((await ask(listBanks, server.key)).status).toBe(200);
  });
});

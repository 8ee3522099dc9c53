import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trySignIn } from '#e2e/fixtures/console';
import { type HttpRequest, type Reply, request, send, sendBytes } from '#e2e/fixtures/http';
import { eventually } from '#e2e/fixtures/jobs';
import { formWith } from '#e2e/fixtures/requests';
import { type Server, spawnServer, startServer } from '#e2e/fixtures/server';
import { openStore, type Store } from '#e2e/fixtures/store';
import { expectError } from '#e2e/fixtures/wire';
import { doSetup } from '#lib/access/people/contract';
import { MIB, VISITOR_BODY_BYTES } from '#lib/base/contract/operation';
import { cancelOperation, listOperations, type OperationPage } from '#lib/jobs/operations/contract';
import { listBanks, putBank } from '#lib/memory/banks/contract';
import { retainMemories } from '#lib/memory/retain/contract';
import { importDocuments } from '#lib/memory/transfer/contract';

/** Hostile requests that the HTTP server must reject before they cause any work. */

const OWNER = { email: 'owner@example.org', password: 'the password of the Owner' };
const FORM = 'application/x-www-form-urlencoded';
const FROM_A_PAGE = { 'sec-fetch-site': 'same-origin' };

let store: Store;
let server: Server;
beforeAll(async () => {
  store = await openStore();
  server = await startServer({
    env: {
      ...store.env,
      // With a server database this secret must be set, because its processes share it.
      NEXTAUTH_SECRET: 'a secret of the test that is long enough to sign with',
      SERVICE_API_OWNER_EMAIL: OWNER.email,
      SERVICE_API_OWNER_PASSWORD: OWNER.password,
    },
  });
});
afterAll(async () => {
  await server?.stop();
  await store?.drop();
});

const ask = (sent: HttpRequest): Promise<Reply> => send(server.url, sent);
const expectRefusal = (reply: Reply, status: number, code: string): void => {
  expect(reply.status, reply.everything.slice(0, 500)).toBe(status);
  expectError(reply);
  expect(reply.json).toMatchObject({ code });
};

describe('the sign-in endpoints', () => {
  const SIGN_IN = '/api/auth/callback/password';
  const post = (body: string, headers: Record<string, string> = {}, where = SIGN_IN) =>
    ask({ method: 'POST', path: where, headers: { 'content-type': FORM, ...FROM_A_PAGE, ...headers }, body });

  it('reject a body over 16 KiB, declared before it is sent', async () => {
    const head = `POST ${SIGN_IN} HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${FORM}\r\nConnection: close\r\n`;
    expectRefusal(await sendBytes(server.url, `${head}Content-Length: ${170 * MIB}\r\n\r\n`), 413, 'too_large');
    expectRefusal(await post('x'.repeat(VISITOR_BODY_BYTES + 1)), 413, 'too_large');
  });

  it('reject a body over 16 KiB that is measured as it arrives', async () => {
    const head = `POST ${SIGN_IN} HTTP/1.1\r\nHost: 127.0.0.1\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${FORM}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
    expectRefusal(await sendBytes(server.url, `${head}${chunk.repeat(2)}`), 413, 'too_large');
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', `${FORM}2`])('reject %s', async (type) => {
    expectRefusal(await post('{"email":"a"}', { 'content-type': type }), 415, 'unsupported_media_type');
  });

  it('still sign in, with the media type spelled as browsers do', async () => {
    expect((await trySignIn(server.url, OWNER)).status).toBe(200);
    expect((await trySignIn(server.url, OWNER, { 'content-type': `${FORM};charset=UTF-8` })).status).toBe(200);
    expect((await trySignIn(server.url, OWNER, { 'content-type': `${FORM}; x=application/json` })).status).toBe(200);
  });

  it.each([
    ['GET', SIGN_IN, 405, 'POST'],
    ['HEAD', SIGN_IN, 405, 'POST'],
    ['DELETE', SIGN_IN, 405, 'POST'],
    ['OPTIONS', '/api/auth/csrf', 405, 'GET, HEAD'],
    ['POST', '/api/auth/session', 405, 'GET, HEAD'],
    ['GET', '/api/auth/signout', 405, 'POST'],
    ['GET', '/api/auth/callback/github', 404, undefined],
    ['POST', '/api/auth/signin/github', 405, 'GET, HEAD'],
    ['POST', '/api/auth/callback/password/more', 404, undefined],
    ['POST', '/api/auth/_log', 404, undefined],
    ['GET', '/api/auth/providers', 404, undefined],
    ['GET', '/api/auth', 404, undefined],
  ] as const)('answer %s %s with %d', async (method, where, status, allow) => {
    const reply = await ask({ method, path: where, headers: FROM_A_PAGE });
    expect(reply.status, reply.everything).toBe(status);
    expect(reply.headers.allow).toBe(allow);
    if (method !== 'HEAD') expectError(reply);
  });

  it.each(['javascript:alert(1)', 'x', 'http://', '%00', '::::'])('treat %s as no return address, and as no error', async (to) => {
    for (const action of ['csrf', 'session', 'signin', 'error'])
      expect((await ask({ method: 'GET', path: `/api/auth/${action}?callbackUrl=${encodeURIComponent(to)}` })).status).toBeLessThan(500);
    const csrf = await ask({ method: 'GET', path: '/api/auth/csrf' });
    const cookie = csrf.headers['set-cookie']!.map((line) => line.split(';')[0]).join('; ');
    const { csrfToken } = csrf.json as { csrfToken: string };
    const fields = `${new URLSearchParams({ csrfToken, json: 'true', callbackUrl: to })}`;
    for (const where of [SIGN_IN, '/api/auth/signout']) expect((await post(fields, { cookie }, where)).status).toBeLessThan(500);
    const bad = `next-auth.callback-url=${encodeURIComponent(to)}`;
    expect((await ask({ method: 'GET', path: '/api/auth/csrf', headers: { cookie: bad } })).status).toBeLessThan(500);
  });

  it.each(['csrf', 'session', 'signin', 'signin?csrf=true', 'error', 'error?error=Signin'])(
    'answer a foreign Host at %s without repeating it',
    async (action) => {
      const reply = await ask({ method: 'GET', path: `/api/auth/${action}`, headers: { host: 'evil.example' } });
      expectRefusal(reply, 403, 'cross_origin');
      expect(reply.everything).not.toContain('evil.example');
      expect(reply.headers['set-cookie']).toBeUndefined();
    },
  );

  it.each(['127.0.0.1:99999', 'localhost:65536', '[::1]:99999', 'localhost:0', 'evil.example#.localhost', '[1:2]'])(
    'answer a Host that no URL can contain like a foreign one: %s',
    async (host) => {
      for (const action of ['csrf', 'session', 'signin', 'error'])
        expectRefusal(await ask({ method: 'GET', path: `/api/auth/${action}`, headers: { host } }), 403, 'cross_origin');
      expectRefusal(await post('', { host }), 403, 'cross_origin');
      for (const where of ['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource', '/oauth/authorize'])
        expectRefusal(await ask({ method: 'GET', path: where, headers: { host } }), 404, 'not_found');
      const refused = await ask({ method: 'POST', path: '/mcp', headers: { host, 'content-type': 'application/json' }, body: '{}' });
      expect(refused.status).toBe(401);
      expect(refused.everything).not.toContain('resource_metadata');
      for (const where of ['/', '/login', '/health/ready', '/o/default'])
        expect((await ask({ method: 'GET', path: where, headers: { host, accept: 'text/html' } })).status, where).toBeLessThan(500);
    },
  );

  it('redirect nowhere else from a page requested with a foreign Host', async () => {
    for (const where of ['/o/default', '/login', '/']) {
      const reply = await ask({ method: 'GET', path: where, headers: { host: 'evil.example', accept: 'text/html' } });
      expect(`${reply.headers.location ?? ''} ${reply.headers['set-cookie'] ?? ''}`).not.toContain('evil.example');
    }
  });
});

describe('pages', () => {
  let before = { stdout: 0, stderr: 0 };
  beforeAll(() => {
    before = { stdout: server.stdout().length, stderr: server.stderr().length };
  });

  const PAGES = [
    '/',
    '/login',
    '/o/default',
    '/nothing',
    '/docs',
    '/icon.svg',
    '/v1',
    '/api',
    '/health/nothing',
    '/version/x',
    '/metrics/x',
  ];

  it.each(PAGES)('can only be read: %s', async (where) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const reply = await ask({ method, path: where, headers: { 'content-type': 'multipart/form-data; boundary=x', 'next-action': 'x' } });
      expectRefusal(reply, 405, 'method_not_allowed');
      expect(reply.headers.allow).toBe('GET, HEAD');
    }
  });

  it('reject a body before it is sent, and its sender receives the answer', async () => {
    const head = `POST /login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${10 * MIB}\r\n\r\n`;
    expectRefusal(await sendBytes(server.url, head), 405, 'method_not_allowed');
    for (let i = 0; i < 5; i++)
      expectRefusal(await ask({ method: 'POST', path: '/login', body: 'x'.repeat(10 * MIB) }), 405, 'method_not_allowed');
  });

  it.each(['/api/nothing', '/api/console/nothing'])('do not replace unknown routes under /api: %s', async (where) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'next-action': 'x' };
    expectRefusal(await ask({ method: 'POST', path: where, headers, body: 'x'.repeat(MIB) }), 404, 'not_found');
  });

  it('write only JSON lines to the log', () => {
    const lines = `${server.stdout().slice(before.stdout)}\n${server.stderr().slice(before.stderr)}`.split('\n');
    for (const line of lines.filter((one) => one.trim() !== '')) expect(() => JSON.parse(line), line).not.toThrow();
  });
});

describe('bodies', () => {
  const retain = (body: string): HttpRequest => request(retainMemories, { key: server.key, path: { bank_id: 'b' }, body });

  it.each([
    ['nested 8 million deep', () => '['.repeat(8 * MIB), 'deeper than 32'],
    ['with 700,000 keys', () => `{${Array.from({ length: 700_000 }, (_, i) => `"k${i}":1`).join(',')}}`, 'keys'],
    ['of three million objects', () => `[${'{},'.repeat(3_000_000)}`, 'values'],
    ['broken behind a long string', () => `["${'a'.repeat(9 * MIB)}",x]`, 'JSON decode error'],
  ])('%s are a 422', async (_, body, words) => {
    const reply = await ask(retain(body()));
    expect(reply.status).toBe(422);
    expect(reply.text).toContain(words);
    expect(reply.text.length).toBeLessThan(2000);
  });

  it('of unauthenticated callers have at most 16 KiB', async () => {
    const asked = { path: { token: 'x'.repeat(22) }, headers: FROM_A_PAGE };
    const padded = (size: number): HttpRequest => request(doSetup, { ...asked, body: '{}'.padEnd(size) });
    expect((await ask(padded(VISITOR_BODY_BYTES))).status).toBe(422);
    expectRefusal(await ask(padded(VISITOR_BODY_BYTES + 1)), 413, 'too_large');
  });

  it('that arrive together are limited while small ones are served, and an aborted one no longer counts', async () => {
    const { hostname, port } = new URL(server.url);
    const size = 10 * MIB - 1;
    const text = Buffer.from(' '.repeat(size - 1));
    const head = `POST /v1/default/banks/b/memories HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`;
    const sockets = Array.from({ length: 6 }, () => {
      const socket = net.connect(Number(port), hostname);
      socket.on('error', () => {});
      socket.write(head);
      socket.write(text);
      return socket;
    });
    const large = (): Promise<Reply> => ask(retain('{"items":[]}'.padEnd(size)));
    // A request that does not send its body is also rejected. It does not occupy capacity for
    // bodies that are being received.
    const isFull = (): Promise<boolean> =>
      new Promise((resolve) => {
        const probe = net.connect(Number(port), hostname);
        const end = (answer: boolean): void => {
          probe.destroy();
          resolve(answer);
        };
        probe.on('error', () => end(false));
        probe.once('data', (data) => end(data.includes(' 503 ')));
        probe.setTimeout(200, () => end(false));
        probe.write(head);
      });
    await expect.poll(isFull).toBe(true);
    const refused = await large();
    expectRefusal(refused, 503, 'unavailable');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask(request(putBank, { key: server.key, path: { bank_id: 'small' }, body: { name: 'x' } }))).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await expect.poll(async () => (await large()).status).toBe(200);
  });
});

describe('an upload that its client aborts', () => {
  const aborted = async (): Promise<number> => {
    const { text } = await ask({ method: 'GET', path: '/metrics' });
    const counts = [...text.matchAll(/^memory_bank_http_requests_total\{method="POST",.*status_code="(?:400|499)".*\} (\d+)$/gm)];
    return counts.reduce((sum, [, count]) => sum + Number(count), 0);
  };

  it.each([
    ['/api/auth/callback/password', FORM],
    ['/api/auth/signout', FORM],
    ['/api/console/setup/xxxxxxxxxxxxxxxxxxxxxx', 'application/json'],
    ['/oauth/token', FORM],
    ['/oauth/register', 'application/json'],
    ['/mcp', 'application/json'],
    ['/v1/default/banks/b/memories', 'application/json'],
  ])('of %s is no error of the server', async (where, type) => {
    const before = { log: server.stderr().length, aborted: await aborted() };
    const { hostname, port, host } = new URL(server.url);
    const socket = net.connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(
      `POST ${where} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${server.key}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: ${type}\r\nContent-Length: 5000\r\nExpect: 100-continue\r\n\r\n`,
    );
    // The server has the request when it asks for the body.
    await new Promise<void>((resolve) => socket.once('data', () => resolve()));
    socket.write('abc', () => socket.destroy());
    await expect.poll(aborted).toBe(before.aborted + 1);
    expect(server.stderr().slice(before.log)).not.toContain('"level":"error"');
  });
});

describe('an upload whose operation is canceled', () => {
  it('is refused, and is no error of the server', async () => {
    const before = server.stderr().length;
    const at = { key: server.key, path: { bank_id: 'uploads' } };
    const { body, headers } = formWith({ file: ' '.repeat(MIB) });
    const bytes = body as Buffer;
    const parts = async function* () {
      yield bytes.subarray(0, MIB / 2);
      const { id } = await eventually(async () => ((await ask(request(listOperations, at))).json as OperationPage).operations[0]);
      const canceled = await ask(request(cancelOperation, { ...at, path: { ...at.path, operation_id: id } }));
      expect(canceled.status).toBe(200);
      yield bytes.subarray(MIB / 2);
    };
    const { method, path: where, headers: own } = request(importDocuments, { ...at, headers });
    const sent = { method, headers: own as Record<string, string>, body: Readable.toWeb(Readable.from(parts())), duplex: 'half' };
    const reply = await fetch(server.url + where, sent as RequestInit);
    expect(reply.status).toBe(409);
    expect(await reply.json()).toMatchObject({ code: 'conflict', detail: expect.stringContaining('The upload was ended') });
    expect((await ask(request(listBanks, { key: server.key, query: { q: 'uploads' } }))).json).toMatchObject({ total: 0 });
    expect(server.stderr().slice(before)).not.toContain('"level":"error"');
  });
});

describe('a proxy that is not configured', () => {
  it('is reported once', async () => {
    const warnings = (): number => server.stderr().split('SERVICE_API_TRUSTED_PROXY_HOPS').length - 1;
    for (let i = 0; i < 3; i++)
      await ask({ ...request(putBank, { key: 'wrong', path: { bank_id: 'b' } }), headers: { 'x-forwarded-for': '192.0.2.1' } });
    await expect.poll(warnings).toBe(1);
  });
});

describe('a data directory that cannot be used', () => {
  it('ends the start with one sentence', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'memory-bank-edge-'));
    const file = path.join(folder, 'file');
    writeFileSync(file, '');
    try {
      for (const dir of [file, path.join(file, 'below')]) {
        const spawned = spawnServer({ SERVICE_API_DATA_DIR: dir });
        expect(await spawned.ended).toBe(1);
        expect(spawned.stderr()).toMatch(/^Memory Bank cannot start\.\nThe data directory .* cannot be used: .*\.\n$/);
        expect(spawned.stderr()).toContain(dir);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

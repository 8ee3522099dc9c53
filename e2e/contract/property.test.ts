import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { FILLED, fillBank, filledTarget, freshBank, VISIT } from '#e2e/contract/filling';
import { type Ids, requestsAt } from '#e2e/fixtures/arbitraries';
import { type HttpRequest, type Reply, send, sendBytes } from '#e2e/fixtures/http';
import { goodRequest } from '#e2e/fixtures/requests';
import { seed } from '#e2e/fixtures/setup';
import { OWN_BANK } from '#e2e/fixtures/tenants';
import { expectError, expectReply } from '#e2e/fixtures/wire';
import { joinWorld, type World } from '#e2e/fixtures/world';
import { healthReady } from '#lib/api/monitoring/contract';
import { operations } from '#lib/api/operations';
import { pathMatcher } from '#lib/api/path';
import type { Operation } from '#lib/base/contract/operation';
import { getDocument, listDocuments } from '#lib/memory/documents/contract';
import { retainMemories } from '#lib/memory/retain/contract';

/**
 * For any request, the response is valid and not a server error, and nothing changes for other
 * organizations. FUZZ_RUNS sets the number of runs, FUZZ_SEED repeats one.
 */

const RUNS = Number(process.env.FUZZ_RUNS ?? 1500);
console.log(`property tests: FUZZ_SEED=${seed} FUZZ_RUNS=${RUNS}`);

/** Sockets that never complete their headers. They stay open during all tests below. */
const SLOW = 100;
/** The server closes them after ten seconds. */
const SLOW_MS = 110_000;
let slow: Promise<PromiseSettledResult<Reply>[]>;

let world: World;
let ids: Ids;
beforeAll(async () => {
  world = await joinWorld();
  const start = (): Promise<Reply> => sendBytes(world.server.url, 'GET /version HTTP/1.1\r\nHost: x\r\nX-Slow: ', SLOW_MS);
  slow = Promise.allSettled(Array.from({ length: SLOW }, start));
  await fillBank(world);
  const target = await filledTarget(world);
  const { chunk_id, operation_id, log_id, memory_id, entity_id, change_id, mental_model_id, directive_id } = target;
  ids = {
    bank_id: [OWN_BANK, FILLED, 'fuzzed'],
    document_id: [VISIT, 'fuzzed', 'walked'],
    chunk_id: [chunk_id, '01a00000-0000-7000-8000-00000000dead'],
    memory_id: [memory_id, '01a00000-0000-7000-8000-00000000dead'],
    entity_id: [entity_id, '01a00000-0000-7000-8000-00000000dead'],
    change_id: [change_id, '01a00000-0000-7000-8000-00000000dead'],
    operation_id: [operation_id, '01a00000-0000-7000-8000-00000000dead'],
    log_id: [log_id, '01a00000-0000-7000-8000-00000000dead'],
    key: [`banks/${FILLED}/exports/${operation_id}.zip`, 'x'],
    key_id: [world.alpha.childId, '01a00000-0000-7000-8000-00000000dead'],
    mental_model_id: [mental_model_id, 'nobody', 'mm-x/y'],
    directive_id: [directive_id, '01a00000-0000-7000-8000-00000000dead', 'x'],
    page_id: [target.page_id, 'kp-x'],
    node_id: [target.node_id, 'kf-x'],
    version: ['0', '1', '99', 'one', '-1', '1e9'],
  };
  await world.ask(retainMemories, {
    key: world.beta.key,
    path: { bank_id: FILLED },
    body: { items: [{ content: 'Untouched.', document_id: VISIT }] },
  });
});
afterAll(() => world?.close());

const statuses = new Map<number, number>();

const matches = (operation: Operation, path: string): boolean => {
  try {
    return pathMatcher(operation.path)(path.split('?', 1)[0]!) !== null;
  } catch {
    return false;
  }
};

const paramsOf = ({ path }: Operation): number => path.split('{').length;

/**
 * Returns the operation that serves a URL: a literal segment has priority over an id, and an id
 * with a slash may select another operation.
 */
const servedBy = ({ method, path }: HttpRequest): Operation | undefined =>
  operations
    .filter((operation) => operation.method === method && matches(operation, path))
    .sort((a, b) => paramsOf(a) - paramsOf(b) || b.path.length - a.path.length)[0];

function expectGoodManners(sent: HttpRequest, reply: Reply): void {
  statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
  expect(reply.status, `${reply.status} for ${JSON.stringify(sent).slice(0, 2000)}: ${reply.text.slice(0, 500)}`).toBeLessThan(500);
  expect(reply.headers).not.toHaveProperty('x-evil');
  const operation = reply.status < 400 ? servedBy(sent) : undefined;
  if (operation) expectReply(operation, reply);
  else expectError(reply);
}

const isReady = async (): Promise<boolean> => (await world.ask(healthReady, {})).status === 200;

describe('requests generated from the schemas', () => {
  const numRuns = Math.ceil(RUNS / operations.length);

  it.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))('%s', async (_, operation) => {
    const property = fc.asyncProperty(requestsAt(operation, ids, world.alpha.key), async (sent) =>
      expectGoodManners(sent, await send(world.server.url, sent)),
    );
    await fc.assert(property, { numRuns });
    expect(await isReady()).toBe(true);
  });

  test('were valid and invalid in fair shares', () => {
    const share = (from: number, to: number): number =>
      [...statuses].reduce((sum, [status, n]) => sum + (status >= from && status < to ? n : 0), 0) /
      [...statuses.values()].reduce((a, b) => a + b, 0);
    console.log(
      `property tests: ${[...statuses]
        .sort(([a], [b]) => a - b)
        .map(([status, n]) => `${n} x ${status}`)
        .join(', ')}`,
    );
    expect(share(200, 300)).toBeGreaterThan(0.15);
    expect(share(422, 423)).toBeGreaterThan(0.1);
  });

  test('changed nothing in another organization', async () => {
    const { key } = world.beta;
    expect((await world.ask(getDocument, { key, path: { bank_id: FILLED, document_id: VISIT } })).json).toMatchObject({
      original_text: 'Untouched.',
    });
    expect((await world.ask(listDocuments, { key, path: { bank_id: FILLED } })).json).toMatchObject({ total: 1 });
  });
});

const HEAD = 'Host: x\r\n';
/** Bytes that are almost HTTP, or malicious HTTP. */
const RAW: readonly (readonly [string, string])[] = [
  ['no HTTP', 'hello\r\n\r\n'],
  ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['an unknown HTTP version', `GET /version HTTP/9.9\r\n${HEAD}\r\n`],
  ['no host', 'GET /version HTTP/1.1\r\n\r\n'],
  ['an absolute target', `GET http://evil.example/version HTTP/1.1\r\n${HEAD}Connection: close\r\n\r\n`],
  ['an asterisk', `OPTIONS * HTTP/1.1\r\n${HEAD}Connection: close\r\n\r\n`],
  ['CONNECT', `CONNECT evil.example:443 HTTP/1.1\r\n${HEAD}\r\n`],
  ['TRACE', `TRACE /version HTTP/1.1\r\n${HEAD}Connection: close\r\n\r\n`],
  ['a space in the path', `GET /v1/default/banks/a b/profile HTTP/1.1\r\n${HEAD}\r\n`],
  ['UTF-8 in the path', `GET /v1/default/banks/ü/profile HTTP/1.1\r\n${HEAD}Connection: close\r\n\r\n`],
  ['NUL in the path', `GET /v1/default/banks/a\0b/profile HTTP/1.1\r\n${HEAD}\r\n`],
  ['a fragment', `GET /v1/default/banks#x HTTP/1.1\r\n${HEAD}Connection: close\r\n\r\n`],
  ['both lengths', `PUT /v1/default/banks/a HTTP/1.1\r\n${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ['two lengths', `PUT /v1/default/banks/a HTTP/1.1\r\n${HEAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ['a negative length', `PUT /v1/default/banks/a HTTP/1.1\r\n${HEAD}Content-Length: -1\r\n\r\n`],
  ['a length that is no number', `PUT /v1/default/banks/a HTTP/1.1\r\n${HEAD}Content-Length: ten\r\n\r\n`],
  ['broken chunks', `PUT /v1/default/banks/a HTTP/1.1\r\n${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
  ['folded headers', `GET /version HTTP/1.1\r\n${HEAD}X-A: b\r\n c\r\nConnection: close\r\n\r\n`],
  ['a header without a name', `GET /version HTTP/1.1\r\n${HEAD}: x\r\n\r\n`],
  ['a space before the colon', `GET /version HTTP/1.1\r\n${HEAD}X-A : x\r\n\r\n`],
  [
    '200 headers',
    `GET /version HTTP/1.1\r\n${HEAD}Connection: close\r\n${Array.from({ length: 200 }, (_, i) => `X-${i}: y\r\n`).join('')}\r\n`,
  ],
];

describe('bytes', () => {
  it.each(RAW)('%s: an answer without a server error, or a closed connection', async (_, bytes) => {
    const reply = await sendBytes(world.server.url, Buffer.from(bytes, 'latin1'));
    expect(reply.status, reply.everything.slice(0, 300)).toBeLessThan(500);
    expect(await isReady()).toBe(true);
  });
});

describe('stored values', () => {
  const content = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 300 })
    .filter((given) => given.trim() !== '' && !given.includes('\u0000'));
  // `.` and `..` are rejected as ids; `conventions.test.ts` tests that.
  const label = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    .filter((given) => !/\p{Cc}/u.test(given) && given !== '__proto__' && !/^\.{1,2}$/.test(given));

  // White space alone is rejected as well.
  const id = label.filter((given) => given.trim() !== '');

  // A key `__proto__` is dropped; `conventions.test.ts` tests that.
  test('are returned as they were sent', async () => {
    const bank_id = freshBank();
    const { key } = world.alpha;
    const property = fc.asyncProperty(
      content,
      id,
      fc.uniqueArray(label, { maxLength: 4 }),
      fc.dictionary(label, content, { maxKeys: 3 }),
      label,
      async (text, document_id, tags, metadata, context) => {
        const items = [{ content: text, document_id, tags, metadata, context }];
        const retained = await world.ask(retainMemories, { key, path: { bank_id }, body: { items } });
        expect(retained.status, retained.text).toBe(200);
        const { json } = await world.ask(getDocument, { key, path: { bank_id, document_id } });
        const stored = json as { original_text: string; tags: string[]; document_metadata: object; retain_params: { context?: string } };
        expect(stored.original_text).toBe(text);
        expect([...stored.tags].sort()).toEqual([...new Set(tags)].sort());
        expect(stored.document_metadata).toEqual(metadata);
        expect(stored.retain_params.context).toBe(context);
      },
    );
    await fc.assert(property, { numRuns: Math.ceil(RUNS / 15) });
  });
});

test('a valid request of every operation still succeeds at the end', async () => {
  await fillBank(world);
  const target = await filledTarget(world);
  for (const operation of operations)
    expect((await world.ask(operation, goodRequest(operation, target, world.alpha.key))).status, operation.id).toBeLessThan(500);
});

test(`${SLOW} sockets that did not finish their headers were closed`, async () => {
  const answers = (await slow).map((one) => (one.status === 'fulfilled' ? one.value.status : String(one.reason)));
  expect(new Set(answers)).toEqual(new Set([408]));
});

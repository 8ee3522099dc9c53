import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { ABSENT } from '#e2e/contract/cases';
import { bankWith, entityIn, FILLED, fillBank, filledTarget, freshBank, VISIT } from '#e2e/contract/filling';
import { type HttpRequest, pathOf, request, send, sendBytes } from '#e2e/fixtures/http';
import { goodRequest } from '#e2e/fixtures/requests';
import { OWN_BANK } from '#e2e/fixtures/tenants';
import { expectError } from '#e2e/fixtures/wire';
import { joinWorld, type World } from '#e2e/fixtures/world';
import { operations } from '#lib/api/operations';
import { pathMatcher } from '#lib/api/path';
import { newIdFault } from '#lib/base/contract/fields';
import { type Method, MIB, type Operation } from '#lib/base/contract/operation';
import { type BankProfile, deleteBank, getProfile, listBanks, postBackground, putBank } from '#lib/memory/banks/contract';
import { type DocumentResponse, getDocument, listDocuments, listTags, updateDocument } from '#lib/memory/documents/contract';
import { listEntityChanges, listEntitySuggestions } from '#lib/memory/entities/contract';
import { listMemories } from '#lib/memory/memories/contract';
import { type RecallResponse, recallMemories, recallResponse } from '#lib/memory/recall/contract';
import { retainMemories } from '#lib/memory/retain/contract';

/** Conventions of all endpoints: addresses, methods, headers, unknown fields, sizes. */

let world: World;
beforeAll(async () => {
  world = await joinWorld();
  await fillBank(world);
});
afterAll(() => world?.close());

const bearer = (): { authorization: string } => ({ authorization: `Bearer ${world.alpha.key}` });
const get = (path: string, headers = {}) => send(world.server.url, { method: 'GET', path, headers: { ...bearer(), ...headers } });

describe('addresses', () => {
  it.each([
    '/v1',
    '/v1/',
    '/v1/default/nothing',
    '/v1/default/banks/b/nothing',
    '/v2/default/banks',
    '/nothing',
    '/v1/Default/banks',
    '/v1/default/banks/',
  ])('404 in the form of an error for %s', async (path) => {
    const reply = await get(path);
    expect(reply.status).toBe(404);
    expectError(reply);
  });

  it.each(['..', '.', '%2e%2e', '%2E%2e', '.%2e', '%2e'])(
    'a segment %s in place of a document id never reaches the bank',
    async (segment) => {
      const bank_id = await bankWith(world, [{ content: 'Still here.', document_id: 'd' }]);
      for (const tail of [segment, `${segment}/`, `d/${segment}/${segment}`, `${segment}/${segment}/${bank_id}`]) {
        const reply = await send(world.server.url, {
          method: 'DELETE',
          path: `/v1/default/banks/${bank_id}/documents/${tail}`,
          headers: bearer(),
        });
        expect(reply.status).toBe(404);
        expectError(reply);
      }
      expect((await world.ask(listDocuments, { key: world.alpha.key, path: { bank_id } })).json).toMatchObject({ total: 1 });
    },
  );

  it.each(['//v1/default/banks', '/v1//default/banks', '/v1/default//banks', '/v1/default/banks//profile', '/v1\\default\\banks'])(
    '404 without a redirect for %s',
    async (path) => {
      const reply = await get(path);
      expect(reply.status).toBe(404);
      expectError(reply);
    },
  );

  it.each(['%', '%zz', '%c3', '%ff', '%ed%a0%80', '%u0041'])('400 for the malformed encoding %s', async (id) => {
    const reply = await get(`/v1/default/banks/${id}/profile`);
    expect(reply.status).toBe(400);
    expectError(reply);
  });

  test('an address of 8 KiB is served, a longer one is 414', async () => {
    const path = (length: number): string => '/v1/default/banks?x='.padEnd(length, 'y');
    expect((await get(path(8192))).status).toBe(200);
    const reply = await get(path(8193));
    expect(reply.status).toBe(414);
    expectError(reply);
  });

  test('headers over 16 KiB are 431', async () => {
    const reply = await sendBytes(world.server.url, `GET /version HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(17_000)}\r\n\r\n`);
    expect(reply.status).toBe(431);
    expect(reply.json).toMatchObject({ detail: expect.any(String), code: 'headers_too_large' });
  });

  it.each(['/openapi.json', '/docs', '/'])('%s needs no key', async (path) => {
    expect((await send(world.server.url, { method: 'GET', path })).status).toBe(200);
  });
});

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const paths = [...new Set(operations.map((operation) => pathOf(operation, ABSENT)))];

describe.each(paths)('%s', (path) => {
  // Document ids may contain slashes, so one URL may match two templates. In all other cases a
  // literal segment has priority.
  const serves = (operation: Operation): boolean =>
    pathOf(operation, ABSENT) === path || (operation.path.includes('{document_id}') && pathMatcher(operation.path)(path) !== null);
  const known = new Set<string>(operations.filter(serves).map((operation) => operation.method));
  const allowed = METHODS.filter((method) => known.has(method)).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));

  it(`405 with Allow: ${allowed.join(', ')} for any other method`, async () => {
    for (const method of [...METHODS, 'OPTIONS'].filter((one) => !known.has(one))) {
      const reply = await send(world.server.url, { method, path, headers: bearer() });
      expect(reply.status, method).toBe(405);
      expect(reply.headers.allow).toBe(allowed.join(', '));
      expectError(reply);
    }
  });

  it('405 for a method that is not part of this API', async () => {
    const reply = await send(world.server.url, { method: 'PROPFIND', path, headers: bearer() });
    expect(reply.status).toBe(405);
    expectError(reply);
  });
});

describe('HEAD', () => {
  const readable = operations.filter((operation) => operation.method === 'GET').map((operation) => [operation.path, operation] as const);
  it.each(readable)('%s answers like GET, without the body', async (_, operation) => {
    const sent = request(operation, goodRequest(operation, { ...ABSENT, bank_id: FILLED, document_id: VISIT }, world.alpha.key));
    const [head, full] = [await send(world.server.url, { ...sent, method: 'HEAD' }), await send(world.server.url, sent)];
    expect(head.status).toBe(full.status);
    expect(head.headers['content-type']).toBe(full.headers['content-type']);
    expect(head.text).toBe('');
  });
});

describe('X-Request-Id', () => {
  test('a valid one is returned, in the header and in an error', async () => {
    const reply = await get('/v1/default/banks/absent/profile', { 'x-request-id': 'trace-1:a.b_c' });
    expect(reply.headers['x-request-id']).toBe('trace-1:a.b_c');
    expect(reply.json).toMatchObject({ request_id: 'trace-1:a.b_c' });
  });

  it.each(['', 'a b', 'x'.repeat(129), '<script>', 'é'])('%j is replaced', async (given) => {
    const reply = await get('/v1/default/banks/absent/profile', { 'x-request-id': Buffer.from(given).toString('latin1') });
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expectError(reply);
  });
});

describe('compression', () => {
  const large = '/v1/default/banks?limit=50';
  beforeAll(async () => {
    for (let i = 0; i < 10; i++) await world.ask(putBank, { key: world.alpha.key, path: { bank_id: `large-list-${i}` }, body: {} });
  });

  it.each(['gzip', 'gzip, deflate, br'])('compresses a large body for Accept-Encoding: %s, and declares it', async (accepted) => {
    const [plain, packed] = [await get(large), await get(large, { 'accept-encoding': accepted })];
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers.vary).toContain('Accept-Encoding');
    expect(Number(packed.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']));
    expect(packed.json).toEqual(plain.json);
  });

  it.each(['', 'identity', 'gzip;q=0'])('does not compress for Accept-Encoding: %j', async (accepted) => {
    expect((await get(large, { 'accept-encoding': accepted })).headers).not.toHaveProperty('content-encoding');
  });

  it('compresses a long error too', async () => {
    const items = Array.from({ length: 50 }, () => ({}));
    const ask = (headers = {}) =>
      world.ask(retainMemories, { key: world.alpha.key, path: { bank_id: freshBank() }, body: { items }, headers });
    const [plain, packed] = [await ask(), await ask({ 'accept-encoding': 'gzip' })];
    expect([plain.status, packed.status]).toEqual([422, 422]);
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(Number(packed.headers['content-length'])).toBeLessThan(Number(plain.headers['content-length']));
    expect(packed.json).toEqual(plain.json);
  });

  it('does not compress a small body', async () => {
    expect((await get('/v1/default/banks?limit=0', { 'accept-encoding': 'gzip' })).headers).not.toHaveProperty('content-encoding');
  });
});

describe('scripts of the pages', () => {
  let script: string;
  const fetched = (accepted: string, init: RequestInit = {}) =>
    fetch(world.server.url + script, { ...init, headers: { 'accept-encoding': accepted } });
  beforeAll(async () => {
    const page = await (await fetch(`${world.server.url}/login`)).text();
    script = /\/_next\/static\/chunks\/[\w.-]+\.js/.exec(page)![0];
  });

  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', null],
  ])('for Accept-Encoding: %s are sent as %s and cached permanently', async (accepted, encoding) => {
    const [answer, plain] = [await fetched(accepted), await fetched('identity')];
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('content-type')).toMatch(/^application\/javascript/i);
    expect(answer.headers.get('cache-control')).toMatch(/max-age=31536000.*immutable/);
    if (encoding) expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(await answer.text()).toBe(await plain.text());
  });

  it('in answer to HEAD have no body', async () => {
    const answer = await fetched('br', { method: 'HEAD' });
    expect([answer.status, answer.headers.get('content-encoding'), await answer.text()]).toEqual([200, 'br', '']);
  });

  it.each(['range: bytes=0-9', 'range: bytes=99999999-', 'if-match: "none"', 'if-unmodified-since: Thu, 01 Jan 1970 00:00:00 GMT'])(
    'are sent in full, for any conditional header: %s',
    async (header) => {
      const [name = '', value = ''] = header.split(/: (.*)/);
      const answer = await fetch(world.server.url + script, { headers: { 'accept-encoding': 'br', [name]: value } });
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br']);
    },
  );

  it.each([
    '/_next/static/chunks/none.js',
    '/_next/static/../../package.js',
    '/_next/static/..%2f..%2fpackage.js',
    '/_next/static/chunks/%00.js',
  ])('are not served from %s', async (path) => {
    const { status } = await send(world.server.url, { method: 'GET', path, headers: { 'accept-encoding': 'br' } });
    expect([400, 404]).toContain(status);
  });
});

describe('null fields', () => {
  const isNull = (_: string, value: unknown): unknown => (value === null ? undefined : value);
  it('are omitted, and sent on request', async () => {
    const path = { bank_id: FILLED, ...(await entityIn(world, FILLED, 'Ana')) };
    const ask = (headers = {}) => get(pathOf(listEntityChanges, path), headers);
    const [plain, whole] = [await ask(), await ask({ accept: 'application/json;nulls=sent' })];
    expect(plain.text).not.toContain(':null');
    expect(whole.text).toContain(':null');
    expect(JSON.parse(JSON.stringify(whole.json, isNull))).toEqual(plain.json);
  });
});

describe('nulls=sent', () => {
  it('includes every field of a recall, absent ones as null', async () => {
    const asked = request(recallMemories, {
      key: world.alpha.key,
      path: { bank_id: FILLED },
      body: { query: 'Porto', include: { entities: null } },
    });
    const plain = (await send(world.server.url, asked)).json as RecallResponse;
    const whole = (await send(world.server.url, { ...asked, headers: { ...asked.headers, accept: 'application/json;nulls=sent' } }))
      .json as RecallResponse;
    expect(plain.results.length).toBeGreaterThan(0);
    expect(JSON.stringify(plain)).not.toContain('null');
    expect(whole).toMatchObject({ trace: null, entities: null, chunks: null, source_facts: null, source_facts_truncated: null });
    for (const result of whole.results) {
      expect(Object.keys(result)).toEqual(expect.arrayContaining(Object.keys(recallResponse.shape.results.element.shape)));
      expect(Object.keys(result.scores)).toEqual(expect.arrayContaining(['final', 'reranker', 'semantic', 'keyword']));
    }
  });
});

describe('X-Ignored-Params', () => {
  const put = (body: unknown, query = {}) => world.ask(putBank, { key: world.alpha.key, path: { bank_id: freshBank() }, body, query });

  test('is absent if all fields are known', async () => {
    expect((await put({ name: 'x' })).headers).not.toHaveProperty('x-ignored-params');
  });

  test('lists unknown fields of the query and of the body, nested ones too', async () => {
    const body = { nmae: 'x', disposition: { skepticism: 1, literalism: 1, empathy: 1, anger: 5 } };
    expect((await put(body, { foo: '1', bar: '2' })).headers['x-ignored-params']).toBe('foo, bar, nmae, disposition.anger');
  });

  test('lists each unknown field of a list once, and nothing inside free-form objects', async () => {
    const items = [
      { content: 'a', metadata: { anything: 'goes' }, documentId: 'x' },
      { content: 'b', documentId: 'y' },
    ];
    const reply = await world.ask(retainMemories, { key: world.alpha.key, path: { bank_id: freshBank() }, body: { items } });
    expect(reply.headers['x-ignored-params']).toBe('items.documentId');
  });

  test('lists known fields without effect', async () => {
    const at = { key: world.alpha.key, path: { bank_id: freshBank() } };
    const operation_id = crypto.randomUUID();
    const retained = async (more: object) =>
      (await world.ask(retainMemories, { ...at, body: { items: [{ content: 'a' }], operation_id, ...more } })).headers['x-ignored-params'];
    expect([await retained({}), await retained({ async: true })]).toEqual(['operation_id', undefined]);
    const background = (body: object) => world.ask(postBackground, { ...at, body: { content: 'I help Ana.', ...body } });
    expect((await background({ update_disposition: true })).headers['x-ignored-params']).toBe('update_disposition');
    expect((await background({})).headers).not.toHaveProperty('x-ignored-params');
  });

  test('lists a threshold of a reranker that is not configured', async () => {
    const recall = (min_scores: unknown) =>
      world.ask(recallMemories, { key: world.alpha.key, path: { bank_id: FILLED }, body: { query: 'Porto', min_scores } });
    const { headers } = await recall({ reranker: 0.5, final: 0 });
    expect(headers['x-recall-without']).toBe('reranker: not_configured');
    expect(headers['x-recall-cache']).toMatch(/^(cached|reading;progress=[01]\.\d\d|unused)$/);
    expect((await recall({ reranker: null, final: 0 })).headers).not.toHaveProperty('x-recall-without');
  });

  test('never lists a tag filter: operations without filters reject it', async () => {
    const path = { bank_id: FILLED };
    const asked = (operation: Operation, query: Record<string, string>) => world.ask(operation, { key: world.alpha.key, path, query });
    for (const name of ['tags', 'tags_match', 'tag_groups'])
      for (const operation of [listTags, listEntitySuggestions])
        expect(await asked(operation, { [name]: 'x' })).toMatchObject({ status: 422, json: { detail: [{ loc: ['query', name] }] } });
    expect((await asked(listMemories, { tags: 'x' })).status).toBe(200);
  });

  test('cannot be used to inject headers', async () => {
    const reply = await put({ 'a\r\nX-Evil: 1': 1, ü: 2, ['x'.repeat(5000)]: 3 });
    expect(reply.headers).not.toHaveProperty('x-evil');
    expect(reply.headers['x-ignored-params']?.length).toBeLessThan(2000);
  });

  test('fields of the store cannot be set by a caller', async () => {
    const bank_id = freshBank();
    const smuggled = {
      org_id: world.beta.orgId,
      uid: 1,
      bank_uid: world.beta.bankUid,
      revision: 99,
      unit_count: 99,
      created_at: '2000-01-01',
      bank_id: 'other',
    };
    const reply = await world.ask(putBank, { key: world.alpha.key, path: { bank_id }, body: { name: 'Plain', ...smuggled } });
    expect(reply.json).toMatchObject({ bank_id, name: 'Plain' });
    expect((await world.ask(getProfile, { key: world.beta.key, path: { bank_id } })).status).toBe(404);
    const { banks } = (await world.ask(listBanks, { key: world.alpha.key, query: { q: bank_id } })).json as {
      banks: { fact_count: number; created_at: string }[];
    };
    expect(banks[0]).toMatchObject({ fact_count: 0 });
    expect(banks[0]?.created_at).not.toMatch(/^2000/);
  });
});

describe('JSON', () => {
  const named = async (body: string): Promise<string> =>
    ((await world.ask(putBank, { key: world.alpha.key, path: { bank_id: freshBank() }, body })).json as BankProfile).name;

  test('the last of several equal keys counts', async () => {
    expect(await named('{"name":"first","name":"last"}')).toBe('last');
  });
  test('__proto__ and constructor are inert', async () => {
    expect(await named('{"__proto__":{"name":"polluted"},"constructor":{"prototype":{"name":"polluted"}},"name":"clean"}')).toBe('clean');
    expect(await named('{"name":"still clean"}')).toBe('still clean');
  });
  it.each([
    ['a name', putBank, '{"name":"a\\ud800b"}', ['body', 'name']],
    ['a content', retainMemories, '{"items":[{"content":"a\\ud800b"}]}', ['body', 'items', 0, 'content']],
    [
      'a tag in a list written as text',
      retainMemories,
      '{"items":[{"content":"a","tags":"[\\"\\\\ud800\\"]"}]}',
      ['body', 'items', 0, 'tags', 0],
    ],
    [
      'a key of metadata',
      retainMemories,
      '{"items":[{"content":"a","metadata":{"k\\udfff":"v"}}]}',
      ['body', 'items', 0, 'metadata', 'k\ufffd'],
    ],
  ] as const)('an unpaired surrogate in %s is rejected', async (_, operation, body, loc) => {
    const answer = await world.ask(operation, { key: world.alpha.key, path: { bank_id: freshBank() }, body });
    expect([answer.status, (answer.json as { detail: { loc: unknown[]; msg: string }[] }).detail[0]]).toMatchObject([
      422,
      { loc, msg: expect.stringContaining('an unpaired surrogate') },
    ]);
  });
  test('a byte order mark is accepted', async () => {
    expect(await named('\ufeff{"name":"marked"}')).toBe('marked');
  });
  test('an empty body is an object without fields', async () => {
    const bank_id = freshBank();
    expect((await world.ask(putBank, { key: world.alpha.key, path: { bank_id }, body: '' })).status).toBe(200);
  });
  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json'])('%s is JSON', async (type) => {
    const asked = { key: world.alpha.key, path: { bank_id: freshBank() }, body: {}, headers: { 'content-type': type } };
    expect((await world.ask(putBank, asked)).status).toBe(200);
  });
});

/** The largest accepted size and the smallest rejected one. */
const BOUNDS: readonly (readonly [string, Operation, (size: number) => { path?: object; query?: object; body?: unknown }, number])[] = [
  ['a bank id of 512 characters', putBank, (n) => ({ path: { bank_id: 'x'.repeat(n) }, body: {} }), 512],
  ['a bank name of 200 characters', putBank, (n) => ({ body: { name: 'x'.repeat(n) } }), 200],
  ['a q of 1000 characters', listDocuments, (n) => ({ query: { q: 'x'.repeat(n) } }), 1000],
  ['a document id of 512 characters', retainMemories, (n) => ({ body: { items: [{ content: 'x', document_id: 'x'.repeat(n) }] } }), 512],
  ['a tag of 128 characters', retainMemories, (n) => ({ body: { items: [{ content: 'x', tags: ['x'.repeat(n)] }] } }), 128],
  ['64 tags', retainMemories, (n) => ({ body: { items: [{ content: 'x', tags: Array.from({ length: n }, (_, i) => `${i}`) }] } }), 64],
  [
    'metadata of 16 KiB',
    retainMemories,
    (n) => ({ body: { items: [{ content: 'x', metadata: { k: 'x'.repeat(n - '{"k":""}'.length) } }] } }),
    16_384,
  ],
  ['JSON 32 deep', putBank, (n) => ({ body: `{"x":${'['.repeat(n - 1)}${']'.repeat(n - 1)}}` }), 32],
  ['1000 keys', putBank, (n) => ({ body: Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, 1])) }), 1000],
];

describe('sizes', () => {
  it.each(BOUNDS)('%s, not one more', async (_, operation, ask, bound) => {
    const send = (size: number) => world.ask(operation, { key: world.alpha.key, path: { bank_id: OWN_BANK }, ...ask(size) } as never);
    expect((await send(bound)).status).toBe(200);
    expect((await send(bound + 1)).status).toBe(422);
  });

  const bodies: readonly (readonly [string, Operation, number, (padding: number) => string])[] = [
    ['1 MiB for a bank', putBank, MIB, (size) => '{"name":"x"}'.padEnd(size)],
    ['10 MiB for retain', retainMemories, 10 * MIB, (size) => '{"items":[]}'.padEnd(size)],
  ];
  it.each(bodies)('a body of %s, not one byte more', async (_, operation, bound, body) => {
    const ask = (size: number) => world.ask(operation, { key: world.alpha.key, path: { bank_id: freshBank() }, body: body(size) });
    expect((await ask(bound)).status).toBe(200);
    expect((await ask(bound + 1)).status).toBe(413);
  });

  test('a caller that sends too much always receives the error, and never a closed connection instead', async () => {
    const asked = { key: world.alpha.key, path: { bank_id: OWN_BANK }, body: ' '.repeat(11 * MIB) };
    const statuses = new Set<number>();
    for (let i = 0; i < 20; i++) statuses.add((await world.ask(retainMemories, asked)).status);
    expect(statuses).toEqual(new Set([413]));
  });

  test('a body without a declared length is measured as it arrives', async () => {
    const head = `PUT /v1/default/banks/x HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${world.alpha.key}\r\nContent-Type: application/json\r\n`;
    const chunk = `${MIB.toString(16)}\r\n${' '.repeat(MIB)}\r\n`;
    const reply = await sendBytes(world.server.url, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}${chunk}0\r\n\r\n`);
    expect(reply.status, reply.everything.slice(0, 300)).toBe(413);
    expectError(reply);
  });
});

describe('offset', () => {
  const listings = operations.filter((operation) => operation.query?.shape.offset).map((operation) => [operation.path, operation] as const);
  it.each(listings)('beyond the exact integers of JSON is served and echoed as the limit on %s', async (_, operation) => {
    const path = { ...ABSENT, ...(await filledTarget(world)) };
    for (const offset of ['9007199254740993', '9223372036854775807']) {
      const asked = goodRequest(operation, path, world.alpha.key);
      const reply = await world.ask(operation, { ...asked, query: { ...(asked.query as Record<string, string> | undefined), offset } });
      expect(reply.status).toBe(200);
      // The history of a memory is a bare list on the wire, so it has no field for the offset.
      if (Array.isArray(reply.json)) expect(reply.json).toEqual([]);
      else expect(reply.json).toMatchObject({ offset: Number.MAX_SAFE_INTEGER });
    }
  });
});

/** Ids that careless code could confuse with each other or with something else. */
const CONFUSABLE = [
  'a',
  'A',
  'a ',
  ' a',
  'a\u00a0',
  'a.',
  '.a',
  '..a',
  'a..',
  '...',
  'a/',
  '/a',
  'a//b',
  'a/b',
  'a%2Fb',
  'a\\b',
  'a+b',
  'a b',
  'a%20b',
  'a;b',
  'a,b',
  'a?b',
  'a#b',
  'a&b=c',
  'a:b',
  'a@b',
  'caf\u00e9',
  'cafe\u0301',
  'CAF\u00c9',
  'cafe',
  '\u212b',
  '\u00c5',
  'A\u030a',
  '\ufb01',
  'fi',
  'ß',
  'ss',
  '\u0130',
  'i\u0307',
  'ı',
  '😀',
  '👩‍👩‍👧',
  '👩👩👧',
  '\u200b',
  'a\u200b',
  '\u202ea',
  'a\ufe0f',
  'a\u180b',
  'a\u{e0041}',
  'a\u{e0101}',
  'a\u2800',
  'a\ufff9',
  'a\u0600',
  'a\ufffe',
  'a\ue000',
  'a\u0378',
  'a\u3164',
  'a\u00a0b',
  '日本',
  '%',
  '%25',
  '%00',
  '%2e%2e',
  '*',
  '_',
  "'",
  '"',
  '`',
  '$1',
  '{}',
  '{bank_id}',
  '[a]',
  '<b>',
  '0',
  '-0',
  '00',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  'chunks',
  'x/chunks',
  'x'.repeat(300),
  'é'.repeat(256),
  'é'.repeat(512),
  '日'.repeat(426),
  '[bank_id]',
  '[...document_id]',
  'a.rsc',
  'a.txt',
  'a.json',
  'a.segments/b.segment.rsc',
  '_next',
  'favicon.ico',
  'route',
  '(a)',
  '@a',
];

const BANK_IDS = CONFUSABLE.filter((id) => newIdFault(id) === null);

describe('ids are never confused', () => {
  test('banks', async () => {
    for (const [i, bank_id] of BANK_IDS.entries()) {
      const path = { bank_id };
      expect((await world.ask(getProfile, { key: world.alpha.key, path })).status, bank_id).toBe(404);
      expect((await world.ask(putBank, { key: world.alpha.key, path, body: { name: `bank ${i}` } })).json, bank_id).toMatchObject({
        bank_id,
      });
    }
    for (const [i, bank_id] of BANK_IDS.entries())
      expect((await world.ask(getProfile, { key: world.alpha.key, path: { bank_id } })).json).toMatchObject({ bank_id, name: `bank ${i}` });
    for (const [i, bank_id] of BANK_IDS.entries()) {
      expect((await world.ask(deleteBank, { key: world.alpha.key, path: { bank_id } })).status).toBe(200);
      const left = (await world.ask(listBanks, { key: world.alpha.key, query: { q: 'bank ', limit: '10000' } })).json as {
        banks: { name: string }[];
      };
      expect(left.banks.filter((bank) => /^bank \d+$/.test(bank.name))).toHaveLength(BANK_IDS.length - i - 1);
    }
  });

  it.each(CONFUSABLE.filter((id) => newIdFault(id) !== null))(
    'no bank is created that could be confused with another: %j',
    async (bank_id) => {
      const { key } = world.alpha;
      const replies = [
        await world.ask(putBank, { key, path: { bank_id }, body: {} }),
        await world.ask(retainMemories, { key, path: { bank_id }, body: { items: [{ content: 'x' }] } }),
      ];
      for (const reply of replies) {
        expect(reply.status).toBe(422);
        expect(reply.json).toMatchObject({ detail: [{ loc: ['path', 'bank_id'] }] });
      }
      expect((await world.ask(getProfile, { key, path: { bank_id } })).status).toBe(404);
    },
  );

  test('documents', async () => {
    const bank_id = freshBank();
    const { key } = world.alpha;
    const textOf = (i: number): string => `The number of this one is ${i}.`;
    const read = (document_id: string) => world.ask(getDocument, { key, path: { bank_id, document_id } });
    for (const [i, document_id] of CONFUSABLE.entries()) {
      expect((await read(document_id)).status, document_id).toBe(404);
      await world.ask(retainMemories, { key, path: { bank_id }, body: { items: [{ content: textOf(i), document_id }] } });
    }
    for (const [i, id] of CONFUSABLE.entries())
      expect((await read(id)).json, id).toMatchObject({ id, original_text: textOf(i) } satisfies Partial<DocumentResponse>);
    for (const [i, document_id] of CONFUSABLE.entries()) {
      expect((await world.ask(updateDocument, { key, path: { bank_id, document_id }, body: { tags: [`tag ${i}`] } })).json).toEqual({
        success: true,
      });
      expect((await read(document_id)).json).toMatchObject({ tags: [`tag ${i}`] });
    }
  });

  test('tags, also with invisible characters', async () => {
    const { key } = world.alpha;
    const path = { bank_id: freshBank() };
    const tags = [
      'user:bob',
      'user:bob\u200b',
      'user:bob\ufe0f',
      '\u202euser:bob',
      ' user:bob',
      'User:bob',
      'user:b\u00f6b',
      'user:bo\u0308b',
    ];
    const items = tags.map((tag, i) => ({ content: `The number of this one is ${i}.`, tags: [tag] }));
    expect((await world.ask(retainMemories, { key, path, body: { items } })).status).toBe(200);
    for (const tag of tags) {
      const { json } = await world.ask(listMemories, { key, path, query: { tags: tag, tags_match: 'exact' } });
      expect(
        (json as { items: { tags: string[] }[] }).items.map((memory) => memory.tags),
        tag,
      ).toEqual([[tag]]);
    }
  });

  it.each(['.', '..', '日'.repeat(512)])('an id that no address can carry is rejected where it is assigned: %s', async (id) => {
    const { key } = world.alpha;
    const bank_id = freshBank();
    const items = [{ content: 'Reachable.' }, { content: 'Lost.', document_id: id }];
    const reply = await world.ask(retainMemories, { key, path: { bank_id }, body: { items } });
    expect(reply.status).toBe(422);
    expect(reply.json).toMatchObject({ detail: [{ loc: ['body', 'items', 1, 'document_id'], msg: expect.stringContaining('cannot') }] });
    expect((await world.ask(getProfile, { key, path: { bank_id } })).status).toBe(404);
  });

  test('a bank and a document with the longest ids have an address', async () => {
    const { key } = world.alpha;
    const path = { bank_id: `b${'日'.repeat(426)}`, document_id: `d${'日'.repeat(426)}` };
    await world.ask(retainMemories, { key, path, body: { items: [{ content: 'Far out.', document_id: path.document_id }] } });
    expect((await world.ask(getDocument, { key, path })).json).toMatchObject({ bank_id: path.bank_id, id: path.document_id });
  });

  test('the same id written with plain and with encoded characters is the same', async () => {
    const { key } = world.alpha;
    await world.ask(putBank, { key, path: { bank_id: 'Büro-1' }, body: { name: 'Plain and encoded' } });
    const spellings = ['B%C3%BCro-1', 'B%c3%bcro-1', '%42%C3%BC%72%6F%2D%31'];
    for (const spelling of spellings) {
      const sent: HttpRequest = { method: 'GET', path: `/v1/default/banks/${spelling}/profile`, headers: bearer() };
      expect((await send(world.server.url, sent)).json).toMatchObject({ bank_id: 'Büro-1', name: 'Plain and encoded' });
    }
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { answerTo, callAs, signIn } from '#e2e/fixtures/console';
import { pathOf, type Reply, request, send } from '#e2e/fixtures/http';
import { type LocalProvider, startLocalProvider } from '#e2e/fixtures/llm';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore, type Store } from '#e2e/fixtures/store';
import { DEFAULT_SLUG } from '#lib/access/orgs/service';
import { metrics, version } from '#lib/api/monitoring/contract';
import type { Operation } from '#lib/base/contract/operation';
import { putBank } from '#lib/memory/banks/contract';
import { recallMemories } from '#lib/memory/recall/contract';
import { retainMemories } from '#lib/memory/retain/contract';
import { getBankModels, getUsage, listLlmRequests, llmRequestStats, testBankLlm } from '#lib/models/llm/contract';

/**
 * A server with models from a local provider: the cost of calls, their failures, and secrets that
 * must never leave the server.
 */

const OWNER = { email: 'owner@example.org', password: 'correct horse battery staple' };
const KEY = 'sk-canary-0123456789';
const MODEL = 'canary-model';

let store: Store;
let server: Server;
let provider: LocalProvider;
let cookie: string;

const settings = () => ({
  SERVICE_API_LLM_PROVIDER: 'openai-compatible',
  SERVICE_API_LLM_MODEL: MODEL,
  SERVICE_API_LLM_API_KEY: KEY,
  SERVICE_API_LLM_BASE_URL: provider.url,
  SERVICE_API_REFLECT_LLM_MODEL: `${MODEL}-reflect`,
  SERVICE_API_LLM_NAMED: 'fast',
  SERVICE_API_LLM_FAST_MODEL: `${MODEL}-fast`,
});

beforeAll(async () => {
  [store, provider] = await Promise.all([openStore(), startLocalProvider()]);
  server = await startServer({
    env: {
      ...store.env,
      ...settings(),
      SERVICE_API_OWNER_EMAIL: OWNER.email,
      SERVICE_API_OWNER_PASSWORD: OWNER.password,
      NEXTAUTH_SECRET: 'a secret of the test that is long enough to sign with',
      SERVICE_API_LOG_LEVEL: 'trace',
    },
  });
  cookie = await signIn(server.url, OWNER);
  for (const bank_id of ['probed', 'spent'])
    await answerTo(server.url, cookie, putBank, { org: DEFAULT_SLUG, path: { bank_id }, body: {} });
});
beforeEach(() => provider.reset());
afterAll(async () => {
  await server?.stop('SIGKILL');
  await provider?.stop();
  await store?.drop();
});

interface Health {
  readonly operations: readonly {
    readonly operation: string;
    readonly ok: boolean;
    readonly status: string;
    readonly latency_ms?: number;
  }[];
}

const CAP_MS = 15_000;
const ask = (operation: Operation, bank_id: string, more: { body?: unknown; query?: Record<string, string> } = {}): Promise<Reply> =>
  send(server.url, request(operation, { key: server.key, path: { bank_id }, ...more }), CAP_MS);
/** Returns the result for an existing bank. Missing banks are counted together. */
const tested = async (bank_id: string): Promise<Reply> => {
  await ask(putBank, bank_id, { body: {} });
  return ask(testBankLlm, bank_id);
};
const statuses = (reply: Reply): string[] => (reply.json as Health).operations.map(({ operation, status }) => `${operation} ${status}`);

/** The text must not contain any setting of the operator. */
const expectDiscreet = (text: string): void => {
  for (const canary of [KEY, MODEL, 'openai', 'compatible', `:${new URL(provider.url).port}`, 'chat/completions', 'refused Bearer'])
    expect(text).not.toContain(canary);
};

describe('the test of the models of a bank', () => {
  it('calls each model once, if several uses share it', async () => {
    const reply = await tested('probed');
    expect(reply.status, reply.text).toBe(200);
    expect(statuses(reply)).toEqual(['retain connected', 'consolidation connected', 'reflect connected']);
    expect(provider.requests.map(({ body }) => body.model)).toEqual([MODEL, `${MODEL}-reflect`]);
    const [retain, consolidation] = (reply.json as Health).operations;
    expect([consolidation!.ok, consolidation!.latency_ms]).toEqual([true, retain!.latency_ms]);
  });

  it.each([
    [{ kind: 'status', status: 401 }, 'auth_failed'],
    [{ kind: 'status', status: 500 }, 'connected'],
    [{ kind: 'status', status: 404 }, 'connected'],
    [{ kind: 'status', status: 429 }, 'connected'],
    [{ kind: 'half' }, 'unreachable'],
    [{ kind: 'never' }, 'timeout'],
  ] as const)('reports about %j no more than %s', async (fault, status) => {
    provider.always(fault);
    const reply = await tested(`faulty ${status} ${JSON.stringify(fault).length}`);
    expect(reply.status).toBe(200);
    expect(new Set(statuses(reply).map((line) => line.split(' ')[1]))).toEqual(new Set([status]));
    expect((reply.json as Health).operations.every(({ ok }) => !ok)).toBe(true);
    expect(provider.requests).toHaveLength(2);
    expectDiscreet(reply.everything);
  });

  it('is 429 with Retry-After from the seventh in a minute, for each bank', async () => {
    const replies = [await tested('often')];
    for (let i = 1; i < 7; i++) replies.push(await ask(testBankLlm, 'often'));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429]);
    expect(Number(replies[6]!.headers['retry-after'])).toBeGreaterThan(0);
    expect((await tested('seldom')).status).toBe(200);
  });

  it('counts all missing banks as one', async () => {
    const replies = [];
    for (let i = 0; i < 8; i++) replies.push(await ask(testBankLlm, `made up ${i}`));
    expect(replies.at(-1)!.status).toBe(429);
  });

  it('is not ok if the answer is unusable', async () => {
    provider.always({ kind: 'wrong_schema' });
    const reply = await tested('useless');
    expect((reply.json as Health).operations.map(({ ok, status }) => [ok, status])).toEqual(Array(3).fill([false, 'connected']));
  });
});

describe('the ledger', () => {
  it('has a row for each request, with model and tokens and without texts', async () => {
    const body = { items: [{ content: 'Ana moved to Porto in March.', document_id: 'doc-1' }] };
    await ask(retainMemories, 'spent', { body });
    const requests = provider.requests.length;
    expect(requests).toBeGreaterThan(0);
    const listed = (await ask(listLlmRequests, 'spent')).json as { total: number; items: Record<string, unknown>[] };
    expect(listed.total).toBe(requests);
    for (const item of listed.items) {
      expect(item).toMatchObject({
        operation: 'retain',
        scope: 'retain',
        provider: 'openai-compatible',
        model: MODEL,
        input: null,
        output: null,
      });
      expect(item.input_tokens).toBeGreaterThan(0);
    }
    expect(JSON.stringify(listed)).not.toContain('Porto');
    expect(JSON.stringify(listed)).not.toContain(KEY);
    const failed = (await ask(listLlmRequests, 'spent', { query: { status: 'error' } })).json as { total: number };
    const elsewhere = (await ask(listLlmRequests, 'spent', { query: { operation: 'reflect' } })).json as { total: number };
    expect([failed.total <= requests, elsewhere.total]).toEqual([true, 0]);
    const stats = (await ask(llmRequestStats, 'spent', { query: { period: '1d' } })).json as { buckets: { total: number }[] };
    expect(stats.buckets.reduce((sum, { total }) => sum + total, 0)).toBe(requests);
  });

  it('sums up the usage of all banks for the organization', async () => {
    const usage = (await answerTo(server.url, cookie, getUsage, { org: DEFAULT_SLUG })) as unknown as { items: Record<string, unknown>[] };
    const lines = usage.items.filter(({ bank_id }) => bank_id === 'spent');
    expect(lines[0]).toMatchObject({ operation: 'retain', model: MODEL, configuration: 'default' });
    expect(usage.items.some(({ operation, bank_id }) => operation === 'health' && bank_id === 'probed')).toBe(true);
    const one = (await answerTo(server.url, cookie, getUsage, {
      org: DEFAULT_SLUG,
      query: { bank_id: 'spent' },
    })) as unknown as typeof usage;
    expect(one.items).toEqual(lines);
  });

  it('shows managers which models a bank uses, and no key or address', async () => {
    const reply = await callAs(server.url, cookie, getBankModels, { org: DEFAULT_SLUG, path: { bank_id: 'probed' } });
    expect(reply.json).toMatchObject({
      uses: [
        { use: 'retain', configuration: 'default', source: 'default', model: MODEL },
        { use: 'consolidation', source: 'default' },
        { use: 'reflect', configuration: 'reflect', source: 'use', model: `${MODEL}-reflect` },
      ],
      choices: [{ configuration: 'builtin' }, { configuration: 'fast', model: `${MODEL}-fast` }],
      reranker: false,
      health: true,
    });
    expect(reply.everything).not.toContain(KEY);
    expect(reply.everything).not.toContain(provider.url);
  });
});

describe('failures of the provider', () => {
  const faults = [
    ...[401, 403, 404, 400, 413, 429, 500, 503].map((status) => ({ kind: 'status', status }) as const),
    { kind: 'status', status: 429, retryAfter: '30' },
    ...(['reset', 'half', 'bad_json', 'wrong_schema', 'cut', 'refuse', 'huge', 'hostile'] as const).map((kind) => ({ kind })),
    { kind: 'redirect', to: 'http://169.254.169.254/' },
  ] as const;

  test.each(faults)('a retain during %j exposes no setting', async (fault) => {
    provider.always(fault);
    const reply = await ask(retainMemories, 'spent', { body: { items: [{ content: `Ben bought a boat, ${JSON.stringify(fault)}.` }] } });
    expect([200, 503]).toContain(reply.status);
    expectDiscreet(reply.everything);
  });

  it('a recall needs no model', async () => {
    provider.always({ kind: 'never' });
    const reply = await ask(recallMemories, 'spent', { body: { query: 'Where did Ana move?' } });
    expect(reply.status).toBe(200);
    expect(provider.requests).toEqual([]);
  });
});

test('no log line, metric or monitoring answer contains provider, model, address or key', async () => {
  for (const operation of [metrics, version]) {
    const reply = await send(server.url, { method: 'GET', path: pathOf(operation, {}) });
    if (operation === metrics) expect(reply.text).toContain('memory_bank_llm_calls_total{scope="retain",success="false"');
    expectDiscreet(reply.everything);
  }
  expectDiscreet(server.stdout() + server.stderr());
});

test('the test of models does not exist if it is disabled', async () => {
  const other = await openStore();
  const off = await startServer({ env: { ...other.env, ...settings(), SERVICE_API_ENABLE_BANK_LLM_HEALTH: 'false' } });
  try {
    const reply = await send(off.url, request(testBankLlm, { key: off.key, path: { bank_id: 'probed' } }));
    expect([reply.status, (reply.json as { code: string }).code]).toEqual([404, 'not_found']);
    const features = (await send(off.url, { method: 'GET', path: '/version' })).json as { features: Record<string, boolean>; llm: boolean };
    expect([features.features.bank_llm_health, features.llm]).toEqual([false, true]);
    expect(provider.requests).toEqual([]);
  } finally {
    await off.stop('SIGKILL');
    await other.drop();
  }
});

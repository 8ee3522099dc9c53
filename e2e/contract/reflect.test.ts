import { HindsightClient } from '@vectorize-io/hindsight-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Reply, request, send } from '#e2e/fixtures/http';
import { type LocalProvider, startLocalProvider } from '#e2e/fixtures/llm';
import { llmSettings } from '#e2e/fixtures/models';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore, type Store } from '#e2e/fixtures/store';
import { expectError, expectReply } from '#e2e/fixtures/wire';
import { type ReflectResponse, reflect } from '#lib/memory/reflect/contract';
import { retainMemories } from '#lib/memory/retain/contract';
import { updateBankConfig } from '#lib/memory/settings/contract';
import { listLlmRequests } from '#lib/models/llm/contract';

/**
 * Reflect with a language model over HTTP. The provider runs in the test process; everything else
 * is the product.
 */

const MODEL = 'canary-model-8';
const KEY = 'sk-canary-key-8';
const path = { bank_id: 'b' };
const QUERY = 'Where does Ana live?';
const CAP_MS = 20_000;
let store: Store;
let provider: LocalProvider;
let server: Server;
const exposed: string[] = [];

beforeAll(async () => {
  [store, provider] = await Promise.all([openStore(), startLocalProvider()]);
  server = await startServer({
    env: {
      ...store.env,
      ...llmSettings(provider.url, { use: 'REFLECT_', model: MODEL, key: KEY }),
      SERVICE_API_ENABLE_AUTO_CONSOLIDATION: 'false',
    },
  });
  const items = [
    { content: 'Ana: I live in Lisbon, near the river.', document_id: 'a', timestamp: '2026-03-02' },
    { content: 'Ben: I live in Rome.', document_id: 'b', timestamp: '2026-03-03', tags: ['private'] },
  ];
  await send(server.url, request(retainMemories, { key: server.key, path, body: { items } }));
});
afterEach(() => provider.reset());
afterAll(async () => {
  await server?.stop('SIGKILL');
  await provider?.stop();
  await store?.drop();
});

const ask = async (more: Record<string, unknown> = {}): Promise<Reply> => {
  const body = { query: QUERY, include: { facts: {}, tool_calls: {} }, ...more };
  const reply = await send(server.url, request(reflect, { key: server.key, path, body }), CAP_MS);
  exposed.push(JSON.stringify([reply.text, reply.headers]));
  return reply;
};
const answer = async (more: Record<string, unknown> = {}): Promise<ReflectResponse> => {
  const reply = await ask(more);
  expect(reply.status, reply.text).toBe(200);
  expectReply(reflect, reply);
  return reply.json as ReflectResponse;
};
const listened = (more: Record<string, unknown> = {}, signal: AbortSignal | null = null): Promise<Response> =>
  fetch(`${server.url}/v1/default/banks/b/reflect`, {
    method: 'POST',
    signal,
    headers: { authorization: `Bearer ${server.key}`, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: QUERY, include: { facts: {} }, ...more }),
  });
const eventsIn = (text: string): { event: string; data: Record<string, unknown> }[] =>
  text.split('\n\n').flatMap((part) => {
    const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? [];
    return event ? [{ event, data: JSON.parse(data!) }] : [];
  });
const ledger = async (): Promise<{ operation: string; status: string; error?: string }[]> => {
  const reply = await send(server.url, request(listLlmRequests, { key: server.key, path, query: { limit: '500' } }));
  return (reply.json as { items: { operation: string; status: string; error?: string }[] }).items;
};

describe('reflect by a model', () => {
  it('low: one call, cited, counted', async () => {
    const body = await answer();
    expect(body).toMatchObject({ method: 'model', outcome: 'answered', text: expect.stringContaining('I live in Lisbon') });
    expect(body.based_on!.memories.map(({ id }) => id)).toEqual(body.citations.map(({ id }) => id));
    expect(body.usage.total_tokens).toBeGreaterThan(0);
    expect(await ledger()).toMatchObject([{ operation: 'reflect' }]);
  });

  it('lists every request of the ledger, with its outcome and its start', async () => {
    const before = (await ledger()).length;
    provider.script([{ kind: 'bad_json' }]);
    const { trace, usage } = await answer();
    const { llm_calls, tool_calls, checks, duration_ms } = trace!;
    expect(llm_calls.map(({ scope, attempt, outcome }) => [scope, attempt, outcome])).toEqual([
      ['final', 1, 'malformed'],
      ['final', 2, 'answered'],
    ]);
    expect((await ledger()).length).toBe(before + llm_calls.length);
    expect(llm_calls.reduce((sum, { input_tokens, output_tokens }) => sum + input_tokens + output_tokens, 0)).toBe(usage.total_tokens);
    expect(checks).toMatchObject([{ statements: 2, kept: 2, rejected: 0 }]);
    const starts = [...tool_calls, ...llm_calls, ...checks].map(({ start_ms }) => start_ms);
    expect(Math.max(...starts)).toBeLessThanOrEqual(duration_ms);
  });

  it('mid: the model searches, and the ledger has every request', async () => {
    const before = (await ledger()).length;
    const body = await answer({ budget: 'mid' });
    expect(body.outcome).toBe('answered');
    expect(body.trace!.llm_calls.length).toBeGreaterThan(1);
    expect((await ledger()).length).toBe(before + body.trace!.llm_calls.length);
    const [first, again] = [false, true].map((isLater) => body.trace!.tool_calls.filter(({ iteration }) => iteration > 0 === isLater));
    for (const { tool, known, output } of again!)
      expect([tool, known, output]).toEqual([tool, true, first!.find((one) => one.tool === tool)!.output]);
  });

  it('nothing outside the scope is sent to the provider', async () => {
    for (const budget of ['low', 'mid']) await answer({ budget, query: 'Where does Ben live, in Rome?', tags: [], tags_match: 'exact' });
    expect(JSON.stringify(provider.requests.map(({ body }) => body))).not.toContain('I live in Rome');
  });

  it('the built-in rules answer for a bank that chose them', async () => {
    const set = (reflect_llm: string | null) =>
      send(server.url, request(updateBankConfig, { key: server.key, path, body: { updates: { reflect_llm } } }));
    await set('builtin');
    expect(await answer()).toMatchObject({ method: 'extractive', usage: { total_tokens: 0 } });
    await set(null);
    expect(provider.requests).toEqual([]);
  });

  it('503 with Retry-After while the provider asks to retry later', async () => {
    provider.always({ kind: 'status', status: 429, retryAfter: '2' });
    provider.script([{ kind: 'status', status: 429, retryAfter: '30' }]);
    const reply = await ask();
    expect(reply.status).toBe(503);
    expectError(reply);
    expect(Number(reply.headers['retry-after'])).toBe(30);
  });
});

describe('as events', () => {
  // The provider has asked for a pause, so the rules answer these requests.
  beforeAll(() => send(server.url, request(updateBankConfig, { key: server.key, path, body: { updates: { reflect_llm: 'builtin' } } })));

  it('streams steps, evidence and text, and at the end the plain answer', async () => {
    const response = await listened();
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const events = eventsIn(await response.text());
    expect([...new Set(events.map(({ event }) => event))]).toEqual(['step', 'evidence', 'text', 'result']);
    const { trace: _, ...plain } = (await answer({ include: { facts: {} } })) as ReflectResponse;
    expect(events.at(-1)!.data).toEqual(plain);
    expect(events.flatMap(({ event, data }) => (event === 'text' ? data.delta : [])).join('')).toBe(plain.text);
  });

  it('an invalid request is an error with its status', async () => {
    const response = await listened({ fact_types: [] });
    expect([response.status, response.headers.get('content-type')]).toEqual([422, 'application/json']);
    expect(await response.json()).toMatchObject({ detail: [{ loc: ['body', 'fact_types'] }] });
  });
});

describe('a caller that disconnects', () => {
  let own: Server;
  let hanging: LocalProvider;
  let ownStore: Store;
  beforeAll(async () => {
    [ownStore, hanging] = await Promise.all([openStore(), startLocalProvider()]);
    own = await startServer({
      env: {
        ...ownStore.env,
        ...llmSettings(hanging.url, { model: MODEL, key: KEY }),
        SERVICE_API_RETAIN_LLM_PROVIDER: 'builtin',
        SERVICE_API_ENABLE_AUTO_CONSOLIDATION: 'false',
      },
    });
    const items = [{ content: 'Ana: I live in Lisbon.', document_id: 'a' }];
    await send(own.url, request(retainMemories, { key: own.key, path, body: { items } }));
  });
  afterAll(async () => {
    await own?.stop('SIGKILL');
    await hanging?.stop();
    await ownStore?.drop();
  });

  it.each(['application/json', 'text/event-stream'])('ends the call of the model, with %s', async (accept) => {
    hanging.reset();
    hanging.always({ kind: 'never' });
    const disconnect = new AbortController();
    const asking = fetch(`${own.url}/v1/default/banks/b/reflect`, {
      method: 'POST',
      signal: disconnect.signal,
      headers: { authorization: `Bearer ${own.key}`, 'content-type': 'application/json', accept },
      body: JSON.stringify({ query: QUERY }),
    }).then((response) => response.text());
    await expect.poll(() => hanging.requests.length, { timeout: CAP_MS }).toBe(1);
    expect(hanging.open()).toBe(1);
    disconnect.abort();
    await expect(asking).rejects.toThrow();
    await expect.poll(() => hanging.open(), { timeout: CAP_MS }).toBe(0);
  });

  it('receives a later failure in the stream', async () => {
    hanging.reset();
    hanging.always({ kind: 'status', status: 401 });
    const response = await fetch(`${own.url}/v1/default/banks/b/reflect`, {
      method: 'POST',
      headers: { authorization: `Bearer ${own.key}`, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: QUERY }),
    });
    expect(response.status).toBe(200);
    const events = eventsIn(await response.text());
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { code: 'unavailable' } });
    expect(events).toContainEqual({
      event: 'step',
      data: expect.objectContaining({ kind: 'model', name: 'final', outcome: 'unauthorized' }),
    });
  });

  it('receives the time to retry in the stream', async () => {
    hanging.reset();
    hanging.always({ kind: 'status', status: 429, retryAfter: '30' });
    const response = await fetch(`${own.url}/v1/default/banks/b/reflect`, {
      method: 'POST',
      headers: { authorization: `Bearer ${own.key}`, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: QUERY }),
    });
    expect(eventsIn(await response.text()).at(-1)).toMatchObject({ event: 'error', data: { code: 'unavailable', retry_after: 30 } });
  });
});

describe('the official client', () => {
  it('reflects', async () => {
    const client = new HindsightClient({ baseUrl: server.url, apiKey: server.key });
    expect((await client.reflect('b', QUERY)).text).toContain('Lisbon');
    const { trace } = await client.reflect('b', QUERY, { budget: 'low', includeToolCalls: true });
    expect(trace?.tool_calls?.map(({ tool, duration_ms }) => [tool, typeof duration_ms])).toContainEqual(['recall', 'number']);
    const full = await client.reflect('b', QUERY, { context: 'a letter to her', budget: 'low', includeFacts: true, factTypes: ['world'] });
    expect(full.based_on?.memories?.length).toBeGreaterThan(0);
  });
});

it('never exposes provider, model, address or key', async () => {
  const { text } = await send(server.url, { method: 'GET', path: '/metrics' });
  expect(text).toContain('memory_bank_reflect_duration_seconds_count{budget="low",method="model"}');
  expect(text).toContain('memory_bank_citation_rejected_total');
  const logs = [text, server.stdout(), server.stderr()].join('\n');
  expect(logs).not.toContain('Lisbon');
  for (const canary of [MODEL, KEY, 'openai-compatible', new URL(provider.url).host])
    expect([...exposed, logs].join('\n')).not.toContain(canary);
});

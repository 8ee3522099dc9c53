import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openTestDatabase } from '#e2e/fixtures/database';
import { type LocalProvider, startLocalProvider } from '#e2e/fixtures/llm';
import { UNNAMED } from '#e2e/fixtures/llm/wires';
import { ensureDefaultOrganization } from '#lib/access/orgs/service';
import { parseEnv } from '#lib/api/env';
import { type Db, sql } from '#lib/base/db/db';
import { createLog } from '#lib/base/log';
import { type BankScope, mintBankScope, NO_BANK } from '#lib/base/scope';
import { FAILURES_TO_OPEN } from '#lib/models/llm/breaker';
import { createModels, type LlmSet } from '#lib/models/llm/models';
import type { Patience } from '#lib/models/llm/patience';
import { type CallFor, LlmError, type LlmQuestion } from '#lib/models/llm/port';

/**
 * Everything that a provider may do to a call, over real HTTP, with the ledger in a real database.
 */

let db: Db;
let provider: LocalProvider;
let orgId: string;
let scope: BankScope;
const log = createLog('silent');

const KEY = 'sk-canary-key-1';
const MODEL = 'canary-model-1';

beforeAll(async () => {
  [db, provider] = await Promise.all([openTestDatabase(), startLocalProvider()]);
  orgId = await ensureDefaultOrganization(db);
  scope = scopeOf('bank-a');
});
afterEach(async () => {
  provider.reset();
  await db.query(sql`delete from llm_calls where org_id = ${orgId}`);
});
afterAll(async () => {
  await provider.stop();
  await db.close();
});

function scopeOf(bankId: string, config: Record<string, unknown> = {}): BankScope {
  const bank = {
    uid: 1,
    id: bankId,
    revision: 0,
    backlogRevision: 0,
    unitCount: 0,
    termCount: 0,
    speakers: [],
    embeddingModel: null,
    config,
  };
  return mintBankScope({
    orgId,
    actor: { kind: 'unrestricted_key', keyId: null, label: 'test' },
    bankId,
    bankUid: NO_BANK,
    bank,
    request: { id: 'request-1', address: null },
  });
}

const models = (patience: Partial<Patience> = {}, settings: Record<string, string> = {}): LlmSet =>
  createModels(
    { db, log },
    parseEnv({
      SERVICE_API_LLM_PROVIDER: 'openai-compatible',
      SERVICE_API_LLM_MODEL: MODEL,
      SERVICE_API_LLM_API_KEY: KEY,
      SERVICE_API_LLM_BASE_URL: provider.url,
      ...settings,
    }).models,
    { timeoutMs: 5_000, backoffMs: 1, ...patience },
  );

const schema = z.object({ items: z.array(z.object({ text: z.string().max(250), at: z.string().nullable() })) });
const question: LlmQuestion<z.output<typeof schema>> = { system: 'Answer.', prompt: 'What is there?', schema, name: 'things' };
const call = (more: Partial<CallFor> = {}): CallFor => ({ scope, operation: 'retain', signal: new AbortController().signal, ...more });
const ask = (set = models(), more: Partial<CallFor> = {}) => set.of('retain', scope)!.generate(question, call(more));
const answer = { items: [{ text: 'a thing', at: null }] };

const failureOf = async (work: Promise<unknown>): Promise<LlmError> => {
  const error = await work.then(
    () => new Error('answered'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof LlmError)) throw error;
  return error;
};

const ledger = () =>
  db.query<{ failure: string | null; attempt: number; total_tokens: number; model: string; request_id: string }>(
    sql`select * from llm_calls where org_id = ${orgId} order by id`,
  );

it('returns an answer in the schema, and records it', async () => {
  provider.respond('things', () => answer);
  const given = await ask(models(), { documentId: 'doc-1', operationId: 'op-1' });
  expect(given.value).toEqual(answer);
  expect(given.usage.inputTokens).toBeGreaterThan(0);
  expect(given.usage.totalTokens).toBe(given.usage.inputTokens + given.usage.outputTokens);
  expect(await ledger()).toMatchObject([
    {
      ...{ bank_id: 'bank-a', use: 'retain', operation: 'retain', operation_id: 'op-1', document_id: 'doc-1', configuration: 'default' },
      ...{ provider: 'openai-compatible', model: MODEL, failure: null, attempt: 1, request_id: 'request-1' },
      total_tokens: given.usage.totalTokens,
    },
  ]);
});

it.each([
  ['openai', 'gpt-5-mini'],
  ['anthropic', 'claude-sonnet-4-5'],
  ['google', 'gemini-2.5-flash'],
] as const)('speaks the wire of %s', async (name, model) => {
  const wire = models({}, { SERVICE_API_LLM_PROVIDER: name, SERVICE_API_LLM_MODEL: model });
  const schemaName = name === 'openai' ? 'things' : UNNAMED;
  provider.respond(schemaName, ({ system, prompt }) => ({ items: [{ text: `${system} ${prompt}`, at: null }] }));
  provider.script([{ kind: 'status', status: 529 }, { kind: 'bad_json' }]);
  const given = await ask(wire);
  expect(given.value.items[0]!.text).toContain('Answer. What is there?');
  expect(provider.requests.every(({ authorization }) => authorization?.endsWith(KEY))).toBe(true);
  expect((await ledger()).map(({ failure }) => failure)).toEqual(['provider_error', 'malformed', null]);
  expect(given.usage.inputTokens).toBeGreaterThan(0);
  provider.always({ kind: 'cut' });
  expect(await failureOf(ask(wire))).toMatchObject({ failure: 'cut_off' });
});

it('sends a flat schema without bounds, and keys where they belong', async () => {
  provider.respond('things', () => answer);
  await ask();
  const [request] = provider.requests;
  expect(request!.authorization).toBe(`Bearer ${KEY}`);
  expect(request!.asked!.schema).toEqual({
    type: 'object',
    properties: {
      items: {
        type: 'array',
        items: {
          type: 'object',
          properties: { text: { type: 'string' }, at: { type: ['string', 'null'] } },
          required: ['text', 'at'],
          additionalProperties: false,
        },
      },
    },
    required: ['items'],
    additionalProperties: false,
  });
});

it.each([
  [{ kind: 'status', status: 500 }],
  [{ kind: 'status', status: 429 }],
  [{ kind: 'status', status: 429, retryAfter: '0' }],
  [{ kind: 'reset' }],
  [{ kind: 'half' }],
] as const)('retries after %j', async (fault) => {
  provider.respond('things', () => answer);
  provider.script([fault, fault]);
  expect((await ask()).value).toEqual(answer);
  expect((await ledger()).map(({ failure, attempt }) => [failure !== null, attempt])).toEqual([
    [true, 1],
    [true, 2],
    [false, 3],
  ]);
});

it.each([
  [{ kind: 'status', status: 500 }, 'transient', 'provider_error', 3],
  [{ kind: 'status', status: 429 }, 'transient', 'rate_limited', 3],
  [{ kind: 'status', status: 529 }, 'transient', 'provider_error', 3],
  [{ kind: 'reset' }, 'transient', 'unreachable', 3],
  [{ kind: 'half' }, 'transient', 'unreachable', 3],
  [{ kind: 'never' }, 'transient', 'timeout', 1],
  [{ kind: 'bad_json' }, 'content', 'malformed', 2],
  [{ kind: 'wrong_schema' }, 'content', 'malformed', 2],
  [{ kind: 'cut' }, 'content', 'cut_off', 1],
  [{ kind: 'refuse' }, 'content', 'refused', 1],
  [{ kind: 'no_choices' }, 'content', 'refused', 1],
  [{ kind: 'huge' }, 'content', 'malformed', 2],
  [{ kind: 'redirect', to: 'http://127.0.0.1:1/' }, 'configuration', 'rejected', 1],
  [{ kind: 'status', status: 401 }, 'configuration', 'unauthorized', 1],
  [{ kind: 'status', status: 403 }, 'configuration', 'unauthorized', 1],
  [{ kind: 'status', status: 404 }, 'configuration', 'rejected', 1],
  [{ kind: 'status', status: 400 }, 'configuration', 'rejected', 1],
  [{ kind: 'status', status: 413 }, 'content', 'too_long', 1],
] as const)('a provider that always does %j is a %s error', async (fault, kind, failure, requests) => {
  provider.always(fault);
  const error = await failureOf(ask(models({ timeoutMs: fault.kind === 'never' ? 1_000 : 5_000 })));
  expect([error.kind, error.failure]).toEqual([kind, failure]);
  expect(provider.requests).toHaveLength(requests);
  expect((await ledger()).map((row) => row.failure)).toEqual(new Array(requests).fill(failure));
  for (const canary of [KEY, MODEL, '127.0.0.1', new URL(provider.url).port, 'openai', 'compatible'])
    expect(error.message).not.toContain(canary);
});

it.each(['openai', 'openai-compatible'])('a refusal of %s that ends normally is a refusal, and is not asked again', async (name) => {
  provider.always({ kind: 'refuse', finish: 'stop' });
  expect(await failureOf(ask(models({}, { SERVICE_API_LLM_PROVIDER: name })))).toMatchObject({ kind: 'content', failure: 'refused' });
  expect(provider.requests).toHaveLength(1);
});

it.each(['openai', 'openai-compatible'])(
  'an answer of %s without choices does not pause the model, and its tokens are recorded',
  async (name) => {
    const set = models({}, { SERVICE_API_LLM_PROVIDER: name });
    provider.respond('things', () => answer);
    provider.script(new Array(FAILURES_TO_OPEN).fill({ kind: 'no_choices' }));
    for (let i = 0; i < FAILURES_TO_OPEN; i++) expect((await failureOf(ask(set))).usage.inputTokens).toBeGreaterThan(0);
    expect((await ask(set)).value).toEqual(answer);
    for (const { total_tokens } of await ledger()) expect(total_tokens).toBeGreaterThan(0);
  },
);

it('asks once more after an answer that does not fit the schema, with the problems', async () => {
  provider.respond('things', () => answer);
  provider.script([{ kind: 'value', value: { items: [{ text: 'x'.repeat(260), at: null }] } }]);
  const given = await ask();
  expect(given.value).toEqual(answer);
  const [first, second] = provider.requests.map(({ asked }) => asked!);
  expect(second!.prompt.startsWith(first!.prompt)).toBe(true);
  expect(second!.prompt).toContain('items.0.text: too_big');
  expect(second!.prompt).not.toContain('xxx');
  const rows = await ledger();
  expect(given.usage.totalTokens).toBe(rows[0]!.total_tokens + rows[1]!.total_tokens);
});

it('waits as long as the provider requests if that is short', async () => {
  provider.respond('things', () => answer);
  provider.script([{ kind: 'status', status: 429, retryAfter: '1' }]);
  // A timer that was set earlier, for less, ends earlier on any machine: what had been requested by
  // then?
  const askedBy = delay(900).then(() => provider.requests.length);
  await ask();
  expect(await askedBy).toBe(1);
  expect(provider.requests).toHaveLength(2);
});

it('reports a long pause of the provider to the caller, and sends nothing meanwhile', async () => {
  const set = models();
  provider.script([{ kind: 'status', status: 429, retryAfter: '120' }]);
  expect(await failureOf(ask(set))).toMatchObject({ kind: 'transient', failure: 'rate_limited', retryAfterSeconds: 120 });
  const later = await failureOf(ask(set));
  expect([later.kind, later.failure]).toEqual(['transient', 'paused']);
  expect(later.retryAfterSeconds).toBeGreaterThan(110);
  expect(provider.requests).toHaveLength(1);
});

it('stops calling a provider that fails every time', async () => {
  provider.always({ kind: 'status', status: 503 });
  const set = models();
  await failureOf(ask(set));
  await failureOf(ask(set));
  expect(provider.requests).toHaveLength(FAILURES_TO_OPEN);
  expect(await failureOf(ask(set))).toMatchObject({ kind: 'transient', failure: 'paused' });
  expect(provider.requests).toHaveLength(FAILURES_TO_OPEN);
});

it('a shared configuration has one breaker, another one its own', async () => {
  const set = models({}, { SERVICE_API_REFLECT_LLM_MODEL: 'other', SERVICE_API_CONSOLIDATION_LLM_MODEL: MODEL });
  provider.script([{ kind: 'status', status: 429, retryAfter: '60' }]);
  await failureOf(ask(set));
  expect(await failureOf(set.of('consolidation', scope)!.generate(question, call()))).toMatchObject({ failure: 'paused' });
  provider.respond('things', () => answer);
  expect((await set.of('reflect', scope)!.generate(question, call())).value).toEqual(answer);
});

it('sends at most four calls of an organization at once', async () => {
  const set = models();
  let most = 0;
  let running = 0;
  provider.respond('things', () => answer);
  provider.script(Array.from({ length: 12 }, () => ({ kind: 'slow', ms: 30 }) as const));
  const timer = setInterval(() => {
    running = provider.requests.length - done;
    most = Math.max(most, running);
  }, 2);
  let done = 0;
  await Promise.all(Array.from({ length: 12 }, () => ask(set).then(() => done++)));
  clearInterval(timer);
  expect(most).toBeLessThanOrEqual(4);
  expect(provider.requests).toHaveLength(12);
});

it("ends with the caller's own abort, during the call and while waiting", async () => {
  const set = models();
  provider.always({ kind: 'never' });
  const aborts = Array.from({ length: 5 }, () => new AbortController());
  const calls = aborts.map(({ signal }) => ask(set, { signal }).catch((error: unknown) => error));
  while (provider.requests.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
  for (const [i, abort] of aborts.entries()) abort.abort(new Error(`gone ${i}`));
  expect(await Promise.all(calls)).toEqual(aborts.map((_, i) => new Error(`gone ${i}`)));
  expect((await ledger()).map(({ failure }) => failure)).toEqual(['aborted', 'aborted', 'aborted', 'aborted']);
  provider.reset();
  provider.respond('things', () => answer);
  expect((await ask(set)).value).toEqual(answer);
});

it('returns the answer even if the ledger cannot store the call', async () => {
  provider.respond('things', () => answer);
  const lines: string[] = [];
  const failing = { ...db, query: () => Promise.reject(new Error('gone')) } as unknown as Db;
  const noisy = { ...log, warn: (fields: object, text: string) => lines.push(JSON.stringify(fields) + text) } as unknown as typeof log;
  const set = createModels({ db: failing, log: noisy }, models().settings);
  expect((await ask(set)).value).toEqual(answer);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('missing in the ledger');
});

it("lets a bank choose among the operator's names, and nothing else", () => {
  const set = models({}, { SERVICE_API_LLM_NAMED: 'fast, deep', SERVICE_API_LLM_FAST_MODEL: 'small', SERVICE_API_LLM_DEEP_MODEL: 'large' });
  const idOf = (config: Record<string, unknown>) => set.of('retain', scopeOf('b', config))?.id ?? null;
  expect(idOf({})).toBe(`openai-compatible/${MODEL}`);
  expect(idOf({ retain_llm: 'fast' })).toBe('openai-compatible/small');
  expect(idOf({ retain_llm: 'builtin' })).toBeNull();
  expect(idOf({ retain_llm: 'http://elsewhere' })).toBe(`openai-compatible/${MODEL}`);
  expect(idOf({ reflect_llm: 'fast' })).toBe(`openai-compatible/${MODEL}`);
});

it('is null without configuration', () => {
  const set = createModels({ db, log }, parseEnv({}).models);
  expect((['retain', 'consolidation', 'reflect'] as const).map((use) => set.of(use, scope))).toEqual([null, null, null]);
});

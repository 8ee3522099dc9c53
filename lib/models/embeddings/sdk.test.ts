import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type LocalProvider, startLocalProvider } from '#e2e/fixtures/llm';
import { BUILTIN_MODEL, builtinEmbedder } from '#lib/models/embeddings/builtin';
import { embedderOf, writingEmbedder } from '#lib/models/embeddings/choose';
import { createEmbedder, ProviderEmbedder } from '#lib/models/embeddings/sdk';
import { LlmError } from '#lib/models/llm/port';

let provider: LocalProvider;
beforeAll(async () => {
  provider = await startLocalProvider();
});
afterEach(() => provider.reset());
afterAll(() => provider.stop());

const settings = (model = 'words-64') => ({ provider: 'openai-compatible' as const, model, apiKey: 'sk-canary', baseUrl: provider.url });
const embedder = (timeoutMs = 5_000) => new ProviderEmbedder(settings(), { timeoutMs, backoffMs: 1 });
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => (error instanceof LlmError ? `${error.kind} ${error.failure}` : String(error)),
  );

it('returns vectors of length 1 in order, in batches, and null for texts without words', async () => {
  const own = embedder();
  const texts = Array.from({ length: 200 }, (_, i) => (i === 7 ? ' … ' : `word${i}`));
  const vectors = await own.embed(texts);
  expect(provider.requests.map(({ body }) => (body.input as string[]).length)).toEqual([96, 96, 7]);
  expect(vectors[7]).toBeNull();
  expect([own.model, own.dimensions]).toEqual(['openai-compatible/words-64', 64]);
  for (const vector of vectors) if (vector) expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  const [again] = await own.embed(['word150']);
  expect(again).toEqual(vectors[150]);
});

it('retries for memories, and not for a query', async () => {
  provider.script([{ kind: 'status', status: 500 }, { kind: 'reset' }]);
  expect(await embedder().embed(['one'])).toHaveLength(1);
  expect(provider.requests).toHaveLength(3);
  provider.reset();
  provider.script([{ kind: 'status', status: 500 }]);
  expect(await failure(embedder().embed(['one'], { deadlineMs: 2_000 }))).toBe('transient provider_error');
  expect(provider.requests).toHaveLength(1);
});

it('waits for a query until its deadline', async () => {
  provider.always({ kind: 'never' });
  expect(await failure(embedder().embed(['one'], { deadlineMs: 50 }))).toBe('transient timeout');
});

it.each([
  [{ kind: 'status', status: 401 }, 'configuration unauthorized'],
  [{ kind: 'status', status: 404 }, 'configuration rejected'],
  [{ kind: 'status', status: 413 }, 'content too_long'],
  [{ kind: 'half' }, 'transient unreachable'],
  [{ kind: 'huge' }, 'content malformed'],
  [{ kind: 'redirect', to: 'http://127.0.0.1:1/' }, 'configuration rejected'],
] as const)('reports %j as %s', async (fault, expected) => {
  provider.always(fault);
  expect(await failure(embedder().embed(['one']))).toBe(expected);
});

it('embeds the beginning of texts that are too long for the model, and the others of their batch whole', async () => {
  const [kites, boats] = ['kite '.repeat(1_000), 'a boat '.repeat(300)];
  const fitting = ['one', 'two', kites.slice(0, 312), 'three', boats.slice(0, 525), 'four'];
  const expected = await embedder().embed(fitting);
  provider.always({ kind: 'limit', characters: 600 });
  expect(await embedder().embed(['one', 'two', kites, 'three', boats, 'four'])).toEqual(expected);
});

it('sends a query that is too long once', async () => {
  provider.always({ kind: 'limit', characters: 600 });
  expect(await failure(embedder().embed(['kite '.repeat(1_000)], { deadlineMs: 2_000 }))).toBe('content too_long');
  expect(provider.requests).toHaveLength(1);
});

it('refuses vectors without numbers, and only those', async () => {
  const own = embedder();
  provider.script([{ kind: 'no_numbers' }]);
  expect(await failure(own.embed(['one']))).toBe('content malformed');
  expect(await failure(own.embed(['one']))).toBe('answered');
});

it("ends with the caller's own abort", async () => {
  provider.always({ kind: 'never' });
  const abort = new AbortController();
  const work = embedder().embed(['one'], { signal: abort.signal });
  while (provider.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  abort.abort(new Error('gone'));
  await expect(work).rejects.toThrow('gone');
});

it('a bank uses the model of its vectors', () => {
  const configured = createEmbedder(settings());
  expect(embedderOf(configured, null)).toBe(configured);
  expect(embedderOf(configured, 'openai-compatible/words-64')).toBe(configured);
  expect(embedderOf(configured, BUILTIN_MODEL)).toBe(builtinEmbedder());
  expect(embedderOf(configured, 'openai/gone')).toBeNull();
  expect(writingEmbedder(configured, 'openai/gone')).toBe(configured);
  expect(createEmbedder({ provider: 'builtin', model: null, apiKey: null, baseUrl: null })).toBe(builtinEmbedder());
});

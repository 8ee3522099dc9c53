import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Reply, type RequestOptions, request, send } from '#e2e/fixtures/http';
import { type LocalProvider, startLocalProvider } from '#e2e/fixtures/llm';
import { llmSettings } from '#e2e/fixtures/models';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore, type Store } from '#e2e/fixtures/store';
import { expectError } from '#e2e/fixtures/wire';
import type { Operation } from '#lib/base/contract/operation';
import { listDocuments } from '#lib/memory/documents/contract';
import { type DryRunResponse, dryRunExtract, type RetainResponse, retainMemories } from '#lib/memory/retain/contract';
import { updateBankConfig } from '#lib/memory/settings/contract';

/**
 * Extraction by a language model over HTTP. The provider runs in the test process; everything else
 * is the product.
 */

const MODEL = 'canary-model-7';
const KEY = 'sk-canary-key-7';
let store: Store;
let provider: LocalProvider;
let server: Server;
const replies: Reply[] = [];

const ask = async (operation: Operation, asked: RequestOptions): Promise<Reply> => {
  const reply = await send(server.url, request(operation, { key: server.key, ...asked }));
  replies.push(reply);
  return reply;
};
const path = { bank_id: 'b' };
const keep = (content: string, document_id: string) => ask(retainMemories, { path, body: { items: [{ content, document_id }] } });

beforeAll(async () => {
  [store, provider] = await Promise.all([openStore(), startLocalProvider()]);
  server = await startServer({
    env: {
      ...store.env,
      ...llmSettings(provider.url, { model: MODEL, key: KEY }),
    },
  });
});
afterAll(async () => {
  await server?.stop();
  await provider?.stop();
  await store?.drop();
});

it('uses the model that the operator set, and reports the tokens', async () => {
  const { status, json } = await keep('Ana: I moved to Porto.', 'd');
  expect(status).toBe(200);
  const { outcomes, usage } = json as RetainResponse;
  expect(outcomes).toMatchObject([{ outcome: 'facts', facts: 1 }]);
  expect(usage!.total_tokens).toBeGreaterThan(0);
});

it('applies new settings of the bank from the next request on', async () => {
  const asked = { path, body: { content: 'Ana: I moved to Porto. I like it.' } };
  const before = (await ask(dryRunExtract, asked)).json as DryRunResponse;
  expect(before).toMatchObject({ method: 'model', facts: [{ text: 'Ana said: I moved to Porto.' }, { text: 'Ana said: I like it.' }] });
  await ask(updateBankConfig, { path, body: { updates: { retain_extraction_mode: 'chunks' } } });
  const after = (await ask(dryRunExtract, asked)).json as DryRunResponse;
  expect(after).toMatchObject({ method: 'chunks', facts: [{ text: 'Ana: I moved to Porto. I like it.' }], usage: { total_tokens: 0 } });
  await ask(updateBankConfig, { path, body: { updates: { retain_extraction_mode: null, retain_llm: 'builtin' } } });
  expect((await ask(dryRunExtract, asked)).json).toMatchObject({ method: 'extractive' });
  expect((await ask(updateBankConfig, { path, body: { updates: { retain_llm: 'deep' } } })).status).toBe(400);
  await ask(updateBankConfig, { path, body: { updates: { retain_llm: null } } });
});

it('reports what it could not read', async () => {
  provider.always({ kind: 'refuse' });
  const { status, json } = await keep('Ben sails.', 'refused');
  expect(status).toBe(200);
  expect((json as RetainResponse).outcomes).toMatchObject([
    { outcome: 'failed', facts: 0, reason: expect.stringContaining('language model') },
  ]);
});

it('is 503 with Retry-After when the model is unavailable, and stores nothing', async () => {
  provider.always({ kind: 'status', status: 429, retryAfter: '30' });
  const reply = await keep('Clara sings.', 'never');
  expect(reply.status).toBe(503);
  expectError(reply);
  expect(reply.json).toMatchObject({
    code: 'unavailable',
    detail: expect.stringContaining('No memory was written; try again later.'),
  });
  expect(Number(reply.headers['retry-after'])).toBe(30);
  const { items } = (await ask(listDocuments, { path })).json as { items: { id: string }[] };
  expect(items.map(({ id }) => id)).not.toContain('never');
});

it('never exposes provider, model, address or key', async () => {
  const { text } = await send(server.url, { method: 'GET', path: '/metrics' });
  const exposed = [...replies.map((reply) => JSON.stringify([reply.text, reply.headers])), text, server.stdout(), server.stderr()].join(
    '\n',
  );
  for (const canary of [MODEL, KEY, 'openai-compatible', new URL(provider.url).host]) expect(exposed).not.toContain(canary);
});

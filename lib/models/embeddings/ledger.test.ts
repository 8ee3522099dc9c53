import { expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { provider, withProvider } from '#e2e/fixtures/models';
import { sql } from '#lib/base/db/db';
import { createLog } from '#lib/base/log';
import { currentBank } from '#lib/memory/banks/service';
import { recallBody } from '#lib/memory/recall/contract';
import { recall } from '#lib/memory/recall/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { createEmbedder } from '#lib/models/embeddings/sdk';
import { listLlmRequests } from '#lib/models/llm/contract';
import { listRequests, usage } from '#lib/models/llm/service';

withTestBank();
withProvider();

const embedder = () =>
  createEmbedder(
    { provider: 'openai-compatible', model: 'words-64', apiKey: 'sk-canary', baseUrl: provider.url },
    { db, log: createLog('silent') },
  );
const query = (more: Record<string, unknown> = {}) => listLlmRequests.query!.parse(more);
const keep = () => retain({ db, embedder: embedder() }, scope, retainBody.parse({ items: [{ content: 'Ana: I live in Porto.' }] }));
const ask = async () =>
  recall({ db, embedder: embedder() }, (await currentBank(db, scope))!, recallBody.parse({ query: 'Where does Ana live?' }));

it('vectors of a provider are in the ledger with their purpose and cost', async () => {
  await keep();
  await ask();
  await expect.poll(async () => (await listRequests(db, scope, query())).total).toBe(2);
  const { items } = await listRequests(db, scope, query({ scope: 'embedding' }));
  expect(items.map(({ operation }) => operation).sort()).toEqual(['recall', 'retain']);
  for (const item of items) {
    expect(item).toMatchObject({ provider: 'openai-compatible', model: 'words-64', status: 'success', output_tokens: 0 });
    expect(item.input_tokens).toBeGreaterThan(0);
    expect(item.total_tokens).toBe(item.input_tokens);
  }
  expect(JSON.stringify(items)).not.toMatch(/canary|Porto|127\.0\.0\.1/);
  const sums = await usage(db, scope as unknown as Parameters<typeof usage>[1], {});
  expect(sums.items.map(({ operation, model }) => [operation, model])).toEqual([
    ['recall', 'words-64'],
    ['retain', 'words-64'],
  ]);
});

it('a failed request has its entry, and so has each retry', async () => {
  provider.script([{ kind: 'status', status: 500 }]);
  await keep();
  const { items } = await listRequests(db, scope, query());
  expect(items.map(({ status, error, llm_info }) => [status, error, llm_info.attempt])).toEqual([
    ['success', null, 2],
    ['error', 'provider_error', 1],
  ]);
});

it('the vectors are stored even if the ledger fails', async () => {
  await db.query(sql`alter table llm_calls rename to llm_calls_away`);
  try {
    expect((await keep()).outcomes).toMatchObject([{ outcome: 'facts' }]);
  } finally {
    await db.query(sql`alter table llm_calls_away rename to llm_calls`);
  }
});

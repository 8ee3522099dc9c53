import { beforeAll, expect, it } from 'vitest';
import { db, newTestBank, scope, withTestDatabase } from '#e2e/fixtures/bank';
import { newId } from '#lib/base/ids';
import { NO_USAGE } from '#lib/base/usage';
import { listMemories as listing } from '#lib/memory/memories/contract';
import { listMemories } from '#lib/memory/memories/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';
import { listLlmRequests } from '#lib/models/llm/contract';
import { bookCall } from '#lib/models/llm/ledger';
import { listRequests } from '#lib/models/llm/service';
import type { NewCall } from '#lib/models/llm/store';

const [run, other] = [newId(), newId()];

withTestDatabase();
beforeAll(async () => {
  await newTestBank();
  const book = (model: string, minute: number, more: Partial<NewCall> = {}) =>
    bookCall(db, scope, {
      ...{ id: newId(), use: 'retain', operation: 'retain', operationId: null, documentId: null, configuration: 'c', provider: 'p', model },
      ...{ failure: null, attempt: 1, usage: { ...NO_USAGE, thoughtsTokens: minute }, durationMs: 5 },
      startedAt: new Date(Date.UTC(2026, 0, 1, 10, minute)),
      ...more,
    });
  await book('first', 1, { operationId: run, documentId: 'd' });
  await book('alone', 2, { use: 'embedding', operation: 'recall' });
  await book('other', 3, { operationId: other, failure: 'timeout' });
  await book('last', 4, { operationId: run });
});

const list = async (given: Record<string, unknown> = {}) => {
  const { items, total } = await listRequests(db, scope, listLlmRequests.query!.parse(given));
  return { total, models: items.map(({ model }) => model), items };
};

it('requests to language models include their run and their reasoning tokens', async () => {
  const { items } = await list();
  expect(items.map(({ trace_id, thoughts_tokens }) => [trace_id, thoughts_tokens])).toEqual([
    [run, 4],
    [other, 3],
    [items[2]!.id, 2],
    [run, 1],
  ]);
});

it.each([
  [{}, ['last', 'other', 'alone', 'first']],
  [{ call_type: 'embedding' }, ['alone']],
  [{ call_type: 'llm' }, ['last', 'other', 'first']],
  [{ call_type: 'rerank' }, []],
  [{ trace_id: run }, ['last', 'first']],
  [{ trace_id: 'unknown' }, []],
  [{ document_id: 'd' }, ['first']],
])('requests to language models are filtered by %j', async (given, expected) => {
  expect(await list(given)).toMatchObject({ models: expected, total: expected.length });
});

it.each([
  [{ order: 'asc' }, ['first', 'alone', 'other', 'last']],
  [{ sort: 'model', order: 'asc' }, ['alone', 'first', 'last', 'other']],
  [{ sort: 'status' }, ['other', 'last', 'alone', 'first']],
  [{ sort: 'operation', order: 'asc', limit: 1 }, ['alone']],
])('requests to language models are sorted by %j', async (given, expected) => {
  expect(await list(given)).toMatchObject({ models: expected, total: 4 });
});

it('requests to language models are paged by complete runs', async () => {
  expect(await list({ group: true })).toMatchObject({ total: 3, models: ['last', 'first', 'other', 'alone'] });
  expect(await list({ group: true, limit: 1, offset: 1 })).toMatchObject({ total: 3, models: ['other'] });
  expect(await list({ group: true, status: 'error' })).toMatchObject({ total: 1, models: ['other'] });
  expect(await list({ group: true, document_id: 'd' })).toMatchObject({ total: 1, models: ['last', 'first'] });
});

it('requests to language models are found by a memory of the document that they read', async () => {
  await retain(
    { db, embedder: builtinEmbedder() },
    scope,
    retainBody.parse({ items: [{ content: 'Ana lives in Porto.', document_id: 'd' }] }),
  );
  const [memory] = (await listMemories(db, scope, { ...listing.query!.parse({}), limit: 1 })).items;
  expect(await list({ memory_id: memory!.id })).toMatchObject({ total: 1, models: ['first'] });
  expect(await list({ memory_id: newId() })).toMatchObject({ total: 0 });
});

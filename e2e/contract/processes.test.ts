import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conversation } from '#bench/support/generate';
import { testDatabaseKind } from '#e2e/fixtures/database';
import { request, send } from '#e2e/fixtures/http';
import { type Server, startServer } from '#e2e/fixtures/server';
import { openStore, type Store } from '#e2e/fixtures/store';
import type { Operation } from '#lib/base/contract/operation';
import { putBank } from '#lib/memory/banks/contract';
import { deleteDocument } from '#lib/memory/documents/contract';
import { listEntities, mergeEntity, undoEntityChange } from '#lib/memory/entities/contract';
import { listMemories, updateMemory } from '#lib/memory/memories/contract';
import { type RecallResponse, recallMemories } from '#lib/memory/recall/contract';
import { retainMemories } from '#lib/memory/retain/contract';

/**
 * Three processes on one database: one writes, one has the bank in its cache, and one reads from
 * the database. Both readers always return the same results.
 */

const path = { bank_id: 'shared' };
const SENTENCES = 700;

describe.skipIf(testDatabaseKind() === 'embedded')('processes that share a database', () => {
  let store: Store;
  let writer: Server;
  let keeper: Server;
  let asker: Server;
  beforeAll(async () => {
    store = await openStore();
    writer = await startServer({ env: store.env });
    const { key } = writer;
    [keeper, asker] = await Promise.all([
      startServer({ key, env: store.env }),
      startServer({ key, env: { ...store.env, SERVICE_API_RECALL_MEMORY_MB: '0' } }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([writer, keeper, asker].map((server) => server?.stop()));
    await store?.drop();
  });

  const ask = async <T>(server: Server, operation: Operation, sent: Parameters<typeof request>[1]): Promise<T> => {
    const reply = await send(server.url, request(operation, { key: writer.key, ...sent }));
    expect(reply.status, reply.text).toBe(200);
    return reply.json as T;
  };
  const keep = (content: string, document_id: string) =>
    ask(writer, retainMemories, { path, body: { items: [{ content, document_id, timestamp: '2026-03-01' }] } });

  /**
   * Returns the answer of both readers, which must be equal. Scores may differ in the fifth digit.
   */
  const answer = async (query: string): Promise<RecallResponse['results']> => {
    const [cached, stored] = await Promise.all(
      [keeper, asker].map((server) => ask<RecallResponse>(server, recallMemories, { path, body: { query } })),
    );
    const known = new Map(cached!.results.map(({ scores: _, ...sent }) => [sent.id, sent]));
    const common = stored!.results.filter(({ id }) => known.has(id));
    for (const { scores: _, ...sent } of common) expect(known.get(sent.id)).toEqual(sent);
    expect(common.length).toBeGreaterThanOrEqual(0.97 * stored!.results.length);
    expect(cached!.results.length).toBeLessThanOrEqual(1.03 * stored!.results.length + 1);
    expect(cached!.results[0]?.id).toBe(stored!.results[0]?.id);
    return cached!.results;
  };

  it('see at once what another process wrote, changed, renamed and deleted', async () => {
    await ask(writer, putBank, { path, body: { enable_observations: false, enable_auto_consolidation: false } });
    for (const { id, turns } of conversation({ seed: 3, sentences: SENTENCES, turnsPerSession: 100 })) await keep(turns.join('\n'), id);
    // The first question starts to load the bank. The cache is ready before the last one.
    for (let i = 0; i < 20; i++) await answer('Who carries the lantern to the harbour?');

    for (let round = 0; round < 5; round++) {
      const place = ['boathouse', 'chapel', 'quarry', 'lighthouse', 'granary'][round]!;
      await keep(`Ana: Gwendolyn hangs the copper lantern in the ${place} now.`, `note-${round}`);
      const question = `Where does Gwendolyn hang the copper lantern, in the ${place}?`;
      const [written] = await answer(question);
      expect(written).toMatchObject({ document_id: `note-${round}`, text: expect.stringContaining(place) });
      const { id } = written!;

      await ask(writer, updateMemory, {
        path: { ...path, memory_id: id },
        body: { text: `Ana: Gwendolyn sold the copper lantern of the ${place}.` },
      });
      expect((await answer(question))[0]).toMatchObject({ id, text: `Ana: Gwendolyn sold the copper lantern of the ${place}.` });

      const { items } = await ask<{ items: { id: string; canonical_name: string }[] }>(writer, listEntities, {
        path,
        query: { limit: '50' },
      });
      const gwendolyn = items.find(({ canonical_name }) => canonical_name === 'Gwendolyn')!;
      const other = items.find(({ canonical_name }) => !['Gwendolyn', 'Ana'].includes(canonical_name))!;
      const merged = await ask<{ change_id: string }>(writer, mergeEntity, {
        path: { ...path, entity_id: gwendolyn.id },
        body: { into: other.id },
      });
      expect((await answer(question)).find((result) => result.id === id)!.entities).toContain(other.canonical_name);
      await ask(writer, undoEntityChange, { path: { ...path, entity_id: other.id, change_id: merged.change_id } });
      expect((await answer(question)).find((result) => result.id === id)!.entities).toContain('Gwendolyn');

      await ask(writer, updateMemory, { path: { ...path, memory_id: id }, body: { state: 'invalidated' } });
      expect((await answer(question)).map((result) => result.id)).not.toContain(id);
      await ask(writer, updateMemory, { path: { ...path, memory_id: id }, body: { state: 'valid' } });
      expect((await answer(question)).map((result) => result.id)).toContain(id);
      await ask(writer, deleteDocument, { path: { ...path, document_id: `note-${round}` } });
      expect((await answer(question)).map((result) => result.id)).not.toContain(id);
      expect((await ask<{ total: number }>(writer, listMemories, { path, query: { limit: '1' } })).total).toBeGreaterThan(500);
    }
  });
});

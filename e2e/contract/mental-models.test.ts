import { HindsightClient } from '@vectorize-io/hindsight-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '#e2e/fixtures/jobs';
import { openWorld, type World } from '#e2e/fixtures/world';
import { listOperations } from '#lib/jobs/operations/contract';
import {
  createMentalModel,
  getMentalModel,
  listMentalModelVersions,
  type MentalModel,
  type MentalModelVersionPage,
  refreshMentalModel,
} from '#lib/memory/mental-models/contract';
import { retainMemories } from '#lib/memory/retain/contract';

/**
 * Automatic refreshes on a server with default settings, and mental models through the official
 * client.
 */

let world: World;
let client: HindsightClient;
beforeAll(async () => {
  world = await openWorld({ SERVICE_API_ENABLE_AUTO_CONSOLIDATION: 'true' });
  client = new HindsightClient({ baseUrl: world.server.url, apiKey: world.alpha.key });
});
afterAll(() => world?.close());

const keyed = (bank_id: string, mental_model_id = '') => ({ key: world.alpha.key, path: { bank_id, mental_model_id } as never });
const keep = (bank_id: string, content: string, document_id: string) =>
  world.ask(retainMemories, { ...keyed(bank_id), body: { items: [{ content, document_id, timestamp: '2026-05-01' }] } });
const model = async (bank_id: string, id: string): Promise<MentalModel> =>
  (await world.ask(getMentalModel, keyed(bank_id, id))).json as MentalModel;
const open = async (bank_id: string): Promise<number> => {
  const { counts } = (await world.ask(listOperations, keyed(bank_id))).json as { counts: { pending: number; processing: number } };
  return counts.pending + counts.processing;
};
const quiet = (bank_id: string) => eventually(async () => (await open(bank_id)) === 0, 'the end of all operations');

describe('automatic refreshes', () => {
  it('after consolidation: the document contains a new memory without a request', async () => {
    const bank = 'by-itself';
    await keep(bank, 'Ana: I moved to Porto in March because the studio there is cheaper.', 'a');
    const trigger = { mode: 'delta', refresh_after_consolidation: true };
    await world.ask(createMentalModel, {
      ...keyed(bank),
      body: { id: 'ana', name: 'Ana', source_query: 'What did Ana do in Porto?', trigger },
    });
    await quiet(bank);
    expect((await model(bank, 'ana')).content).toContain('studio');
    await keep(bank, 'Ana: I opened a gallery for young painters in Porto.', 'b');
    await eventually(async () => (await model(bank, 'ana')).content?.includes('gallery'), 'the gallery in the document');
    await quiet(bank);
    expect(await model(bank, 'ana')).toMatchObject({ is_stale: false, state: 'ready' });
    const { items } = (await world.ask(listMentalModelVersions, keyed(bank, 'ana'))).json as MentalModelVersionPage;
    expect(items[0]).toMatchObject({ cause: 'consolidation', mode: 'delta', actor: { kind: 'system', label: 'consolidation' } });
  });

  // lib/memory/mental-models/service.test.ts asserts, in a state where nothing ends, that at most
  // one waits and one runs.
  it('fifty calls at once each return the operation that they joined, and each of these ends', async () => {
    const bank = 'fifty';
    await keep(bank, 'Ana: I moved to Porto in March because the studio there is cheaper.', 'a');
    // A new observation in the meantime would add a version.
    await quiet(bank);
    await world.ask(createMentalModel, { ...keyed(bank), body: { id: 'ana', name: 'Ana', source_query: 'Where did Ana move?' } });
    const replies = await Promise.all(Array.from({ length: 50 }, () => world.ask(refreshMentalModel, keyed(bank, 'ana'))));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const answers = replies.map(({ json }) => json as { operation_id: string; deduplicated: boolean });
    await quiet(bank);
    const { total } = (await world.ask(listOperations, { ...keyed(bank), query: { type: 'refresh_mental_model' } })).json as {
      total: number;
    };
    // The initial version, and one for each refresh that was started.
    expect(total).toBe(1 + answers.filter(({ deduplicated }) => !deduplicated).length);
    expect(await model(bank, 'ana')).toMatchObject({ state: 'ready', version: 1 });
  });
});

it('the client: create, list, read, refresh, preview, change, clear, history, delete', async () => {
  const bank = 'client-models';
  await client.retain(bank, 'Alice moved to Paris in March because the museum there hired her.');
  const made = await client.createMentalModel(bank, 'Alice', 'Where did Alice move, and why?', {
    tags: [],
    maxTokens: 1024,
    trigger: { refreshAfterConsolidation: false },
  });
  expect(made).toMatchObject({ operation_id: expect.any(String), mental_model_id: expect.any(String) });
  const id = made.mental_model_id!;
  await quiet(bank);
  expect(await client.listMentalModels(bank)).toMatchObject({ total: 1, items: [{ id, name: 'Alice' }] });
  const read = await client.getMentalModel(bank, id);
  expect(read).toMatchObject({ id, bank_id: bank, max_tokens: 1024, content: expect.stringContaining('Paris') });
  expect(await client.refreshMentalModel(bank, id)).toMatchObject({ status: 'queued', operation_id: expect.any(String) });
  await quiet(bank);
  expect(await client.dryRunRefreshMentalModel(bank, id)).toMatchObject({ mental_model_id: id, outcome: 'content_unchanged', diff: '' });
  expect(await client.updateMentalModel(bank, id, { name: 'Alice P.' })).toMatchObject({ name: 'Alice P.' });
  expect(await client.clearMentalModel(bank, id)).toMatchObject({ id, content: '' });
  expect(await client.getMentalModelHistory(bank, id)).toMatchObject([
    { previous_content: expect.stringContaining('Paris') },
    { previous_content: expect.any(String) },
  ]);
  await client.deleteMentalModel(bank, id);
  expect((await client.listMentalModels(bank)).items).toEqual([]);
});

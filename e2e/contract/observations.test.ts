import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '#e2e/fixtures/jobs';
import { openWorld, type World } from '#e2e/fixtures/world';
import { listOperations } from '#lib/jobs/operations/contract';
import { listObservations, type ObservationPage } from '#lib/memory/observations/contract';
import { retainMemories } from '#lib/memory/retain/contract';

/** Automatic consolidation after a write, on a server with default settings. */

let world: World;
beforeAll(async () => {
  world = await openWorld({ SERVICE_API_ENABLE_AUTO_CONSOLIDATION: 'true' });
});
afterAll(() => world?.close());

it('a burst of writes becomes observations automatically, with one operation', async () => {
  const asked = { key: world.alpha.key, path: { bank_id: 'wave' } };
  for (const place of ['Porto', 'Lisbon', 'Rome'])
    await world.ask(retainMemories, {
      ...asked,
      body: { items: [{ content: `Ana: I live in ${place}.`, timestamp: '2026-05-01', document_id: place }] },
    });
  const found = await eventually(async () => {
    const { items } = (await world.ask(listObservations, asked)).json as ObservationPage;
    return items[0]?.proof_count === 3 && items;
  }, 'an observation of three facts');
  expect(found).toHaveLength(1);
  const { operations } = (await world.ask(listOperations, asked)).json as { operations: { task_type: string; items_count: number }[] };
  expect(operations.filter(({ task_type }) => task_type === 'consolidation').length).toBeLessThanOrEqual(2);
});

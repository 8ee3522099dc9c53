import { expect } from '#e2e/console/journey';
import type { World } from '#e2e/console/world';
import { consolidate, listObservations, type Observation } from '#lib/observations/contract';
import { retainMemories } from '#lib/retain/contract';

const SAYS = [
  { said: '2026-05-01', content: 'Ana: I live in Porto.' },
  { said: '2026-08-20', content: 'Ana: I live in Lisbon.' },
  { said: '2026-11-10', content: 'Ana: I live in Rome.' },
];
export const SCOPE = ['ana', 'customer'];
export const PLACES = ['Porto', 'Lisbon', 'Rome'];

/** A bank with an observation that two changes made what it is, under one scope, and one under the global scope. */
export async function observedBank(world: World, bank: string): Promise<Observation> {
  const path = { bank_id: bank };
  const list = async () => (await world.answer(world.owner, listObservations, { path })).items;
  for (const [n, { said, content }] of SAYS.entries()) {
    const items = [{ content, timestamp: said, document_id: said, context: 'at the counter', tags: SCOPE }];
    if (n === 0)
      items.push({ content: 'Maya: I prefer to be called a day before.', timestamp: said, document_id: 'calls', context: '', tags: [] });
    await world.answer(world.owner, retainMemories, { path, body: { items } });
    await world.answer(world.owner, consolidate, { path, body: {} });
    await expect.poll(async () => (await list()).find(({ tags }) => tags.length > 0)?.proof_count, { timeout: 30_000 }).toBe(n + 1);
  }
  return (await list()).find(({ tags }) => tags.length > 0)!;
}

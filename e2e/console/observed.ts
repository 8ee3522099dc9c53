import { expect } from '#e2e/console/journey';
import type { ConsoleWorld } from '#e2e/console/world';
import { consolidate, listObservations, type Observation } from '#lib/memory/observations/contract';
import { retainMemories } from '#lib/memory/retain/contract';

const SAYS = [
  [
    { said: '2026-04-03', content: 'Ana: I live in Braga.' },
    { said: '2026-05-01', content: 'Ana: I live in Porto.' },
  ],
  [{ said: '2026-08-20', content: 'Ana: I live in Lisbon.' }],
  [{ said: '2026-11-10', content: 'Ana: I live in Rome.' }],
];
export const SCOPE = ['ana', 'customer'];
export const PLACES = ['Braga', 'Porto', 'Lisbon', 'Rome'];
const CALLS = ['Maya: I prefer to be called a day before.', 'Maya: I still prefer to be called a day before.'];

/** A bank with an observation that was changed twice, in one scope, and one in the global scope. */
export async function observedBank(world: ConsoleWorld, bank: string): Promise<Observation> {
  const path = { bank_id: bank };
  const list = async () => (await world.answer(world.owner, listObservations, { path })).items;
  for (const [n, says] of SAYS.entries()) {
    const items = says.map(({ said, content }) => ({
      ...{ content, timestamp: said, document_id: said, context: 'at the counter', tags: SCOPE },
    }));
    if (n === 0) for (const content of CALLS) items.push({ content, timestamp: '2026-05-01', document_id: content, context: '', tags: [] });
    await world.answer(world.owner, retainMemories, { path, body: { items } });
    await world.answer(world.owner, consolidate, { path, body: {} });
    await expect.poll(async () => (await list()).find(({ tags }) => tags.length > 0)?.proof_count, { timeout: 30_000 }).toBe(n + 2);
  }
  return (await list()).find(({ tags }) => tags.length > 0)!;
}

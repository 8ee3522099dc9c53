import { pathOf } from '#e2e/console/parts';
import type { ConsoleWorld } from '#e2e/console/world';
import { retainMemories } from '#lib/memory/retain/contract';

export const SAID = [
  {
    content: 'Maya Lindqvist ordered two Marlow frames from Fernhill.',
    document_id: 'call-1',
    tags: ['customer'],
    timestamp: '2026-03-14',
  },
  { content: 'Tomasz fitted sensor batch 2211 to three Herons.', document_id: 'workshop', tags: ['fleet'], timestamp: '2026-03-14' },
  { content: 'Corvo moved its cut-off to Thursday noon.', document_id: 'mail-corvo', tags: ['supplier'], timestamp: '2026-02-02' },
];

/** A new bank with the three memories. */
export async function newBank(world: ConsoleWorld, name: string): Promise<string> {
  await world.answer(world.owner, retainMemories, { path: { bank_id: name }, body: { items: SAID } });
  return name;
}

/** The address of the list of memories. */
export const listOf = (world: ConsoleWorld, bank: string, search = ''): string => `${pathOf(world.org, 'b', bank, 'memories')}${search}`;

import { expect } from '#e2e/console/journey';
import type { ConsoleWorld } from '#e2e/console/world';
import { getOperation } from '#lib/jobs/operations/contract';
import { putBank } from '#lib/memory/banks/contract';
import { listMemories, updateMemory } from '#lib/memory/memories/contract';
import { createMentalModel, getMentalModel, type MentalModel, refreshMentalModel } from '#lib/memory/mental-models/contract';
import { retainMemories } from '#lib/memory/retain/contract';

/** A bank with facts about a workshop, and a mental model of it with several versions. */

export const NAME = 'How the workshop runs';
export const QUESTION = 'How does the workshop run on Saturdays, and what about late parts?';

const SAID = [
  ['notes-1', 'Saturday service in the workshop fills up by Thursday evening. Walk-ins are taken when a stand is free.'],
  ['notes-2', 'Ines opens the workshop at eight on Saturdays. Tomasz takes the first stand of the workshop.'],
  ['notes-3', 'Late parts from Corvo keep the workshop waiting for a day. Spare torque sensors are ordered in pairs for the workshop.'],
] as const;
export const LATER = 'Saturday service in the workshop now fills up by Wednesday noon and walk-ins are called back the same day.';
export const LAST = 'Late parts from Corvo now keep the workshop waiting for three days.';

export async function retainText(world: ConsoleWorld, bank: string, document: string, content: string): Promise<void> {
  await world.answer(world.owner, retainMemories, {
    path: { bank_id: bank },
    body: { items: [{ content, document_id: document, timestamp: '2026-11-03' }] },
  });
}

/** Waits until an operation has completed. */
export async function done(world: ConsoleWorld, bank: string, operation: string): Promise<void> {
  const path = { bank_id: bank, operation_id: operation };
  await expect.poll(async () => (await world.answer(world.owner, getOperation, { path })).status, { timeout: 30_000 }).toBe('completed');
}

export async function refreshed(world: ConsoleWorld, bank: string, id: string): Promise<MentalModel> {
  const path = { bank_id: bank, mental_model_id: id };
  await done(world, bank, (await world.answer(world.owner, refreshMentalModel, { path })).operation_id);
  return modelOf(world, bank, id);
}

export const modelOf = (world: ConsoleWorld, bank: string, id: string): Promise<MentalModel> =>
  world.answer(world.owner, getMentalModel, { path: { bank_id: bank, mental_model_id: id } });

/**
 * Creates a bank with a mental model at version 1. With `isOld`, version 2 adds a fact and version
 * 3 an invalidated memory.
 */
export async function modeledBank(world: ConsoleWorld, bank: string, { isOld = true } = {}): Promise<string> {
  const path = { bank_id: bank };
  // Observations may arrive at any time, and would make the model stale again.
  await world.answer(world.owner, putBank, { path, body: { enable_observations: false } });
  for (const [document, content] of SAID) await retainText(world, bank, document, content);
  const body = { id: 'workshop', name: NAME, source_query: QUESTION, trigger: { mode: 'delta' as const } };
  const { mental_model_id: id, operation_id } = await world.answer(world.owner, createMentalModel, { path, body });
  await done(world, bank, operation_id);
  if (!isOld) return id;
  await retainText(world, bank, 'notes-4', LATER);
  await refreshed(world, bank, id);
  const { items } = await world.answer(world.owner, listMemories, { path, query: { q: 'torque sensors', limit: '1' } });
  const memory = { ...path, memory_id: items[0]!.id };
  await world.answer(world.owner, updateMemory, { path: memory, body: { state: 'invalidated', reason: 'sold singly now' } });
  await refreshed(world, bank, id);
  return id;
}

import { expect } from 'vitest';
import { ABSENT, type Case } from '#e2e/contract/cases';
import { bankWith, freshBank } from '#e2e/contract/filling';
import { eventually } from '#e2e/fixtures/jobs';
import type { World } from '#e2e/fixtures/world';
import type { Operation } from '#lib/base/contract/operation';
import { getOperation } from '#lib/jobs/operations/contract';
import { deleteDocument } from '#lib/memory/documents/contract';
import { listMemories } from '#lib/memory/memories/contract';
import {
  type ConsolidateResponse,
  type ConsolidationStatus,
  clearMemoryObservations,
  clearObservations,
  consolidate,
  getConsolidation,
  getMemoryHistory,
  type HistoryEntry,
  listObservationScopes,
  listObservations,
  type ObservationPage,
  recoverConsolidation,
  type ScopesResponse,
} from '#lib/memory/observations/contract';
import { recallMemories } from '#lib/memory/recall/contract';
import { retainMemories } from '#lib/memory/retain/contract';

const keyOf = (world: World) => ({ key: world.alpha.key });
const item = (content: string, timestamp: string, document_id: string, more: Record<string, unknown> = {}) => ({
  content,
  timestamp,
  document_id,
  ...more,
});
const MOVES = [
  item('Ana: I live in Porto.', '2026-01-05', 'a', { tags: ['x', 'a'] }),
  item('Ana: I moved to Lisbon.', '2026-03-02', 'b', { tags: ['a', 'x'] }),
  // A single memory does not create an observation, because an observation summarizes at least two.
  item('Bob works at Acme.', '2026-03-02', 'c'),
  item('Bob still works at Acme.', '2026-03-03', 'd'),
];

const observationsOf = async (world: World, bank_id: string): Promise<ObservationPage['items']> =>
  ((await world.ask(listObservations, { ...keyOf(world), path: { bank_id } })).json as ObservationPage).items;

/** Requests a consolidation and waits until it is done. */
async function consolidated(world: World, bank_id: string): Promise<string> {
  const { json } = await world.ask(consolidate, { ...keyOf(world), path: { bank_id }, body: {} });
  await over(world, bank_id, (json as ConsolidateResponse).operation_id);
  return bank_id;
}

const over = (world: World, bank_id: string, operation_id: string) =>
  eventually(async () => {
    const seen = (await world.ask(getOperation, { ...keyOf(world), path: { bank_id, operation_id } })).json as { status: string };
    return ['completed', 'failed'].includes(seen.status) && seen;
  }, 'the end of a consolidation');

const moved = async (world: World): Promise<string> => consolidated(world, await bankWith(world, MOVES));

const given = (
  operation: Operation,
  when: string,
  make: (world: World) => Promise<Record<string, string>>,
  check: Case['check'],
  query = {},
): Case => ({
  operation,
  status: 200,
  when,
  ask: async (world) => ({ ...keyOf(world), path: (await make(world)) as never, query, ...(operation.body && { body: {} }) }),
  check,
});

/** Adds a third place of residence and consolidates it. */
async function moveOn(world: World, bank_id: string): Promise<void> {
  const items = [item('Ana: I moved to Rome.', '2026-05-01', 'e', { tags: ['a', 'x'] })];
  await world.ask(retainMemories, { ...keyOf(world), path: { bank_id }, body: { items } });
  await consolidated(world, bank_id);
}

const ofBank = async (world: World) => ({ bank_id: await moved(world) });
const ofAna = async (world: World) => {
  const bank_id = await moved(world);
  return { bank_id, memory_id: (await observationsOf(world, bank_id)).find(({ text }) => text.startsWith('Ana'))!.id };
};

const unknownMemory = (status: number, when: string, memory_id: string): Case => ({
  operation: getMemoryHistory,
  status,
  when,
  ask: async (world) => ({ ...keyOf(world), path: { bank_id: await bankWith(world, MOVES), memory_id } }),
});

export const observationCases: Case[] = [
  given(
    consolidate,
    'the operation that re-embeds the bank',
    async (world) => ({ bank_id: await bankWith(world, MOVES) }),
    async (body: ConsolidateResponse, _, world, { path }) => {
      expect(body.deduplicated).toBe(false);
      expect(await over(world, path!.bank_id!, body.operation_id)).toMatchObject({ status: 'completed', operation_type: 'consolidation' });
      expect((await observationsOf(world, path!.bank_id!)).map(({ text }) => text).sort()).toEqual([
        'Ana: I moved to Lisbon. (2026-03-02)\nEarlier (2026-01-05): I live in Porto.',
        'Bob still works at Acme.',
      ]);
    },
  ),
  {
    operation: consolidate,
    status: 200,
    when: 'scopes, which use only memories that have all their tags',
    ask: async (world) => ({ ...keyOf(world), path: { bank_id: await bankWith(world, MOVES) }, body: { observation_scopes: [['x']] } }),
    check: async (body: ConsolidateResponse, _, world, { path }) => {
      expect(await over(world, path!.bank_id!, body.operation_id)).toMatchObject({ result_metadata: { processed: 2 } });
    },
  },
  { operation: consolidate, status: 404, when: 'a missing bank', ask: (world) => ({ ...keyOf(world), path: ABSENT, body: {} }) },
  {
    operation: consolidate,
    status: 422,
    when: 'scopes that are not lists',
    ask: (world) => ({ ...keyOf(world), path: ABSENT, body: { observation_scopes: ['x'] } }),
  },
  given(recoverConsolidation, 'nothing that failed', ofBank, (body) => void expect(body).toEqual({ retried_count: 0 })),
  {
    operation: retainMemories,
    status: 422,
    when: 'all combinations of six tags',
    ask: (world) => ({
      ...keyOf(world),
      path: { bank_id: freshBank() },
      body: {
        items: [{ content: 'Ana paints.', tags: ['1', '2', '3', '4', '5'], observation_scopes: 'all_combinations' }],
        document_tags: ['6'],
      },
    }),
    check: (body: { detail: { loc: unknown[] }[] }) => void expect(body.detail[0]!.loc).toEqual(['body', 'items', 0, 'observation_scopes']),
  },
  given(
    recoverConsolidation,
    'a missing bank',
    async () => ({ bank_id: freshBank() }),
    (body) => void expect(body).toEqual({ retried_count: 0 }),
  ),
  given(getConsolidation, 'what is done', ofBank, (body: ConsolidationStatus) => {
    expect(body).toEqual({ pending: 0, done: 4, failed: 0, retrying: 0, without_room: 0, failures: [], limit: 100, offset: 0 });
  }),
  given(
    getConsolidation,
    'a missing bank',
    async () => ({ bank_id: freshBank() }),
    (body: ConsolidationStatus) => {
      expect(body).toEqual({ pending: 0, done: 0, failed: 0, retrying: 0, without_room: 0, failures: [], limit: 100, offset: 0 });
    },
  ),
  given(clearObservations, 'the facts stay, and are pending', ofBank, async (body: { deleted_count: number }, _, world, { path }) => {
    expect(body.deleted_count).toBe(2);
    expect(await observationsOf(world, path!.bank_id!)).toEqual([]);
    const state = await world.ask(getConsolidation, { ...keyOf(world), path: path! });
    expect(state.json).toMatchObject({ pending: 4, done: 0 });
  }),
  given(listObservationScopes, 'exact sets of tags, sorted, the fullest first', ofBank, (body: ScopesResponse) => {
    expect(body).toEqual({
      scopes: [
        { tags: [], count: 1 },
        { tags: ['a', 'x'], count: 1 },
      ],
      total: 2,
      limit: 100,
      offset: 0,
    });
  }),
  given(
    listObservationScopes,
    'a page of them, with the total of all',
    ofBank,
    (body: ScopesResponse) => void expect(body).toEqual({ scopes: [{ tags: ['a', 'x'], count: 1 }], total: 2, limit: 1, offset: 1 }),
    { limit: '1', offset: '1' },
  ),
  given(
    listObservationScopes,
    'a page beyond the end',
    ofBank,
    (body: ScopesResponse) => void expect(body).toMatchObject({ scopes: [], total: 2 }),
    { offset: '9' },
  ),
  given(
    listObservationScopes,
    'a missing bank',
    async () => ({ bank_id: freshBank() }),
    (body: ScopesResponse) => {
      expect(body).toMatchObject({ scopes: [], total: 0 });
    },
  ),
  ...['0', '1001'].map(
    (limit): Case => ({
      operation: listObservationScopes,
      status: 422,
      when: `a limit of ${limit}`,
      ask: (world) => ({ ...keyOf(world), path: ABSENT, query: { limit } }),
    }),
  ),
  given(
    listObservations,
    'of one scope',
    ofBank,
    (body: ObservationPage) => {
      expect(body).toMatchObject({
        total: 1,
        items: [{ tags: ['a', 'x'], proof_count: 2, proof_types: { world: 2, experience: 0 }, method: 'extractive', is_stale: false }],
      });
    },
    [
      ['tags', 'x'],
      ['tags', 'a'],
      ['exact', 'true'],
    ],
  ),
  given(
    getMemoryHistory,
    'a change, with the words of its evidence',
    async (world) => {
      const target = await ofAna(world);
      await moveOn(world, target.bank_id);
      return target;
    },
    (body: HistoryEntry[]) => {
      expect(body).toHaveLength(1);
      expect(body[0]).toMatchObject({
        previous_text: 'Ana: I moved to Lisbon. (2026-03-02)\nEarlier (2026-01-05): I live in Porto.',
        previous_tags: ['a', 'x'],
      });
      expect(body[0]!.new_source_memory_ids).toHaveLength(1);
      expect(body[0]!.source_facts.map(({ text, is_new }) => [text, is_new]).sort()).toEqual([
        ['Ana: I live in Porto.', false],
        ['Ana: I moved to Lisbon.', false],
        ['Ana: I moved to Rome.', true],
      ]);
    },
  ),
  given(
    getMemoryHistory,
    'evidence that was deleted: without its words',
    async (world) => {
      const target = await ofAna(world);
      await moveOn(world, target.bank_id);
      await world.ask(deleteDocument, { ...keyOf(world), path: { bank_id: target.bank_id, document_id: 'b' } });
      return target;
    },
    (body: HistoryEntry[]) => {
      const statements = ['Ana: I live in Porto.', 'Ana: I moved to Rome.'];
      const texts = body.map(({ source_facts }) => source_facts.map(({ text }) => text ?? '').sort());
      expect(texts).toEqual([['', ...statements], statements]);
      expect(body.map(({ previous_text }) => previous_text)).toEqual([null, null]);
    },
  ),
  given(
    getMemoryHistory,
    'a fact, which has none',
    async (world) => {
      const bank_id = await bankWith(world, MOVES);
      const { items } = (await world.ask(listMemories, { ...keyOf(world), path: { bank_id } })).json as { items: { id: string }[] };
      return { bank_id, memory_id: items[0]!.id };
    },
    (body: HistoryEntry[]) => void expect(body).toEqual([]),
  ),
  unknownMemory(404, 'a memory that is not there', ABSENT.memory_id),
  unknownMemory(400, 'an id that is no UUID', 'one'),
  given(
    clearMemoryObservations,
    'those that rest on one memory',
    async (world) => {
      const { bank_id, memory_id } = await ofAna(world);
      const found = (await observationsOf(world, bank_id)).find(({ id }) => id === memory_id)!;
      return { bank_id, memory_id: found.source_memory_ids[0]! };
    },
    (body) => void expect(body).toEqual({ deleted_count: 1 }),
  ),
  given(
    clearMemoryObservations,
    'a missing memory',
    async () => ({ ...ABSENT, bank_id: freshBank() }),
    (body) => void expect(body).toEqual({ deleted_count: 0 }),
  ),
  {
    operation: recallMemories,
    status: 200,
    when: 'never an observation together with a fact of the same content',
    ask: async (world) => ({ ...keyOf(world), path: await ofBank(world), body: { query: 'Where does Ana live?' } }),
    check: (body: { results: { type: string; text: string }[] }) => {
      expect(body.results.filter(({ text }) => text.includes('Porto')).map(({ type }) => type)).toEqual(['world']);
    },
  },
  {
    operation: recallMemories,
    status: 200,
    when: 'only observations, with the entities of their evidence',
    ask: async (world) => ({ ...keyOf(world), path: await ofBank(world), body: { query: 'Where does Ana live?', types: ['observation'] } }),
    check: (body: { results: { text: string; entities?: string[] }[] }) => {
      expect(body.results[0]).toMatchObject({ text: 'Ana: I moved to Lisbon. (2026-03-02)\nEarlier (2026-01-05): I live in Porto.' });
      expect(body.results[0]!.entities).toEqual(expect.arrayContaining(['Ana', 'Lisbon', 'Porto']));
    },
  },
];

import { expect } from 'vitest';
import type { Case } from '#e2e/contract/cases';
import { bankWith, CHAT, FILLED, filled, filledTarget, memoryOf, posted, VISIT } from '#e2e/contract/filling';
import type { Operation } from '#lib/base/contract/operation';
import { type DocumentListItem, type DocumentResponse, getDocument, listDocuments, updateDocument } from '#lib/memory/documents/contract';
import {
  type EntityDetail,
  type EntityGraph,
  type EntityListItem,
  getEntity,
  getEntityGraph,
  listEntities,
} from '#lib/memory/entities/contract';
import { listMemories, type MemoryListItem, type MemoryResponse, updateMemory } from '#lib/memory/memories/contract';
import {
  createMentalModel,
  getMentalModel,
  listMentalModels,
  type MentalModel,
  refreshMentalModel,
} from '#lib/memory/mental-models/contract';
import { listLlmRequests } from '#lib/models/llm/contract';

/** Fields that version 1.1 of the contract adds to operations of version 0.9. */

const refused = (operation: Operation, when: string, query: Record<string, string> | string[][]): Case => ({
  operation,
  status: 422,
  when,
  ask: async (world) => ({ key: world.alpha.key, path: { ...(await filledTarget(world)) }, query }),
});

const named =
  (...names: string[]): Case['check'] =>
  ({ items }: { items: EntityListItem[] }) =>
    void expect(items.map(({ canonical_name }) => canonical_name).sort()).toEqual(names.sort());

const documents =
  (...ids: string[]): Case['check'] =>
  ({ items }: { items: DocumentListItem[] }) =>
    void expect(items.map(({ id }) => id)).toEqual(ids);

const NOT_MOVE = JSON.stringify([{ not: { tags: ['move'] } }, { tags: ['people'] }]);

const entityOfTag = (status: number, when: string, tags: string, check?: Case['check']): Case => ({
  operation: getEntity,
  status,
  when,
  ask: async (world) => ({ key: world.alpha.key, path: { ...(await filledTarget(world)) }, query: { tags, tags_match: 'all_strict' } }),
  check,
});

const entityCases: Case[] = [
  filled(listEntities, 'a tag: entities of its memories alone', { tags: 'move', tags_match: 'any_strict' }, named('Ana', 'Ben', 'Porto')),
  filled(listEntities, 'groups of tags', { tag_groups: NOT_MOVE }, ({ items }: { items: EntityListItem[] }) => {
    expect(items.map(({ canonical_name }) => canonical_name)).not.toContain('Porto');
    expect(items.find(({ canonical_name }) => canonical_name === 'Ana')!.mention_count).toBe(1);
  }),
  filled(listEntities, 'a tag that nothing has', { tags: 'nobody', tags_match: 'any_strict' }, named()),
  filled(getEntityGraph, 'a tag: no names of other memories', { tag_groups: NOT_MOVE }, ({ nodes }: EntityGraph) =>
    expect(nodes.map(({ data }) => data.label)).not.toContain('Porto'),
  ),
  entityOfTag(200, 'a tag: only mentions of its memories', 'move', (body: EntityDetail) =>
    expect(body).toMatchObject({ canonical_name: 'Ana', mention_count: 1 }),
  ),
  entityOfTag(404, 'a tag whose memories do not mention it', 'nobody'),
  ...[listEntities, getEntityGraph, getEntity].flatMap((operation) => [
    refused(operation, 'tags beside groups of tags', { tags: 'move', tag_groups: NOT_MOVE }),
    refused(operation, 'groups of tags that are no JSON', { tag_groups: '[{' }),
    refused(operation, 'groups of tags that nest too deeply', { tag_groups: '['.repeat(600) }),
    refused(operation, 'groups of tags of another shape', { tag_groups: '{"tags":["move"]}' }),
  ]),
];

const windowCases: Case[] = [
  filled(listDocuments, 'the time of creation, from long ago', { time_field: 'created_at', end_date: '2020-01-01' }, documents()),
  filled(listDocuments, 'a word of an id, and where it was found', { q: 'chat' }, ({ items }: { items: DocumentListItem[] }) =>
    expect(items.map(({ id, matched_fields }) => [id, matched_fields])).toEqual([[CHAT, ['id']]]),
  ),
  refused(listDocuments, 'a time that documents do not have', { time_field: 'mentioned_at' }),
  refused(listDocuments, 'a date that is none', { start_date: 'soon' }),
  filled(
    listMemories,
    'a window of the time of mention, the end excluded',
    { time_field: 'mentioned_at', start_date: '2026-05-02', end_date: '2026-05-02T10:00:01Z' },
    ({ items }: { items: MemoryListItem[] }) => expect(items.map(({ document_id }) => document_id)).toEqual([CHAT, CHAT]),
  ),
  filled(
    listMemories,
    'a window of the time of writing',
    { time_field: 'updated_at', end_date: '2020-01-01' },
    ({ total }: { total: number }) => expect(total).toBe(0),
  ),
  refused(listMemories, 'a window without a date', { end_date: 'never' }),
];

const changeCases: Case[] = [
  {
    operation: updateMemory,
    status: 200,
    when: 'a new mention time',
    ask: async (world) => {
      const bank_id = await bankWith(world, [{ content: 'Ana lives in Porto.', document_id: 'd' }]);
      return {
        key: world.alpha.key,
        path: { bank_id, memory_id: await memoryOf(world, bank_id, 'Porto') },
        body: { mentioned_at: '2025-02-03T04:05:06Z' },
      };
    },
    check: (body: MemoryResponse) => void expect(body).toMatchObject({ mentioned_at: '2025-02-03T04:05:06+00:00', occurred_start: null }),
  },
  {
    operation: updateMemory,
    status: 400,
    when: 'an invalid mention time',
    ask: async (world) => ({ key: world.alpha.key, path: { ...(await filledTarget(world)) }, body: { mentioned_at: 'soon' } }),
  },
  {
    operation: updateDocument,
    status: 200,
    when: 'only observation scopes',
    ask: async (world) => {
      const bank_id = await bankWith(world, [{ content: 'Ana lives in Porto.', document_id: 'd', tags: ['a'] }]);
      return { key: world.alpha.key, path: { bank_id, document_id: 'd' }, body: { observation_scopes: [['a'], []] } };
    },
    check: async (body: never, _, world, { path }) => {
      expect(body).toEqual({ success: true });
      const document = (await world.ask(getDocument, { key: world.alpha.key, path: path! })).json as DocumentResponse;
      expect(document).toMatchObject({ tags: ['a'], observation_scopes: [['a'], []] });
    },
  },
  {
    operation: updateDocument,
    status: 422,
    when: 'observation scopes of an unknown kind',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED, document_id: VISIT }, body: { observation_scopes: 'some' } }),
  },
];

const TRIGGER = {
  mode: 'delta',
  budget: 'high',
  full_refresh_cron: '0 3 * * 0',
  reflect_search_observations_max_tokens: 900,
} as const;

const modelCases: Case[] = [
  {
    operation: createMentalModel,
    status: 200,
    when: 'a trigger with a budget and a second cron expression',
    ask: async (world) => ({
      key: world.alpha.key,
      path: { bank_id: await bankWith(world, [{ content: 'Ana lives in Porto.' }]) },
      body: { id: 'm', name: 'Ana', source_query: 'Where does Ana live?', trigger: TRIGGER },
    }),
    check: async (_body: never, _, world, { path }) => {
      const asked = { key: world.alpha.key, path: { ...path!, mental_model_id: 'm' } };
      const model = (await world.ask(getMentalModel, asked)).json as MentalModel;
      expect(model).toMatchObject({ trigger: TRIGGER, is_knowledge_page: false, next_refresh_at: expect.any(String) });
      expect((await world.ask(refreshMentalModel, { ...asked, body: { mode: 'full' } })).status).toBe(200);
      expect((await world.ask(refreshMentalModel, { ...asked, body: { mode: 'delta' } })).status).toBe(422);
    },
  },
  posted(createMentalModel)(422, 'an invalid second cron expression', {
    name: 'Ana',
    source_query: 'Where?',
    trigger: { full_refresh_cron: 'weekly' },
  }),
  filled(
    listMentalModels,
    'knowledge pages omitted, of which there are none',
    { exclude_knowledge_pages: 'true' },
    ({ total }: { total: number }) => expect(total).toBeGreaterThan(0),
  ),
];

const requestCases: Case[] = [
  filled(
    listLlmRequests,
    'every filter at once, by runs',
    {
      ...{ call_type: 'llm', trace_id: 'unknown', group: 'true' },
      memory_id: '00000000-0000-7000-8000-000000000000',
    },
    (body: { items: unknown[]; total: number }) => expect(body).toMatchObject({ items: [], total: 0 }),
  ),
  refused(listLlmRequests, 'an unknown kind of request', { call_type: 'telepathy' }),
];

export const contractCases: Case[] = [...entityCases, ...windowCases, ...changeCases, ...modelCases, ...requestCases];

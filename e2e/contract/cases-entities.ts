import { expect } from 'vitest';
import { ABSENT, type Case } from '#e2e/contract/cases';
import { bankWith, FILLED } from '#e2e/contract/filling';
import type { World } from '#e2e/fixtures/world';
import type { Operation } from '#lib/base/contract/operation';
import type {
  EntityChange,
  EntityChanged,
  EntityDetail,
  EntityGraph,
  EntityListItem,
  EntitySuggestion,
} from '#lib/memory/entities/contract';
import * as contract from '#lib/memory/entities/contract';
import { type DeletionPreview, previewDeletion } from '#lib/memory/purge/contract';

interface Page<T = EntityListItem> {
  items: T[];
  total: number;
  limit: number;
  offset: number;
}

const filled = (operation: Operation, when: string, query: Record<string, string>, check: Case['check']): Case => ({
  operation,
  status: 200,
  when,
  ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED }, query }),
  check,
});

const SAID = [
  {
    content: 'Robert met Zoe in the park.',
    entities: [
      { text: 'Robert', type: 'PERSON' },
      { text: 'Zoe', type: 'PERSON' },
    ],
  },
  {
    content: 'Bob met Zoe in the zoo.',
    entities: [
      { text: 'Bob', type: 'PERSON' },
      { text: 'Zoe', type: 'PERSON' },
    ],
  },
  { content: 'Katherine called.', entities: [{ text: 'Katherine', type: 'PERSON' }] },
  { content: 'Catherine came.', entities: [{ text: 'Catherine', type: 'PERSON' }] },
];

/** Creates a bank and returns its entity ids by name. */
async function scene(world: World) {
  const bank_id = await bankWith(world, SAID);
  const { items } = (await world.ask(contract.listEntities, { key: world.alpha.key, path: { bank_id } })).json as Page;
  const idOf = (name: string) => items.find((item) => item.canonical_name === name)!.id;
  return { bank_id, idOf, path: (name: string) => ({ bank_id, entity_id: idOf(name) }) };
}

/** Merges Bob into Robert. Returns the data to undo it. */
async function merged(world: World) {
  const found = await scene(world);
  const asked = { key: world.alpha.key, path: found.path('Bob'), body: { into: found.idOf('Robert') } };
  const { change_id } = (await world.ask(contract.mergeEntity, asked)).json as EntityChanged;
  return { ...found, change_id: change_id! };
}

const absent = (operation: Operation, body?: unknown): Case[] => [
  {
    operation,
    status: 404,
    when: 'a missing entity',
    ask: ({ alpha }) => ({ key: alpha.key, path: { ...ABSENT, bank_id: FILLED }, body }),
  },
  { operation, status: 404, when: 'a missing bank', ask: ({ alpha }) => ({ key: alpha.key, path: ABSENT, body }) },
];

export const entityCases: Case[] = [
  filled(contract.listEntities, 'a time before anything was stored', { as_of: '2020-01-01' }, (body: Page) =>
    expect(body).toMatchObject({ items: [], total: 0, incomplete: false }),
  ),
  filled(contract.listEntities, 'a time to come: those of now', { as_of: '2999-01-01' }, (body: Page) =>
    expect(body.items.map(({ canonical_name }) => canonical_name)).toContain('Ana'),
  ),
  filled(contract.getEntityGraph, 'a time before anything was stored', { as_of: '2020-01-01' }, (body: EntityGraph) =>
    expect(body).toMatchObject({ nodes: [], edges: [], incomplete: false }),
  ),
  filled(contract.listEntities, 'all, the most mentioned first', {}, (body: Page) => {
    expect(body).toMatchObject({ limit: 100, offset: 0 });
    expect(body.total).toBe(body.items.length);
    const counts = body.items.map((item) => item.mention_count);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    expect(body.items.map((item) => item.canonical_name)).toEqual(expect.arrayContaining(['Ana', 'Ben', 'Porto']));
  }),
  filled(contract.listEntities, 'part of a spelling in any case', { q: 'ORT' }, (body: Page) =>
    expect(body.items.map((item) => item.canonical_name)).toContain('Porto'),
  ),
  filled(contract.listEntities, 'places', { category: 'place' }, (body: Page) => {
    expect(body.items.map((item) => item.canonical_name)).toContain('Porto');
    expect(new Set(body.items.map((item) => item.category))).toEqual(new Set(['place']));
    expect(body.total).toBe(body.items.length);
  }),
  filled(contract.listEntities, 'a page behind the end', { limit: '2', offset: '9007199254740991' }, (body: Page) =>
    expect(body).toMatchObject({ items: [], limit: 2 }),
  ),
  {
    operation: contract.listEntities,
    status: 200,
    when: 'a missing bank: empty',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: 'absent' } }),
    check: (body: never) => expect(body).toEqual({ items: [], total: 0, limit: 100, offset: 0 }),
  },
  {
    operation: contract.getEntityGraph,
    status: 200,
    when: 'entities that occur together, with the count under both names',
    ask: async (world) => ({ key: world.alpha.key, path: { bank_id: (await scene(world)).bank_id } }),
    check: (body: EntityGraph) => {
      expect(body).toMatchObject({ total_entities: 3, total_edges: 2, limit: 1000, nodes: { length: 3 } });
      for (const { data } of body.edges) expect(data).toMatchObject({ weight: 1, cooccurrence_count: 1, linkType: 'cooccurrence' });
    },
  },
  filled(contract.getEntityGraph, 'a count that no pair has', { min_count: '1000', limit: '0' }, (body: never) =>
    expect(body).toEqual({ nodes: [], edges: [], total_entities: 0, total_edges: 0, limit: 0 }),
  ),
  {
    operation: contract.getEntityGraph,
    status: 400,
    when: 'the neighbors of an invalid id',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED }, query: { entity_id: 'Ana' } }),
  },
  {
    operation: contract.getEntityGraph,
    status: 422,
    when: 'a min_count that is not a number',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED }, query: { min_count: 'two' } }),
  },
  {
    operation: contract.getEntity,
    status: 200,
    when: 'an entity with its aliases',
    ask: async (world) => ({ key: world.alpha.key, path: (await scene(world)).path('Zoe') }),
    check: (body: EntityDetail) => {
      expect(body).toMatchObject({ canonical_name: 'Zoe', mention_count: 2, metadata: {}, aliases: [{ key: 'zoe', name: 'Zoe' }] });
      expect(Array.isArray(body.observations)).toBe(true);
    },
  },
  ...absent(contract.getEntity),
  {
    operation: contract.regenerateEntity,
    status: 200,
    when: 'an entity: its detail, and a deprecation notice',
    ask: async (world) => ({ key: world.alpha.key, path: (await scene(world)).path('Zoe') }),
    check: (body: EntityDetail, { headers }) => {
      expect(body.canonical_name).toBe('Zoe');
      expect(headers.deprecation).toBe('true');
    },
  },
  ...absent(contract.regenerateEntity),
  {
    operation: contract.updateEntity,
    status: 200,
    when: 'a new name, which becomes an alias',
    ask: async (world) => ({ key: world.alpha.key, path: (await scene(world)).path('Robert'), body: { canonical_name: 'Robert Frost' } }),
    check: ({ entity, change_id }: EntityChanged) => {
      expect(entity).toMatchObject({ canonical_name: 'Robert Frost', aliases: [{ key: 'robert' }, { key: 'robert frost' }] });
      expect(change_id).toEqual(expect.any(String));
    },
  },
  ...absent(contract.updateEntity, { kind: 'POET' }),
  {
    operation: contract.updateEntity,
    status: 409,
    when: 'a name that is an alias of another entity',
    ask: async (world) => ({ key: world.alpha.key, path: (await scene(world)).path('Robert'), body: { canonical_name: 'zoe' } }),
  },
  {
    operation: contract.updateEntity,
    status: 422,
    when: 'nothing to change',
    ask: ({ alpha }) => ({ key: alpha.key, path: { ...ABSENT, bank_id: FILLED }, body: {} }),
  },
  {
    operation: contract.deleteEntity,
    status: 200,
    when: 'a person: the facts that name only them are deleted, with a receipt',
    ask: async (world) => ({ key: world.alpha.key, path: (await scene(world)).path('Katherine') }),
    check: async (body: never, _, world, asked) => {
      expect(body).toMatchObject({
        success: true,
        memories_deleted: 1,
        receipt: { kind: 'entity', removed: { memories: 1, entities: 1 }, remaining: {} },
      });
      expect((await world.ask(contract.getEntity, asked)).status).toBe(404);
    },
  },
  {
    operation: previewDeletion,
    status: 200,
    when: 'a person: what names only them would be deleted, and what names others would stay',
    ask: async (world) => {
      const { path, idOf } = await scene(world);
      return { key: world.alpha.key, path: { bank_id: path('Bob').bank_id }, query: { entity_id: idOf('Bob') } };
    },
    check: (body: DeletionPreview) => expect(body).toMatchObject({ removed: { entities: 1 }, remaining: { memories: 1 } }),
  },
  {
    operation: previewDeletion,
    status: 200,
    when: 'a document',
    ask: async (world) => ({
      key: world.alpha.key,
      path: { bank_id: await bankWith(world, [{ content: 'Ana paints.', document_id: 'd' }]) },
      query: { document_id: 'd', purge: 'true' },
    }),
    check: (body: DeletionPreview) =>
      expect(body).toMatchObject({ removed: { documents: 1, memories: 1 }, copies: { chunks: 1 }, remaining: {} }),
  },
  {
    operation: previewDeletion,
    status: 400,
    when: 'an id that is no UUID',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED }, query: { memory_id: 'none' } }),
  },
  {
    operation: previewDeletion,
    status: 404,
    when: 'a missing memory',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED }, query: { memory_id: ABSENT.memory_id! } }),
  },
  {
    operation: previewDeletion,
    status: 422,
    when: 'two things at once',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED }, query: { document_id: 'a', memory_id: ABSENT.memory_id! } }),
  },
  {
    operation: contract.deleteEntity,
    status: 404,
    when: 'a missing entity',
    ask: ({ alpha }) => ({ key: alpha.key, path: { ...ABSENT, bank_id: FILLED } }),
  },
  {
    operation: contract.mergeEntity,
    status: 200,
    when: 'a merge: the answer is the other entity, with both aliases and all memories',
    ask: async (world) => {
      const { path, idOf } = await scene(world);
      return { key: world.alpha.key, path: path('Bob'), body: { into: idOf('Robert') } };
    },
    check: async ({ entity, memory_units }: EntityChanged, _, world, asked) => {
      expect(entity).toMatchObject({ canonical_name: 'Robert', mention_count: 2, aliases: [{ name: 'Bob' }, { name: 'Robert' }] });
      expect(memory_units).toBe(1);
      const deleted = await world.ask(contract.getEntity, { ...asked, body: undefined });
      expect([deleted.status, (deleted.json as { detail: string }).detail]).toEqual([
        404,
        expect.stringContaining(`merged into '${entity.id}'`),
      ]);
    },
  },
  ...absent(contract.mergeEntity, { into: '00000000-0000-7000-8000-000000000001' }),
  {
    operation: contract.mergeEntity,
    status: 400,
    when: 'into an invalid id',
    ask: ({ alpha }) => ({ key: alpha.key, path: { ...ABSENT, bank_id: FILLED }, body: { into: 'Robert' } }),
  },
  {
    operation: contract.mergeEntity,
    status: 422,
    when: 'into itself',
    ask: async (world) => {
      const { path, idOf } = await scene(world);
      return { key: world.alpha.key, path: path('Bob'), body: { into: idOf('Bob') } };
    },
  },
  {
    operation: contract.splitEntity,
    status: 200,
    when: 'a split-off alias: its memories move to the new entity',
    ask: async (world) => ({ key: world.alpha.key, path: (await merged(world)).path('Robert'), body: { aliases: ['Bob'] } }),
    check: ({ entity, other }: EntityChanged) => {
      expect(entity).toMatchObject({ canonical_name: 'Robert', mention_count: 1 });
      expect(other).toMatchObject({ canonical_name: 'Bob', mention_count: 1, aliases: [{ key: 'bob' }] });
    },
  },
  ...absent(contract.splitEntity, { aliases: ['x'] }),
  {
    operation: contract.splitEntity,
    status: 400,
    when: 'an alias of another entity',
    ask: async (world) => ({ key: world.alpha.key, path: (await merged(world)).path('Robert'), body: { aliases: ['Zoe'] } }),
  },
  {
    operation: contract.splitEntity,
    status: 409,
    when: 'a name for the new entity that is taken',
    ask: async (world) => ({
      key: world.alpha.key,
      path: (await merged(world)).path('Robert'),
      body: { aliases: ['bob'], canonical_name: 'Zoe' },
    }),
  },
  {
    operation: contract.splitEntity,
    status: 422,
    when: 'no alias',
    ask: ({ alpha }) => ({ key: alpha.key, path: { ...ABSENT, bank_id: FILLED }, body: { aliases: [] } }),
  },
  {
    operation: contract.keepEntitiesApart,
    status: 200,
    when: 'a dismissed pair: it is no longer suggested',
    ask: async (world) => {
      const { path, idOf } = await scene(world);
      return { key: world.alpha.key, path: path('Katherine'), body: { from: idOf('Catherine') } };
    },
    check: async (body: never, _, world, { path }) => {
      expect(body).toEqual({ success: true });
      const reply = await world.ask(contract.listEntitySuggestions, { key: world.alpha.key, path });
      expect(reply.json).toEqual({ items: [], limit: 50 });
    },
  },
  ...absent(contract.keepEntitiesApart, { from: '00000000-0000-7000-8000-000000000001' }),
  {
    operation: contract.keepEntitiesApart,
    status: 422,
    when: 'from itself',
    ask: async (world) => {
      const { path, idOf } = await scene(world);
      return { key: world.alpha.key, path: path('Zoe'), body: { from: idOf('Zoe') } };
    },
  },
  {
    operation: contract.listEntitySuggestions,
    status: 200,
    when: 'possible duplicates, with the reason',
    ask: async (world) => ({ key: world.alpha.key, path: { bank_id: (await scene(world)).bank_id } }),
    check: ({ items }: Page<EntitySuggestion>) => {
      expect(items).toMatchObject([{ reason: 'similar', shared_neighbours: 0, together: 0 }]);
      expect(items[0]!.entities.map((entity) => entity.canonical_name).sort()).toEqual(['Catherine', 'Katherine']);
    },
  },
  {
    operation: contract.listEntityChanges,
    status: 200,
    when: 'a merge, with its actor',
    ask: async (world) => ({ key: world.alpha.key, path: (await merged(world)).path('Robert') }),
    check: ({ items, total }: Page<EntityChange>) => {
      expect(total).toBe(1);
      expect(items).toMatchObject([{ kind: 'merge', other: { canonical_name: 'Bob' }, memory_units: 1 }]);
    },
  },
  ...absent(contract.listEntityChanges),
  {
    operation: contract.undoEntityChange,
    status: 200,
    when: 'a merge: both entities are restored, under their ids',
    ask: async (world) => {
      const { path, change_id } = await merged(world);
      return { key: world.alpha.key, path: { ...path('Robert'), change_id } };
    },
    check: ({ entity, other }: EntityChanged) => {
      expect(entity).toMatchObject({ canonical_name: 'Robert', mention_count: 1 });
      expect(other).toMatchObject({ canonical_name: 'Bob', mention_count: 1 });
    },
  },
  ...absent(contract.undoEntityChange),
  {
    operation: contract.undoEntityChange,
    status: 404,
    when: 'a change of another entity',
    ask: async (world) => {
      const { path, change_id } = await merged(world);
      return { key: world.alpha.key, path: { ...path('Zoe'), change_id } };
    },
  },
  {
    operation: contract.undoEntityChange,
    status: 409,
    when: 'a change that is already undone',
    ask: async (world) => {
      const { path, change_id } = await merged(world);
      const asked = { key: world.alpha.key, path: { ...path('Robert'), change_id } };
      await world.ask(contract.undoEntityChange, asked);
      return asked;
    },
  },
];

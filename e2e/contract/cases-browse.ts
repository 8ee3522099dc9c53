import { expect } from 'vitest';
import { ABSENT, type Case } from '#e2e/contract/cases';
import { bankWith, type CaseQuery, FILLED, filled, freshBank, memoryOf, posted, VISIT } from '#e2e/contract/filling';
import type { World } from '#e2e/fixtures/world';
import type { Operation } from '#lib/base/contract/operation';
import { getDocument, listDocuments } from '#lib/memory/documents/contract';
import {
  type BulkResponse,
  countMemories,
  deleteMemory,
  exportMemoriesCsv,
  exportMemoriesJsonl,
  extendMemories,
  getMemory,
  invalidateMemories,
  listMemories,
  listMemoryRevisions,
  type MemoryListItem,
  type MemoryResponse,
  type MemoryRevision,
  restoreMemory,
  revertMemories,
  updateMemory,
} from '#lib/memory/memories/contract';
import { recallMemories } from '#lib/memory/recall/contract';
import type { PurgeReceipt } from '#lib/memory/receipts/contract';

interface Page<T = MemoryListItem> {
  items: T[];
  total: number;
  limit: number;
  offset: number;
  next_cursor: string | null;
  incomplete?: boolean;
}

const listed = (when: string, query: CaseQuery, check: Case['check']): Case => filled(listMemories, when, query, check);

const holding =
  (...words: string[]): Case['check'] =>
  ({ items, total }: Page) => {
    expect(total).toBe(words.length);
    for (const word of words) expect(items.some(({ text }) => text.includes(word))).toBe(true);
  };

const SAID = [
  {
    content: 'Ana: I moved to Porto because the studio is cheaper.\nBen: I am allergic to cats.',
    document_id: 'talk',
    timestamp: '2026-03-01',
  },
];

/** Creates a bank with two memories. Returns the path of the first. */
const curated = async (world: World) => {
  const bank_id = await bankWith(world, SAID);
  return { bank_id, memory_id: await memoryOf(world, bank_id, 'Porto') };
};

const patch = (status: number, when: string, body: Record<string, unknown>, check?: Case['check']): Case => ({
  operation: updateMemory,
  status,
  when,
  ask: async (world) => ({ key: world.alpha.key, path: await curated(world), body }),
  check,
});

const absent = (operation: Operation, body?: unknown): Case[] => [
  {
    operation,
    status: 404,
    when: 'a missing memory',
    ask: ({ alpha }) => ({ key: alpha.key, path: { ...ABSENT, bank_id: FILLED }, body }),
  },
  {
    operation,
    status: 404,
    when: 'a memory of a missing bank',
    ask: ({ alpha }) => ({ key: alpha.key, path: ABSENT, body }),
  },
  {
    operation,
    status: 400,
    when: 'a memory id that is not a UUID',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED, memory_id: 'one' }, body }),
    check: (answer: { detail: string }) => void expect(answer.detail).toContain('not a UUID'),
  },
];

const unknownWord = (operation: Operation, name: string): Case => ({
  operation,
  status: 400,
  when: `an unknown ${name}`,
  ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED }, query: { [name]: 'perhaps' } }),
  check: (answer: { detail: string }) => void expect(answer.detail).toContain(`${name} is `),
});

const recalled = async (world: World, bank_id: string, query: string): Promise<string> =>
  (await world.ask(recallMemories, { key: world.alpha.key, path: { bank_id }, body: { query } })).text;

const bulk = (operation: Operation, status: number, when: string, body: unknown, check?: Case['check']): Case => ({
  operation,
  status,
  when,
  ask: async (world) => ({ key: world.alpha.key, path: { bank_id: await bankWith(world, SAID) }, body }),
  check,
});

export const browseCases: Case[] = [
  listed('all units, the last mentioned first', {}, ({ items, total, limit, offset, next_cursor }: Page) => {
    expect({ total, limit, offset, next_cursor }).toEqual({ total: 5, limit: 100, offset: 0, next_cursor: null });
    const times = items.map(({ mentioned_at }) => Date.parse(mentioned_at!));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(items.every(({ invalidated_at, state }) => invalidated_at === null && state === 'valid')).toBe(true);
  }),
  listed('full text', { q: 'cheaper studio' }, holding('Porto')),
  listed('a sign', { q: ':' }, holding('Porto', 'cats', 'Pixel', 'Portuguese')),
  listed('a document', { document_id: VISIT }, holding('Porto', 'cats')),
  listed(
    'tags, all of them, untagged ones left out',
    [
      ['tags', 'move'],
      ['tags', 'people'],
      ['tags_match', 'all_strict'],
    ],
    holding('Porto', 'cats'),
  ),
  listed('exact without tags: only untagged ones', { tags_match: 'exact' }, holding('archive')),
  listed('a type that nothing has', { type: 'opinion' }, holding()),
  listed(
    'several types',
    [
      ['type', 'observation'],
      ['type', 'world'],
      ['type', 'opinion'],
      ['q', 'cheaper'],
    ],
    holding('Porto'),
  ),
  listed('an entity that nothing names', { entity_id: ABSENT.memory_id }, holding()),
  listed('invalidated units, of which there are none', { state: 'INVALIDATED' }, holding()),
  listed('one day', { from: '2026-05-02', to: '2026-05-02', time_field: 'mentioned_at' }, holding('Pixel', 'Portuguese')),
  listed('a time before anything was stored', { as_of: '2020-01-01' }, ({ items, total, incomplete }: Page) =>
    expect({ items, total, incomplete }).toEqual({ items: [], total: 0, incomplete: false }),
  ),
  listed('a time to come: what is stored now', { as_of: '2999-01-01', valid_at: '2999-01-01' }, ({ total, incomplete }: Page) =>
    expect({ total, incomplete }).toEqual({ total: 5, incomplete: false }),
  ),
  listed('limit 0: the number alone', { limit: '0' }, ({ items, total }: Page) =>
    expect({ items, total }).toEqual({ items: [], total: 5 }),
  ),
  listed('an offset behind the end', { offset: '9007199254740991' }, ({ items, total }: Page) =>
    expect({ items, total }).toEqual({ items: [], total: 5 }),
  ),
  {
    operation: listMemories,
    status: 200,
    when: 'pages by cursor: each memory once',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED }, query: { limit: '2' } }),
    check: async (first: Page, _, world, asked) => {
      const seen = first.items.map(({ id }) => id);
      for (let cursor = first.next_cursor; cursor; ) {
        const next = (await world.ask(listMemories, { ...asked, query: { limit: '2', cursor } })).json as Page;
        seen.push(...next.items.map(({ id }) => id));
        cursor = next.next_cursor;
      }
      expect(new Set(seen).size).toBe(5);
      expect(seen).toHaveLength(5);
    },
  },
  {
    operation: listMemories,
    status: 200,
    when: 'a missing bank: empty',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: freshBank() } }),
    check: (body: never) => expect(body).toEqual({ items: [], total: 0, limit: 100, offset: 0, next_cursor: null }),
  },
  unknownWord(listMemories, 'state'),
  unknownWord(listMemories, 'consolidation_state'),
  unknownWord(exportMemoriesCsv, 'state'),
  unknownWord(exportMemoriesJsonl, 'state'),
  {
    operation: listMemories,
    status: 400,
    when: 'an entity id that is not a UUID',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED }, query: { entity_id: 'one' } }),
  },
  ...[listMemories, exportMemoriesCsv, exportMemoriesJsonl].map(
    (operation): Case => ({
      operation,
      status: 422,
      when: 'an empty range',
      ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED }, query: { from: '2026-05-03', to: '2026-05-02' } }),
      check: (body: { detail: { loc: unknown[] }[] }) => void expect(body.detail[0]!.loc).toEqual(['query', 'from']),
    }),
  ),
  ...(['tags_match', 'sort', 'order', 'from', 'time_field', 'cursor'] as const).map(
    (name): Case => ({
      operation: listMemories,
      status: 422,
      when: `${name} that is invalid`,
      ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED }, query: { [name]: 'perhaps' } }),
      check: (body: { detail: { loc: unknown[] }[] }) => void expect(body.detail[0]!.loc).toEqual(['query', name]),
    }),
  ),
  {
    operation: exportMemoriesCsv,
    status: 200,
    when: 'a filtered list: a file with a header and a row for each memory',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED }, query: { q: 'porto' } }),
    check: (_, { text, headers }) => {
      expect(text.trimEnd().split('\r\n')).toHaveLength(2);
      expect(headers['content-disposition']).toBe(`attachment; filename="${FILLED}-memories.csv"`);
    },
  },
  {
    operation: exportMemoriesJsonl,
    status: 200,
    when: 'more memories than one page of the export',
    ask: async (world) => ({
      key: world.alpha.key,
      path: {
        bank_id: await bankWith(world, [
          {
            content: Array.from({ length: 1100 }, (_, i) => `Pump number ${i} pumps ${i * 7} litres a day into the old basin.`).join('\n'),
            document_id: 'log',
          },
        ]),
      },
    }),
    check: async (_, { text }, world, asked) => {
      const items = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as MemoryListItem);
      const { total } = (await world.ask(listMemories, { ...asked, query: { limit: '0' } })).json as Page;
      expect(total).toBeGreaterThan(500);
      expect(new Set(items.map(({ id }) => id)).size).toBe(total);
      expect(items).toHaveLength(total);
    },
  },
  {
    operation: getMemory,
    status: 200,
    when: 'a memory with its entities, tags and metadata, nulls sent',
    ask: async (world) => ({ key: world.alpha.key, path: { bank_id: FILLED, memory_id: await memoryOf(world, FILLED, 'Porto') } }),
    check: (body: MemoryResponse) => {
      expect(body).toMatchObject({
        type: 'world',
        entities: ['Ana', 'Porto'],
        document_id: VISIT,
        tags: ['move', 'people'],
        metadata: { source: 'notebook' },
        observation_scopes: null,
        state: 'valid',
        invalidation_reason: null,
        history: [],
      });
    },
  },
  ...absent(getMemory),
  patch(
    200,
    'an edit: recall, lists and names follow at once',
    { text: 'Ana: I moved to Lisbon.', context: 'corrected' },
    async (body: MemoryResponse, _, world, asked) => {
      expect(body).toMatchObject({ text: 'Ana: I moved to Lisbon.', context: 'corrected', entities: ['Ana', 'Lisbon'] });
      expect(body.edited_at).not.toBeNull();
      const { bank_id } = asked.path as { bank_id: string };
      expect(await recalled(world, bank_id, 'Who moved to Lisbon?')).toContain('I moved to Lisbon.');
      expect((await world.ask(listMemories, { ...asked, body: undefined, query: { q: 'porto' } })).json).toMatchObject({ total: 0 });
    },
  ),
  patch(
    200,
    'an invalidation with its reason: recall no longer finds it, and reverted it does',
    { state: 'invalidated', reason: 'wrong' },
    async (body: MemoryResponse, _, world, asked) => {
      expect(body).toMatchObject({ state: 'invalidated', invalidation_reason: 'wrong', entities: [] });
      const { bank_id } = asked.path as { bank_id: string };
      expect(await recalled(world, bank_id, 'Why did Ana move to Porto?')).not.toContain('Porto');
      const reverted = (await world.ask(updateMemory, { ...asked, body: { state: 'valid' } })).json;
      expect(reverted).toMatchObject({ state: 'valid', invalidation_reason: null, invalidated_at: null, entities: ['Ana', 'Porto'] });
      expect(await recalled(world, bank_id, 'Why did Ana move to Porto?')).toContain('Porto');
    },
  ),
  patch(
    200,
    'cleared and set times, a type and names as written',
    { occurred_start: '2026-02-01', occurred_end: '', fact_type: 'experience', entities: ['ana', 'Ana', ''], resolve_entities: false },
    (body: MemoryResponse) =>
      expect(body).toMatchObject({ date: '2026-02-01T00:00:00+00:00', occurred_end: null, type: 'experience', entities: ['Ana'] }),
  ),
  patch(400, 'a blank text', { text: ' ' }),
  patch(400, 'a time that is none', { occurred_start: 'soon' }),
  patch(200, 'an expiry: shown, and no revision', { expires_at: '2099-01-01' }, (body: MemoryResponse) =>
    expect(body).toMatchObject({ expires_at: '2099-01-01T00:00:00+00:00', edited_at: null }),
  ),
  patch(422, 'an expiry in the past', { expires_at: '2020-01-01' }),
  patch(422, 'an expiry that is no time', { expires_at: 'soon' }),
  patch(409, 'another revision than the one that was seen', { context: 'late', if_revision: 0 }),
  patch(422, 'nothing to change', { reason: 'because' }),
  patch(422, 'a state that is none', { state: 'gone' }),
  patch(422, 'a type that is derived', { fact_type: 'observation' }),
  ...absent(updateMemory, { context: 'x' }),
  {
    operation: deleteMemory,
    status: 200,
    when: 'a memory: deleted permanently, and not restored by the same text',
    ask: async (world) => ({ key: world.alpha.key, path: await curated(world) }),
    check: async (body: never, _, world, asked) => {
      expect(body).toMatchObject({ success: true, deleted_count: 1 });
      expect((await world.ask(getMemory, asked)).status).toBe(404);
      const { bank_id } = asked.path as { bank_id: string };
      expect(await recalled(world, bank_id, 'Why did Ana move to Porto?')).not.toContain('Porto');
    },
  },
  {
    operation: deleteMemory,
    status: 200,
    when: 'a purge: a receipt, and no word of it in the text',
    ask: async (world) => ({ key: world.alpha.key, path: await curated(world), query: { purge: 'true' } }),
    check: async (body: { receipt: PurgeReceipt }, _, world, asked) => {
      expect(body.receipt).toMatchObject({ kind: 'memory', subject_id: asked.path!.memory_id, removed: { memories: 1 }, remaining: {} });
      const { items } = (await world.ask(listDocuments, { key: world.alpha.key, path: asked.path })).json as { items: { id: string }[] };
      const texts = await Promise.all(
        items.map(
          async ({ id }) => (await world.ask(getDocument, { key: world.alpha.key, path: { ...asked.path, document_id: id } })).json,
        ),
      );
      expect(JSON.stringify(texts)).not.toContain('Porto');
    },
  },
  ...absent(deleteMemory),
  {
    operation: listMemoryRevisions,
    status: 200,
    when: 'an edited memory',
    ask: async (world) => {
      const asked = { key: world.alpha.key, path: await curated(world) };
      await world.ask(updateMemory, { ...asked, body: { text: 'Ana: I moved.', reason: 'shorter' } });
      return asked;
    },
    check: ({ items, total }: Page<MemoryRevision>) => {
      expect(total).toBe(1);
      expect(items).toMatchObject([
        { action: 'edit', reason: 'shorter', actor: { kind: 'unrestricted_key' }, before: { entities: ['Ana', 'Porto'] } },
      ]);
    },
  },
  {
    operation: listMemoryRevisions,
    status: 422,
    when: 'a limit of 0, where the bounds are exact',
    ask: ({ alpha }) => ({ key: alpha.key, path: { ...ABSENT, bank_id: FILLED }, query: { limit: '0' } }),
  },
  ...absent(listMemoryRevisions),
  {
    operation: restoreMemory,
    status: 200,
    when: 'the state before an edit',
    ask: async (world) => {
      const asked = { key: world.alpha.key, path: await curated(world) };
      const edited = (await world.ask(updateMemory, { ...asked, body: { text: 'Ben moved.' } })).json as MemoryResponse;
      return { ...asked, body: { revision: edited.revision } };
    },
    check: (body: MemoryResponse) => expect(body).toMatchObject({ entities: ['Ana', 'Porto'], edited_at: null }),
  },
  {
    operation: restoreMemory,
    status: 409,
    when: 'a revision that has changed in the meantime',
    ask: async (world) => ({ key: world.alpha.key, path: await curated(world), body: { revision: 1, if_revision: 0 } }),
  },
  ...absent(restoreMemory, { revision: 1 }),
  bulk(
    invalidateMemories,
    200,
    'a filter: counted first, then done',
    { filter: { q: 'allergic' }, dry_run: true },
    async (body: BulkResponse, _, world, asked) => {
      expect(body).toEqual({ dry_run: true, matched: 1, changed: 0 });
      const done = await world.ask(invalidateMemories, { ...asked, body: { filter: { q: 'allergic' }, expected_count: 1 } });
      expect(done.json).toEqual({ dry_run: false, matched: 1, changed: 1 });
      const back = await world.ask(revertMemories, { ...asked, body: { all: true } });
      expect(back.json).toEqual({ dry_run: false, matched: 1, changed: 1 });
    },
  ),
  bulk(revertMemories, 200, 'nothing that is invalidated', { filter: { tags: ['none'] } }, (body: BulkResponse) =>
    expect(body).toEqual({ dry_run: false, matched: 0, changed: 0 }),
  ),
  posted(countMemories)(
    200,
    'several filters: the total of each listing',
    { filters: [{}, { tags: ['move', 'people'], tags_match: 'all_strict' }, { state: 'invalidated' }, { type: 'opinion' }] },
    (body: { counts: number[] }) => expect(body).toEqual({ counts: [5, 2, 0, 0] }),
  ),
  bulk(countMemories, 400, 'an entity id that is no UUID', { filters: [{ entity_id: 'one' }] }),
  bulk(countMemories, 422, 'a filter with a name that is none', { filters: [{ tgas: ['x'] }] }),
  bulk(extendMemories, 200, 'no memory that expires', { all: true, expires_at: 'never' }, (body: BulkResponse) =>
    expect(body).toEqual({ dry_run: false, matched: 0, changed: 0 }),
  ),
  bulk(extendMemories, 422, 'an expiry in the past', { all: true, expires_at: '2020-01-01' }),
  ...[invalidateMemories, revertMemories, extendMemories].flatMap((operation): Case[] => {
    const given = operation === extendMemories ? { expires_at: 'never' } : {};
    return [
      bulk(operation, 400, 'an entity id that is no UUID', { filter: { entity_id: 'one' }, ...given }),
      bulk(operation, 409, 'another number than the one that was counted', { filter: { q: 'allergic' }, expected_count: 7, ...given }),
      bulk(operation, 422, 'an empty filter without all', given),
      bulk(operation, 422, 'a filter with a name that is none', { filter: { type: 'world', tgas: ['x'] }, dry_run: true, ...given }),
    ];
  }),
];

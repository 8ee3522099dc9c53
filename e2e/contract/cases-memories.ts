import { expect } from 'vitest';
import type { Case } from '#e2e/contract/cases';
import { bankWith, FILLED, freshBank, nowhere } from '#e2e/contract/filling';
import { OWN_BANK } from '#e2e/fixtures/tenants';
import type { World } from '#e2e/fixtures/world';
import { type DocumentResponse, getDocument, listDocuments, listTags } from '#lib/memory/documents/contract';
import { clearMemories, listMemories, type MemoryListItem } from '#lib/memory/memories/contract';
import { recallMemories } from '#lib/memory/recall/contract';
import { type RetainResponse, retainMemories } from '#lib/memory/retain/contract';
import { getStats } from '#lib/memory/stats/contract';

interface Page<T> {
  items: T[];
  total: number;
}

const documentOf = async (world: World, bank_id: string, document_id: string): Promise<DocumentResponse> =>
  (await world.ask(getDocument, { key: world.alpha.key, path: { bank_id, document_id } })).json as DocumentResponse;

const retain = (status: number, when: string, items: unknown, check?: Case['check'], more: Record<string, unknown> = {}): Case => ({
  operation: retainMemories,
  status,
  when,
  ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: freshBank() }, body: { items, ...more } }),
  check,
});

const at =
  (...loc: (string | number)[]): Case['check'] =>
  (body: { detail: { loc: unknown[] }[] }) =>
    void expect(body.detail[0]?.loc).toEqual(['body', ...loc]);

const OLDER = 'Ana lives in Lisbon.\n';
const NEWER = 'Ana lives in Porto.';
const FIRST = 'Ana: I like tea.';
const SECOND = 'Ben: I like coffee.';

export const memoryCases: Case[] = [
  retain(
    200,
    'one sentence into a missing bank: it is created',
    [{ content: 'Ana moved to Porto.' }],
    (body: RetainResponse, _, __, { path }) => {
      expect(body).toMatchObject({
        success: true,
        bank_id: path?.bank_id,
        items_count: 1,
        async: false,
        usage: { total_tokens: 0 },
        outcomes: [{ index: 0, outcome: 'facts', facts: 1 }],
      });
    },
  ),
  {
    operation: retainMemories,
    status: 200,
    when: 'a child key on its own bank',
    ask: ({ alpha }) => ({ key: alpha.child, path: { bank_id: OWN_BANK }, body: { items: [{ content: 'Written by a child key.' }] } }),
  },
  retain(200, 'no items: nothing happens and no bank is created', [], async (body: RetainResponse, _, world, { path }) => {
    expect(body).toMatchObject({ success: true, items_count: 0, outcomes: [] });
    expect((await world.ask(listDocuments, { key: world.alpha.key, path })).json).toMatchObject({ total: 0 });
  }),
  retain(
    200,
    'items without a document: they share one that is made for the request',
    [{ content: 'One.' }, { content: 'Two.' }],
    (body: RetainResponse) => {
      expect(new Set(body.outcomes.map((outcome) => outcome.document_id)).size).toBe(1);
    },
  ),
  {
    operation: retainMemories,
    status: 200,
    when: 'replace: the document is the new content only',
    ask: async (world) => ({
      key: world.alpha.key,
      path: { bank_id: await bankWith(world, [{ content: OLDER + NEWER, document_id: 'home' }]) },
      body: { items: [{ content: NEWER, document_id: 'home', update_mode: 'replace' }] },
    }),
    check: async (_: never, __, world, { path }) =>
      expect(await documentOf(world, path!.bank_id!, 'home')).toMatchObject({ original_text: NEWER, memory_unit_count: 1 }),
  },
  {
    operation: retainMemories,
    status: 200,
    when: 'append: the content follows on a new line',
    ask: async (world) => ({
      key: world.alpha.key,
      path: { bank_id: await bankWith(world, [{ content: FIRST, document_id: 'talk' }]) },
      body: { items: [{ content: SECOND, document_id: 'talk', update_mode: 'append' }] },
    }),
    check: async (_: never, __, world, { path }) =>
      expect(await documentOf(world, path!.bank_id!, 'talk')).toMatchObject({ original_text: `${FIRST}\n${SECOND}`, memory_unit_count: 2 }),
  },
  {
    operation: retainMemories,
    status: 200,
    when: 'a second request with the same Idempotency-Key: the first answer, nothing written',
    ask: async (world) => {
      const asked = {
        key: world.alpha.key,
        path: { bank_id: freshBank() },
        body: { items: [{ content: 'Said once.' }] },
        headers: { 'idempotency-key': 'once' },
      };
      await world.ask(retainMemories, asked);
      return asked;
    },
    check: async (_: never, __, world, { path }) =>
      expect((await world.ask(listDocuments, { key: world.alpha.key, path })).json).toMatchObject({ total: 1 }),
  },
  {
    operation: retainMemories,
    status: 409,
    when: 'an Idempotency-Key that was used with another body',
    ask: async (world) => {
      const asked = { key: world.alpha.key, path: { bank_id: freshBank() }, headers: { 'idempotency-key': 'once' } };
      await world.ask(retainMemories, { ...asked, body: { items: [{ content: 'First.' }] } });
      return { ...asked, body: { items: [{ content: 'Second.' }] } };
    },
  },
  retain(
    200,
    'an item with a time to live: shown, and after that time in no read',
    [
      { content: 'Ana lives in Porto.', document_id: 'd' },
      { content: 'The door code is marigold.', document_id: 'd', ttl_seconds: 2 },
    ],
    async (_: never, __, world, { path }) => {
      const asked = { key: world.alpha.key, path };
      const memories = async () => ((await world.ask(listMemories, asked)).json as Page<MemoryListItem>).items;
      await expect.poll(async () => (await memories()).map(({ text }) => text), { timeout: 30_000 }).toEqual(['Ana lives in Porto.']);
      const document = await documentOf(world, path!.bank_id!, 'd');
      expect(document).toMatchObject({
        original_text: 'Ana lives in Porto.',
        memory_unit_count: 1,
        expires_at: null,
        expires_in_part: false,
      });
      const found = (await world.ask(recallMemories, { ...asked, body: { query: 'What is the door code?', include: { chunks: {} } } }))
        .json;
      expect(JSON.stringify(found)).not.toContain('marigold');
      expect((await world.ask(getStats, asked)).json).toMatchObject({ total_nodes: 1, expiring_within_7_days: 0 });
    },
  ),
  retain(
    200,
    'an item that expires at a time: the statistics count it',
    [{ content: 'The code is 4711.', ttl_seconds: 86_400 }],
    async (_: never, __, world, { path }) => {
      const asked = { key: world.alpha.key, path };
      expect((await world.ask(getStats, asked)).json).toMatchObject({ expiring_within_7_days: 1 });
      const { items } = (await world.ask(listMemories, asked)).json as Page<MemoryListItem>;
      expect(Date.parse(items[0]!.expires_at!)).toBeGreaterThan(Date.now());
    },
  ),
  retain(422, 'an expiry and a time to live', [{ content: 'x', expires_at: '2099-01-01', ttl_seconds: 5 }], at('items', 0, 'ttl_seconds')),
  retain(422, 'an expiry in the past', [{ content: 'x', expires_at: '2020-01-01' }], at('items', 0, 'expires_at')),
  retain(422, 'an expiry in the past, in the background', [{ content: 'x', expires_at: '2020-01-01' }], at('items', 0, 'expires_at'), {
    async: true,
  }),
  retain(422, 'an expiry that is no time', [{ content: 'x', expires_at: 'soon' }], at('items', 0, 'expires_at')),
  retain(
    200,
    'an item with times of validity: its memories have them',
    [{ content: 'Ana lives in Porto.', valid_from: '2024-03-01', valid_to: '2025-05-01T12:00:00+02:00' }],
    async (_: never, __, world, { path }) => {
      const { items } = (await world.ask(listMemories, { key: world.alpha.key, path })).json as Page<MemoryListItem>;
      expect(items).toMatchObject([
        { valid_from: '2024-03-01T00:00:00+00:00', valid_to: '2025-05-01T10:00:00+00:00', validity_source: 'given', superseded_by: null },
      ]);
    },
  ),
  retain(
    422,
    'a validity that ends before it begins',
    [{ content: 'x', valid_from: '2024-01-02', valid_to: '2024-01-01' }],
    at('items', 0, 'valid_to'),
  ),
  retain(422, 'a validity that is no time', [{ content: 'x', valid_from: 'soon' }], at('items', 0, 'valid_from')),
  retain(
    200,
    'tags as a list, as one word and as JSON in a string, and document_tags',
    [
      { content: 'A1.', tags: ['x', 'y'] },
      { content: 'B2.', tags: 'x' },
      { content: 'C3.', tags: '["x", "z"]' },
    ],
    async (_: never, __, world, { path }) => {
      const { items } = (await world.ask(listTags, { key: world.alpha.key, path })).json as Page<{ tag: string; count: number }>;
      expect(items).toEqual([
        { tag: 'all', count: 3 },
        { tag: 'x', count: 3 },
        { tag: 'y', count: 1 },
        { tag: 'z', count: 1 },
      ]);
    },
    { document_tags: ['all'] },
  ),
  retain(400, 'append without a document', [{ content: 'Lost.', update_mode: 'append' }]),
  retain(422, 'no items field', undefined, at('items')),
  retain(422, 'blank content', [{ content: ' \n\t' }], at('items', 0, 'content')),
  retain(422, 'content that is no string', [{ content: 7 }], at('items', 0, 'content')),
  retain(422, 'a timestamp that is no date', [{ content: 'x', timestamp: '2026-02-30' }], at('items', 0, 'timestamp')),
  retain(422, 'a timestamp in the year 0', [{ content: 'x', timestamp: '0000-01-01' }], at('items', 0, 'timestamp')),
  retain(422, 'a timestamp past the year 9999', [{ content: 'x', timestamp: '+275760-09-13T00:00:00Z' }], at('items', 0, 'timestamp')),
  retain(422, 'a leap second', [{ content: 'x', timestamp: '2016-12-31T23:59:60Z' }], at('items', 0, 'timestamp')),
  retain(422, 'metadata that is not text', [{ content: 'x', metadata: { n: 1 } }], at('items', 0, 'metadata', 'n')),
  retain(422, 'metadata over 16 KiB', [{ content: 'x', metadata: { n: 'x'.repeat(16 * 1024) } }], at('items', 0, 'metadata')),
  retain(422, 'a tag of 129 characters', [{ content: 'x', tags: ['x'.repeat(129)] }], at('items', 0, 'tags', 0)),
  retain(422, '65 tags', [{ content: 'x', tags: Array.from({ length: 65 }, (_, i) => `t${i}`) }], at('items', 0, 'tags')),
  retain(422, 'a document id of 513 characters', [{ content: 'x', document_id: 'x'.repeat(513) }], at('items', 0, 'document_id')),
  retain(422, 'an unknown update_mode', [{ content: 'x', update_mode: 'merge' }], at('items', 0, 'update_mode')),
  retain(422, 'an operation_id that is no UUID', [{ content: 'x' }], at('operation_id'), { operation_id: 'one' }),
  retain(
    422,
    'one bad item among good ones, and nothing is stored',
    [{ content: 'Good.' }, { content: '' }],
    async (_: never, __, world, { path }) => {
      expect((await world.ask(listDocuments, { key: world.alpha.key, path })).json).toMatchObject({ total: 0 });
    },
  ),
  {
    operation: clearMemories,
    status: 200,
    when: 'everything, and the bank remains',
    ask: async (world) => ({
      key: world.alpha.key,
      path: { bank_id: await bankWith(world, [{ content: 'Ana left.' }, { content: 'Ben stayed.' }]) },
    }),
    check: async (body: never, _, world, { path }) => {
      expect(body).toEqual({ success: true, deleted_count: 2 });
      expect((await world.ask(listDocuments, { key: world.alpha.key, path })).json).toMatchObject({ total: 0 });
    },
  },
  {
    operation: clearMemories,
    status: 200,
    when: 'one type: documents keep their text',
    ask: async (world) => ({
      key: world.alpha.key,
      path: { bank_id: await bankWith(world, [{ content: 'Ana left.', document_id: 'd' }]) },
      query: { type: 'world' },
    }),
    check: async (body: never, _, world, { path }) => {
      expect(body).toEqual({ success: true, deleted_count: 1 });
      expect(await documentOf(world, path!.bank_id!, 'd')).toMatchObject({ original_text: 'Ana left.', memory_unit_count: 0 });
    },
  },
  {
    operation: clearMemories,
    status: 200,
    when: 'an unknown type: nothing is deleted',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED }, query: { type: 'opinion' } }),
    check: (body: never) => expect(body).toEqual({ success: true, deleted_count: 0 }),
  },
  nowhere(clearMemories, (body: never) => expect(body).toEqual({ success: true, deleted_count: 0 })),
  {
    operation: clearMemories,
    status: 200,
    when: 'a bank-restricted key on its own bank',
    ask: ({ alpha }) => ({ key: alpha.restricted, path: { bank_id: OWN_BANK } }),
  },
];

import { expect } from 'vitest';
import { ABSENT, type Case } from '#e2e/contract/cases';
import { bankWith, CHAT, FILLED, filled, filledTarget, VISIT, VISIT_TEXT } from '#e2e/contract/filling';
import { OWN_BANK } from '#e2e/fixtures/tenants';
import type { World } from '#e2e/fixtures/world';
import type { Operation } from '#lib/base/contract/operation';
import {
  type ChunkResponse,
  type DocumentListItem,
  type DocumentResponse,
  deleteDocument,
  getChunk,
  getDocument,
  listDocumentChunks,
  listDocuments,
  listTags,
  updateDocument,
} from '#lib/memory/documents/contract';

interface Page<T> {
  items: T[];
  total: number;
  limit: number;
  offset: number;
}

const ids =
  (...expected: string[]): Case['check'] =>
  (body: Page<DocumentListItem>) =>
    void expect(body.items.map((item) => item.id).sort()).toEqual(expected.sort());

const absent = (operation: Operation): Case[] => [
  {
    operation,
    status: 404,
    when: 'a missing document',
    ask: ({ alpha }) => ({ key: alpha.key, path: { ...ABSENT, bank_id: FILLED }, body: { tags: [] } }),
  },
  { operation, status: 404, when: 'a missing bank', ask: ({ alpha }) => ({ key: alpha.key, path: ABSENT, body: { tags: [] } }) },
];

const withDocument = async (world: World) => ({
  bank_id: await bankWith(world, [{ content: 'Ana: I paint.\nBen: I sing.', document_id: 'd/1', tags: ['old'] }]),
  document_id: 'd/1',
});

export const documentCases: Case[] = [
  filled(listDocuments, 'all documents, without their text', {}, (body: Page<DocumentListItem>) => {
    expect(body).toMatchObject({ total: 3, limit: 100, offset: 0 });
    expect(body.items.find((item) => item.id === VISIT)).toMatchObject({
      bank_id: FILLED,
      text_length: VISIT_TEXT.length,
      memory_unit_count: 2,
      tags: ['move', 'people'],
    });
  }),
  filled(listDocuments, 'part of an id in any case', { q: 'VISIT #' }, ids(VISIT)),
  filled(listDocuments, 'a q with a wildcard of SQL: it stands for itself', { q: '%' }, ids()),
  filled(
    listDocuments,
    'tags, any of them, untagged ones left out',
    [
      ['tags', 'move'],
      ['tags', 'people'],
    ],
    ids(VISIT, CHAT),
  ),
  filled(
    listDocuments,
    'tags, all of them',
    [
      ['tags', 'move'],
      ['tags', 'people'],
      ['tags_match', 'all_strict'],
    ],
    ids(VISIT),
  ),
  filled(
    listDocuments,
    'an unknown tags_match: it acts as any, untagged ones included',
    [
      ['tags', 'move'],
      ['tags_match', 'some'],
    ],
    ids(VISIT, 'plain'),
  ),
  filled(listDocuments, 'exact without tags: only untagged ones', { tags_match: 'exact' }, ids('plain')),
  filled(listDocuments, 'a page', { limit: '1', offset: '1' }, (body: Page<unknown>) => {
    expect(body).toMatchObject({ total: 3, limit: 1, offset: 1 });
    expect(body.items).toHaveLength(1);
  }),
  filled(listDocuments, 'an offset behind the end', { offset: '9007199254740991' }, (body: Page<unknown>) => {
    expect(body).toMatchObject({ items: [], total: 3 });
  }),
  {
    operation: listDocuments,
    status: 200,
    when: 'a missing bank: empty',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: 'absent' } }),
    check: (body: never) => expect(body).toEqual({ items: [], total: 0, limit: 100, offset: 0, total_is_estimate: false }),
  },
  {
    operation: getDocument,
    status: 200,
    when: 'an id with a slash, nulls sent',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED, document_id: VISIT } }),
    check: (body: DocumentResponse) => {
      expect(body).toMatchObject({
        id: VISIT,
        bank_id: FILLED,
        original_text: VISIT_TEXT,
        memory_unit_count: 2,
        tags: ['move', 'people'],
        retain_params: { context: 'a visit', metadata: { source: 'notebook' } },
        observation_scopes: null,
      });
    },
  },
  ...absent(getDocument),
  {
    operation: updateDocument,
    status: 200,
    when: 'new tags, which its memories get too',
    ask: async (world) => ({ key: world.alpha.key, path: await withDocument(world), body: { tags: ['b', 'a', 'a'] } }),
    check: async (body: never, _, world, { path }) => {
      expect(body).toEqual({ success: true });
      const { items } = (await world.ask(listTags, { key: world.alpha.key, path })).json as Page<unknown>;
      expect(items).toEqual([
        { tag: 'a', count: 2 },
        { tag: 'b', count: 2 },
      ]);
    },
  },
  {
    operation: updateDocument,
    status: 200,
    when: 'an expiry, which its memories get too, and none again',
    ask: async (world) => ({ key: world.alpha.key, path: await withDocument(world), body: { expires_at: '2099-01-01' } }),
    check: async (_: never, __, world, asked) => {
      const expiry = async () => ((await world.ask(getDocument, { ...asked, body: undefined })).json as DocumentResponse).expires_at;
      expect(await expiry()).toBe('2099-01-01T00:00:00+00:00');
      await world.ask(updateDocument, { ...asked, body: { expires_at: 'never' } });
      expect(await expiry()).toBe(null);
    },
  },
  {
    operation: updateDocument,
    status: 422,
    when: 'an expiry in the past',
    ask: async (world) => ({ key: world.alpha.key, path: await withDocument(world), body: { expires_at: '2020-01-01' } }),
  },
  ...absent(updateDocument),
  {
    operation: updateDocument,
    status: 422,
    when: 'no tags',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED, document_id: VISIT }, body: {} }),
  },
  {
    operation: deleteDocument,
    status: 200,
    when: 'a document with two memories',
    ask: async (world) => ({ key: world.alpha.key, path: await withDocument(world) }),
    check: async (body: never, _, world, asked) => {
      expect(body).toMatchObject({ success: true, document_id: 'd/1', memory_units_deleted: 2 });
      expect(body).toMatchObject({ receipt: { kind: 'document', subject_id: 'd/1', removed: { memories: 2, documents: 1 } } });
      expect((await world.ask(getDocument, asked)).status).toBe(404);
    },
  },
  ...absent(deleteDocument),
  {
    operation: listDocumentChunks,
    status: 200,
    when: 'a long document: its chunks in order are its text',
    ask: async (world) => {
      const content = Array.from({ length: 300 }, (_, i) => `Room ${i} is painted in colour ${i * 7}.${i % 9 === 0 ? '\n\n' : ' '}`).join(
        '',
      );
      return { key: world.alpha.key, path: { bank_id: await bankWith(world, [{ content, document_id: 'long' }]), document_id: 'long' } };
    },
    check: async (body: Page<ChunkResponse>, _, world, asked) => {
      const document = (await world.ask(getDocument, asked)).json as DocumentResponse;
      expect(body.total).toBeGreaterThan(2);
      expect(body.items.map((chunk) => chunk.chunk_index)).toEqual(body.items.map((_, i) => i));
      expect(body.items.map((chunk) => chunk.chunk_text).join('')).toBe(document.original_text);
    },
  },
  ...absent(listDocumentChunks),
  {
    operation: listDocumentChunks,
    status: 422,
    when: 'a limit of 0',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED, document_id: VISIT }, query: { limit: '0' } }),
  },
  {
    operation: listDocumentChunks,
    status: 200,
    when: 'a limit of 20000, which is served as 10,000',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: FILLED, document_id: VISIT }, query: { limit: '20000' } }),
    check: (body: Page<ChunkResponse>) => expect(body).toMatchObject({ limit: 10_000, offset: 0 }),
  },
  {
    operation: getChunk,
    status: 200,
    when: 'a chunk of a bank of the organization',
    ask: async (world) => ({ key: world.alpha.key, path: { ...(await filledTarget(world)) } }),
    check: (body: ChunkResponse) =>
      expect(body).toMatchObject({ document_id: VISIT, bank_id: FILLED, chunk_index: 0, chunk_text: VISIT_TEXT }),
  },
  { operation: getChunk, status: 404, when: 'a missing chunk', ask: ({ alpha }) => ({ key: alpha.key, path: ABSENT }) },
  {
    operation: getChunk,
    status: 404,
    when: 'a malformed id',
    ask: ({ alpha }) => ({ key: alpha.key, path: { chunk_id: 'a/b c' } }),
  },
  {
    operation: getChunk,
    status: 404,
    when: 'a chunk of a bank outside the scope of a restricted key',
    ask: async (world) => ({ key: world.alpha.restricted, path: { ...(await filledTarget(world)) } }),
  },
  filled(listTags, 'the most used first, then by name', {}, (body: Page<unknown>) => {
    expect(body).toEqual({
      items: [
        { tag: 'people', count: 4 },
        { tag: 'move', count: 2 },
      ],
      total: 2,
      limit: 100,
      offset: 0,
    });
  }),
  filled(listTags, 'a wildcard', { q: 'P*E' }, (body: Page<unknown>) => expect(body.items).toEqual([{ tag: 'people', count: 4 }])),
  filled(listTags, 'a word that is only part of a tag', { q: 'peop' }, (body: Page<unknown>) => expect(body.items).toEqual([])),
  filled(listTags, 'mental models, of which there are none', { source: 'mental_models' }, (body: Page<unknown>) =>
    expect(body.items).toEqual([]),
  ),
  {
    operation: listTags,
    status: 422,
    when: 'an unknown source',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: OWN_BANK }, query: { source: 'elsewhere' } }),
  },
];

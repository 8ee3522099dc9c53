import { expect } from 'vitest';
import { ABSENT, type Case } from '#e2e/contract/cases';
import { bankWith, ended, freshBank, nowhere } from '#e2e/contract/filling';
import type { World } from '#e2e/fixtures/world';
import type { Operation } from '#lib/base/contract/operation';
import {
  type CreatedPage,
  createKnowledgeFolder,
  createKnowledgePage,
  deleteKnowledgeNode,
  exportKnowledgeBase,
  getKnowledgeBaseTree,
  getKnowledgePage,
  type KnowledgeFile,
  type KnowledgeMatches,
  type KnowledgeNode,
  type KnowledgePage,
  type KnowledgeTree,
  searchKnowledgeBase,
  updateKnowledgeNode,
} from '#lib/memory/knowledge/contract';
import { createMentalModel, updateMentalModel } from '#lib/memory/mental-models/contract';

const PAGE = { name: 'Ana', source_query: 'Where did Ana move?' };

interface KnowledgeBank {
  readonly bank_id: string;
  readonly folder_id: string;
  readonly page_id: string;
  readonly node_id: string;
  readonly mental_model_id: string;
}

/** A bank with a written page in a folder, and another page. */
async function filledBank(world: World): Promise<KnowledgeBank> {
  const bank_id = await bankWith(world, [{ content: 'Ana: I moved to Porto in March.', tags: ['ana'] }]);
  const at = { key: world.alpha.key, path: { bank_id } };
  const { id: folder_id } = (await world.ask(createKnowledgeFolder, { ...at, body: { name: 'People' } })).json as KnowledgeNode;
  const body = { ...PAGE, parent_id: folder_id, tags: ['ana'] };
  const created = (await world.ask(createKnowledgePage, { ...at, body })).json as CreatedPage;
  await world.ask(createKnowledgePage, { ...at, body: { ...PAGE, name: 'Ben', parent_id: folder_id } });
  await ended(world, bank_id, created.operation_id!);
  return { bank_id, folder_id, page_id: created.page_id, node_id: created.page_id, mental_model_id: created.mental_model_id };
}

const on = (
  operation: Operation,
  status: number,
  when: string,
  of: (bank: KnowledgeBank) => { body?: unknown; query?: Record<string, string>; path?: object },
  check?: Case['check'],
): Case => ({
  operation,
  status,
  when,
  ask: async (world) => {
    const bank = await filledBank(world);
    const { path, ...rest } = of(bank);
    return { key: world.alpha.key, path: { ...bank, ...path }, ...rest };
  },
  check,
});
const says =
  (text: string): Case['check'] =>
  (body: { detail: string }) =>
    void expect(body.detail).toContain(text);
const patched = (
  status: number,
  when: string,
  body: (bank: KnowledgeBank) => object,
  check?: Case['check'],
  path: (bank: KnowledgeBank) => object = () => ({}),
) => on(updateKnowledgeNode, status, when, (bank) => ({ body: body(bank), path: path(bank) }), check);
const ofFolder = ({ folder_id }: KnowledgeBank) => ({ node_id: folder_id });
const missing = (operation: Operation, body?: object): Case => ({
  operation,
  status: 404,
  when: 'an id of another form',
  ask: ({ alpha }) => ({ key: alpha.key, path: { ...ABSENT, page_id: 'x y', node_id: 'x y' }, ...(body && { body }) }),
});
const refusedBody = (operation: Operation, when: string, body: object, field: string): Case => ({
  operation,
  status: 422,
  when,
  ask: ({ alpha }) => ({ key: alpha.key, path: { ...ABSENT }, body }),
  check: (answer: { detail: { loc: unknown[] }[] }) => void expect(answer.detail[0]!.loc).toEqual(['body', ...field.split('.')]),
});

export const knowledgeCases: Case[] = [
  nowhere(getKnowledgeBaseTree, (body: never) => expect(body).toEqual({ roots: [] })),
  on(
    getKnowledgeBaseTree,
    200,
    'a folder with pages',
    () => ({}),
    ({ roots }: KnowledgeTree, _, __, { path }) => {
      expect(roots).toMatchObject([
        { kind: 'folder', name: 'People', managed: false, tags: [], children: [{ name: 'Ana', is_stale: false }, { name: 'Ben' }] },
      ]);
      expect(roots[0]!.children[0]).toMatchObject({
        id: path!.page_id,
        description: PAGE.source_query,
        tags: ['ana'],
        trigger: { mode: 'delta' },
      });
    },
  ),
  on(
    getKnowledgeBaseTree,
    200,
    'both kinds of tag filters, of which both must match',
    () => ({ query: { tags: 'ana', tags_match: 'any_strict', tag_groups: '[{"tags":["ben"]}]' } }),
    (body: never) => expect(body).toEqual({ roots: [] }),
  ),
  {
    operation: createKnowledgeFolder,
    status: 201,
    when: 'a folder in a new bank',
    ask: ({ alpha }) => ({ key: alpha.key, path: { bank_id: freshBank() }, body: { name: 'Docs', parent_id: null } }),
    check: (body: KnowledgeNode) => {
      expect(body).toMatchObject({ id: expect.stringMatching(/^kf-[0-9a-f]{32}$/), kind: 'folder', name: 'Docs', children: [] });
      expect(body).not.toHaveProperty('parent_id');
    },
  },
  on(createKnowledgeFolder, 400, 'an unknown parent', () => ({ body: { name: 'a', parent_id: 'x' } }), says("Parent folder 'x' not found")),
  refusedBody(createKnowledgeFolder, 'a blank name', { name: ' ' }, 'name'),
  on(
    createKnowledgePage,
    201,
    'a page, and the operation that writes it',
    () => ({ body: { ...PAGE, tags: null, max_tokens: null, trigger: null } }),
    (body: CreatedPage) => {
      expect(body).toMatchObject({ page_id: expect.stringMatching(/^kp-[0-9a-f]{32}$/), mental_model_id: expect.stringMatching(/^mm-/) });
      expect(body.operation_id).toBeDefined();
    },
  ),
  on(
    createKnowledgePage,
    400,
    'a page as its parent',
    ({ page_id }) => ({ body: { ...PAGE, parent_id: page_id } }),
    says('is not a folder'),
  ),
  on(
    createKnowledgePage,
    400,
    'both automatic refreshes',
    () => ({ body: { ...PAGE, name: 'x', trigger: { refresh_cron: '0 6 * * *', refresh_after_consolidation: true } } }),
    says('not both'),
  ),
  on(
    createKnowledgePage,
    409,
    'a second name in a folder',
    ({ folder_id }) => ({ body: { ...PAGE, parent_id: folder_id } }),
    says("'Ana'"),
  ),
  refusedBody(createKnowledgePage, 'an unknown mode', { ...PAGE, trigger: { mode: 'fast' } }, 'trigger.mode'),
  on(
    getKnowledgePage,
    200,
    'a written page',
    () => ({}),
    (body: KnowledgePage) => {
      expect(body).toMatchObject({ name: 'Ana', type: 'knowledge-page', description: PAGE.source_query, tags: ['ana'] });
      expect(body.body).toContain('Porto');
      expect(body.markdown).toMatch(/^---\nid: "kp-/);
      expect(body.markdown.endsWith(`\n---\n\n${body.body}\n`)).toBe(true);
    },
  ),
  missing(getKnowledgePage),
  on(getKnowledgePage, 404, 'a folder', ({ folder_id }) => ({ path: { page_id: folder_id } })),
  patched(
    200,
    'everything at once',
    () => ({ name: 'Ana S.', parent_id: null, position: 0, source_query: 'Why?', tags: [], max_tokens: 512, trigger: { mode: 'full' } }),
    async (body: KnowledgeNode, _, world, { path }) => {
      expect(body).toMatchObject({
        name: 'Ana S.',
        description: 'Why?',
        tags: [],
        trigger: { mode: 'full', refresh_after_consolidation: true },
      });
      expect(body).not.toHaveProperty('parent_id');
      const { roots } = (await world.ask(getKnowledgeBaseTree, { key: world.alpha.key, path: path! })).json as KnowledgeTree;
      expect(roots.map(({ name, is_stale }) => [name, is_stale])).toEqual([
        ['Ana S.', true],
        ['People', undefined],
      ]);
    },
  ),
  patched(
    200,
    'nulls, which change nothing except the parent',
    () => ({ name: null, tags: null, trigger: null, parent_id: null }),
    (body: KnowledgeNode) => expect(body).toMatchObject({ name: 'Ana', tags: ['ana'] }),
  ),
  patched(400, 'nothing', () => ({ name: null }), says('Nothing to change')),
  patched(400, 'a folder into itself', ({ folder_id }) => ({ parent_id: folder_id }), says('its own parent'), ofFolder),
  patched(404, 'tags of a folder', () => ({ tags: ['a'] }), says('not found'), ofFolder),
  missing(updateKnowledgeNode, { name: 'a' }),
  patched(409, 'a name that another page has', () => ({ name: 'Ben' }), says("'Ben' already exists")),
  on(updateMentalModel, 409, 'a name that another page in the folder has', () => ({ body: { name: 'Ben' } }), says("'Ben' already exists")),
  on(
    deleteKnowledgeNode,
    200,
    'a folder with everything in it',
    ({ folder_id }) => ({ path: { node_id: folder_id } }),
    async (body: never, _, world, { path }) => {
      expect(body).toEqual({ status: 'deleted' });
      expect((await world.ask(getKnowledgePage, { key: world.alpha.key, path: path! })).status).toBe(404);
    },
  ),
  missing(deleteKnowledgeNode),
  on(
    searchKnowledgeBase,
    200,
    'words of a page',
    () => ({ query: { q: 'Porto', limit: '1' } }),
    ({ results, total }: KnowledgeMatches) => {
      expect(total).toBe(1);
      expect(results[0]).toMatchObject({ name: 'Ana', score: 1, scores: { keyword: 1, keyword_rank: 1, semantic_rank: 1 } });
      expect(results[0]!.snippet).toContain('Porto');
    },
  ),
  nowhere(exportKnowledgeBase, ({ files }: { files: KnowledgeFile[] }) => {
    expect(files).toEqual([{ path: 'index.md', content: expect.stringContaining('_No knowledge pages yet._') }]);
  }),
  on(
    exportKnowledgeBase,
    200,
    'names of folders and pages',
    () => ({ query: { layout: 'names' } }),
    ({ files }: { files: KnowledgeFile[] }) =>
      expect(files.map(({ path }) => path)).toEqual(['index.md', 'People/Ana.md', 'People/Ben.md']),
  ),
  ...(
    [
      [searchKnowledgeBase, 'q', ''],
      [searchKnowledgeBase, 'limit', '51'],
      [getKnowledgeBaseTree, 'tag_groups', '['],
      [exportKnowledgeBase, 'layout', 'zip'],
    ] as const
  ).map(
    ([operation, name, value]): Case => ({
      operation,
      status: 422,
      when: `${name} ${value}`,
      ask: ({ alpha }) => ({ key: alpha.key, path: { ...ABSENT }, query: { [name]: value } }),
    }),
  ),
  {
    operation: createMentalModel,
    status: 200,
    when: 'the name of a page, because only pages of one folder have different names',
    ask: async (world) => ({ key: world.alpha.key, path: { bank_id: (await filledBank(world)).bank_id }, body: PAGE }),
  },
];

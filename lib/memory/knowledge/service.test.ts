import { Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { db, scope, setScope, withTestBank } from '#e2e/fixtures/bank';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { plainPlanner } from '#e2e/fixtures/plain-planner';
import { sql } from '#lib/base/db/db';
import { countStatements } from '#lib/base/db/observe';
import { currentBank, emptyBank } from '#lib/memory/banks/service';
import { deleteDocument } from '#lib/memory/documents/service';
import {
  type CreateFolderBody,
  type CreatePageBody,
  createKnowledgeFolder,
  createKnowledgePage,
  type KnowledgeFile,
  type KnowledgeNode,
  MAX_DEPTH,
  MAX_NODES,
  type PatchNodeBody,
  updateKnowledgeNode,
} from '#lib/memory/knowledge/contract';
import type { ExportLayout } from '#lib/memory/knowledge/literals';
import { searchPages } from '#lib/memory/knowledge/search';
import * as knowledge from '#lib/memory/knowledge/service';
import { refreshHandler } from '#lib/memory/mental-models/handler';
import * as mentalModels from '#lib/memory/mental-models/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const embedder = builtinEmbedder();
const signal = new AbortController().signal;
const ALL = { tags_match: 'any' } as const;

withTestBank();

const say = (content: string, document_id: string, tags: string[] = []) =>
  retain({ db, embedder }, scope, retainBody.parse({ items: [{ content, document_id, tags }] }));
const addFolder = (name: string, parent_id: string | null = null, of = scope): Promise<KnowledgeNode> =>
  knowledge.createFolder(db, of, createKnowledgeFolder.body!.parse({ name, parent_id }) as CreateFolderBody);
const addPage = (name: string, more: Record<string, unknown> = {}) =>
  knowledge.createPage(
    jobApp(db),
    scope,
    createKnowledgePage.body!.parse({ name, source_query: `What about ${name}?`, ...more }) as CreatePageBody,
  );
const patch = (id: string, body: Record<string, unknown>) =>
  knowledge.updateNode({ db, embedder }, scope, id, updateKnowledgeNode.body!.parse(body) as PatchNodeBody);
const tree = async (filter: object = ALL) => (await knowledge.getTree(db, scope, { ...ALL, ...filter })).roots;
/** `name(children)`, in order. */
const shapeOf = (nodes: readonly KnowledgeNode[]): string =>
  nodes.map(({ name, children }) => (children.length > 0 ? `${name}(${shapeOf(children)})` : name)).join(' ');
const shape = async (filter: object = ALL) => shapeOf(await tree(filter));
const refresh = async (id: string) =>
  refreshHandler(plainPlanner()).run(jobOf(jobApp(db, { embedder }), (await currentBank(db, scope))!, { id, cause: 'asked' }));
const exported = async (layout: ExportLayout): Promise<Map<string, string>> => {
  let text = '';
  for await (const part of (await knowledge.exportPages(db, scope, layout)).parts) text += part;
  return new Map((JSON.parse(text) as { files: KnowledgeFile[] }).files.map(({ path, content }) => [path, content]));
};
const refused = (code: string, message: string) => ({ code, message: expect.stringContaining(message) });

describe('the tree', () => {
  it('sorts by the order that was set, then by name, and moves nodes with a position', async () => {
    const docs = await addFolder('Docs');
    for (const name of ['b', 'a10', 'a9']) await addPage(name, { parent_id: docs.id });
    const { page_id } = await addPage('c', { parent_id: docs.id });
    expect(await shape()).toBe('Docs(a9 a10 b c)');
    await patch(page_id, { position: 1 });
    expect(await shape()).toBe('Docs(a9 c a10 b)');
    await addPage('aa', { parent_id: docs.id });
    expect(await shape()).toBe('Docs(a9 c a10 b aa)');
    await patch(page_id, { parent_id: null, name: 'top' });
    await patch(docs.id, { position: 9 });
    expect(await shape()).toBe('top Docs(a9 a10 b aa)');
  });

  it('has no cycle and loses nothing in any concurrent moves', async () => {
    const ids: string[] = [];
    for (const name of 'abcdef') ids.push((await addFolder(name, ids.at(-1) ?? null)).id);
    const moves = fc.array(fc.tuple(fc.nat(5), fc.option(fc.nat(5), { nil: null })), { minLength: 6, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(moves, async (list) => {
        const done = await Promise.allSettled(list.map(([id, to]) => patch(ids[id]!, { parent_id: to === null ? null : ids[to] })));
        for (const one of done) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'bad_request' });
        const names = [...(await shape())].filter((character) => /[a-f]/.test(character));
        expect(names.sort().join('')).toBe('abcdef');
      }),
      { numRuns: 12 },
    );
  });

  it('refuses wrong parents, second names, too many levels and too many nodes', async () => {
    const a = await addFolder('a');
    const b = await addFolder('b', a.id);
    const { page_id } = await addPage('p', { parent_id: a.id });
    await addPage('p');
    await expect(patch(a.id, { parent_id: a.id })).rejects.toMatchObject(refused('bad_request', 'its own parent'));
    await expect(patch(a.id, { parent_id: b.id })).rejects.toMatchObject(refused('bad_request', 'its own folders'));
    await expect(patch(b.id, { parent_id: page_id })).rejects.toMatchObject(refused('bad_request', 'is not a folder'));
    await expect(addFolder('x', 'nowhere')).rejects.toMatchObject(refused('bad_request', "Parent folder 'nowhere' not found"));
    await expect(patch(page_id, { parent_id: null })).rejects.toMatchObject(refused('conflict', "'p' already exists"));
    await expect(addPage('p', { parent_id: a.id })).rejects.toMatchObject({ code: 'conflict' });
    await expect(patch(b.id, { tags: [] })).rejects.toMatchObject({ code: 'not_found' });
    expect(await shape()).toBe('a(b p) p');
    let deep = a.id;
    for (let level = 1; level < MAX_DEPTH; level++) deep = (await addFolder(`${level}`, deep)).id;
    await expect(addFolder('x', deep)).rejects.toMatchObject(refused('bad_request', 'levels'));
    await expect(patch(a.id, { parent_id: (await addFolder('c')).id })).rejects.toMatchObject(refused('bad_request', 'levels'));
    await db.query(sql`
      insert into knowledge_folders (bank_uid, id, name) select ${scope.bankUid}, 'f' || n, 'n' from generate_series(1, ${MAX_NODES}::int) n`);
    await expect(addFolder('x')).rejects.toMatchObject(refused('conflict', `${MAX_NODES}`));
  });

  it('shows folders that are inside themselves at the top level, as an archive can contain them', async () => {
    const a = await addFolder('a');
    const b = await addFolder('b', a.id);
    await addPage('p', { parent_id: b.id });
    const own = await addFolder('own');
    for (const [id, parent] of [
      [a.id, b.id],
      [own.id, own.id],
    ] as const)
      await db.query(sql`update knowledge_folders set parent_id = ${parent} where bank_uid = ${scope.bankUid} and id = ${id}`);
    expect(await shape()).toBe('a b(p) own');
    await patch(a.id, { parent_id: null });
    expect(await shape()).toBe('a(b(p)) own');
  });

  it('contains matching pages with their folders under a filter, and all of a cleared bank', async () => {
    const a = await addFolder('a');
    await addFolder('empty', a.id);
    await addPage('ana', { parent_id: a.id, tags: ['ana', 'x'] });
    await addPage('ben', { tags: ['ben'] });
    const exact = [{ tags: ['ana'], match: 'any_strict' as const }];
    expect(await shape({ tags: ['ana'] })).toBe('a(ana)');
    expect(await shape({ tags: ['x'], tag_groups: exact })).toBe('a(ana)');
    expect(await shape({ tags: ['ben'], tag_groups: exact })).toBe('');
    await emptyBank(db, scope);
    const now = (await currentBank(db, scope))!;
    expect(shapeOf((await knowledge.getTree(db, now, ALL)).roots)).toBe('a(ana empty) ben');
  });
});

describe('a page', () => {
  it('is a mental model that is stale after additions and deletions', async () => {
    const { page_id, mental_model_id } = await addPage('Ana', { tags: ['ana'] });
    const node = async () => (await tree())[0]!;
    expect(await node()).toMatchObject({
      ...{ id: page_id, kind: 'page', mental_model_id, description: 'What about Ana?', tags: ['ana'], is_stale: true },
      trigger: { mode: 'delta', fact_types: null, exclude_mental_models: true, refresh_after_consolidation: true },
    });
    expect(await knowledge.getPage(db, scope, page_id)).toMatchObject({ body: '', markdown: expect.stringContaining('No content yet.') });
    await say('Ana: I live in Porto.', 'a', ['ana']);
    await refresh(mental_model_id);
    expect((await node()).is_stale).toBe(false);
    await deleteDocument(db, scope, 'a');
    expect((await node()).is_stale).toBe(true);
    const list = (exclude_knowledge_pages: boolean) =>
      mentalModels.listModels(db, scope, { tags_match: 'any', detail: 'metadata', exclude_knowledge_pages, limit: 10, offset: 0 });
    expect([(await list(false)).items[0]!.is_knowledge_page, (await list(true)).total]).toEqual([true, 0]);
    await mentalModels.deleteModel(db, scope, mental_model_id);
    expect(await shape()).toBe('');
  });

  it('changes at once or not at all, merges its trigger, and is refreshed for another question', async () => {
    const a = await addFolder('a');
    const { page_id, mental_model_id } = await addPage('one', { trigger: { refresh_cron: '0 6 * * *', tags_match: 'any' } });
    await addPage('two', { parent_id: a.id });
    const queue = () =>
      db.query(sql`select 1 from operations where bank_uid = ${scope.bankUid} and subject = ${mental_model_id} and status = 'pending'`);
    await db.query(sql`delete from operations where bank_uid = ${scope.bankUid}`);
    await expect(patch(page_id, { parent_id: a.id, name: 'two', source_query: 'Why?' })).rejects.toMatchObject({ code: 'conflict' });
    expect([await shape(), (await queue()).length]).toEqual(['a(two) one', 0]);
    const node = await patch(page_id, { parent_id: a.id, name: 'three', source_query: 'Why?', trigger: { keep_trace: true } });
    expect(node).toMatchObject({
      ...{ name: 'three', parent_id: a.id, description: 'Why?' },
      trigger: { refresh_cron: '0 6 * * *', refresh_after_consolidation: false, tags_match: 'any', keep_trace: true },
    });
    expect([await shape(), (await queue()).length]).toEqual(['a(three two)', 1]);
    const { trigger } = await patch(page_id, { trigger: { refresh_after_consolidation: true, tags_match: null } });
    expect(trigger).toMatchObject({ refresh_cron: null, refresh_after_consolidation: true, tags_match: null });
  });

  it('has the trigger of the bank, and before it that of its request', async () => {
    const config = { knowledge_page_default_trigger: { refresh_cron: '0 * * * *', fact_types: ['world'] } };
    await db.query(sql`update banks set config = ${JSON.stringify(config)}::jsonb where uid = ${scope.bankUid}`);
    setScope((await currentBank(db, scope))!);
    await addPage('a');
    await addPage('b', { trigger: { refresh_after_consolidation: true } });
    expect((await tree()).map(({ trigger }) => trigger)).toMatchObject([
      { refresh_cron: '0 * * * *', refresh_after_consolidation: false, fact_types: ['world'], mode: 'delta' },
      { refresh_cron: null, refresh_after_consolidation: true, fact_types: ['world'] },
    ]);
  });

  it('is deleted with its folder, its mental model and its refreshes', async () => {
    const a = await addFolder('a');
    const b = await addFolder('b', a.id);
    const { mental_model_id } = await addPage('deep', { parent_id: b.id });
    await addPage('top');
    await knowledge.deleteNode(db, scope, a.id);
    expect(await shape()).toBe('top');
    await expect(mentalModels.getModel(db, scope, mental_model_id, 'metadata')).rejects.toMatchObject({ code: 'not_found' });
    const open = await db.query(sql`
      select 1 from operations where bank_uid = ${scope.bankUid} and subject = ${mental_model_id} and status in ('pending', 'processing')`);
    expect(open).toEqual([]);
    await expect(knowledge.deleteNode(db, scope, b.id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

it('a folder is deleted in the same number of statements for any number of pages', async () => {
  const statementsFor = async (pages: number): Promise<number> => {
    const { id } = await addFolder(`of ${pages}`);
    for (let i = 0; i < pages; i++) await addPage(`page ${i}`, { parent_id: id });
    // Each open refresh is canceled in a transaction of its own, after that of the deletion.
    await db.query(sql`delete from operations where bank_uid = ${scope.bankUid}`);
    return (await countStatements(() => knowledge.deleteNode(db, scope, id))).statements.length;
  };
  expect(await statementsFor(5)).toBe(await statementsFor(1));
});

describe('search', () => {
  const search = async (q: string, more: object = {}) =>
    (await searchPages({ db, embedder }, (await currentBank(db, scope))!, { q, limit: 10, ...ALL, ...more }, signal)).results;

  it('finds pages by words and by meaning, also unwritten ones by name, and explains the score', async () => {
    await say('Ana: I paint boats in Porto.', 'a', ['ana']);
    const { mental_model_id } = await addPage('Ana', { tags: ['ana'] });
    await addPage('Deployments');
    await refresh(mental_model_id);
    const [first, ...rest] = await search('boats of Ana');
    expect(first).toMatchObject({ name: 'Ana', score: 1, scores: { keyword: 1, keyword_rank: 1, semantic_rank: 1 } });
    expect(first!.snippet).toContain('I paint boats');
    expect(rest).toEqual([]);
    expect(await search('deployments')).toMatchObject([
      { name: 'Deployments', score: 0.5, snippet: 'No content yet.', scores: { semantic: null } },
    ]);
    expect(await search('  ')).toEqual([]);
    await addPage('What Ben is allergic to');
    expect(await search('allergies')).toMatchObject([{ name: 'What Ben is allergic to', scores: { keyword: 0.5 } }]);
  });

  it('excludes pages that cite what a filter excludes', async () => {
    await say('Ana: I paint boats in Porto.', 'a', ['ana']);
    const { mental_model_id } = await addPage('Everybody', {
      tags: ['ben'],
      trigger: { tags_match: 'any', tag_groups: [{ tags: ['ana'] }] },
    });
    await refresh(mental_model_id);
    expect(await search('boats', { tags: ['ana', 'ben'] })).toHaveLength(1);
    expect(await search('boats', { tags: ['ben'] })).toEqual([]);
  });
});

it('exports pages under their ids or their names, with links between them and earlier texts', async () => {
  const team = await addFolder('Team: us');
  const { page_id, mental_model_id } = await addPage('Ana', {
    parent_id: team.id,
    tags: ['type:person', 'ana'],
    trigger: { tags_match: 'any' },
  });
  await addPage('Porto');
  await say('Ana: I live in Porto.', 'a');
  await refresh(mental_model_id);
  await say('Ana: I work in Porto.', 'b');
  await refresh(mental_model_id);
  const ids = await exported('ids');
  expect(ids.get('index.md')).toMatch(
    /^---\ntype: "index"\n---\n\n- \[Porto\]\(kp-\w+\.md\): What about Porto\?\n- \*\*Team: us\*\*\n {2}- \[Ana\]/,
  );
  expect(ids.get(`${page_id}.md`)).toMatch(
    /^---\nid: "kp-\w+"\ntype: "person"\ntitle: "Ana"\ndescription: "What about Ana\?"\ntags: \["ana"\]\n/,
  );
  expect(ids.get(`${page_id}.log.md`)).toMatch(/^## \d{4}-.*\n\nAna: I live in Porto\.\n$/);
  const names = await exported('names');
  expect([...names.keys()]).toEqual(['index.md', 'Porto.md', 'Team- us/Ana.md']);
  expect(names.get('Team- us/Ana.md')).toContain('live in [Porto](../Porto.md)');
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await knowledge.exportZip(db, scope)).parts) chunks.push(chunk);
  const entries = await new ZipReader(new Uint8ArrayReader(Buffer.concat(chunks))).getEntries();
  expect(entries.map(({ filename }) => filename)).toEqual([...names.keys()]);
});

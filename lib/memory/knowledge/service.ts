import { Streamed } from '#lib/base/contract/reply';
import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { inSnapshot } from '#lib/base/db/read-only';
import { defined } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import type { TagFilter } from '#lib/base/tags/filter';
import { type NewMember, zipOf } from '#lib/base/zip/zip-writer';
import { type BankDefaults, configOf } from '#lib/memory/banks/config';
import { inBank, inEnsuredBank, lockBank, noteInAudit } from '#lib/memory/banks/service';
import {
  type CreatedPage,
  type CreateFolderBody,
  type CreatePageBody,
  type KnowledgeFile,
  type KnowledgeNode,
  type KnowledgePage,
  type KnowledgeTree,
  MAX_DEPTH,
  MAX_NODES,
  type PatchNodeBody,
} from '#lib/memory/knowledge/contract';
import { bundleText, exportFiles } from '#lib/memory/knowledge/export';
import { type KnowledgeFilter, withKnowledgeFilter } from '#lib/memory/knowledge/filter';
import { ancestorsOf, levelsBelow } from '#lib/memory/knowledge/hierarchy';
import type { ExportLayout, KnowledgeNodeKind } from '#lib/memory/knowledge/literals';
import { newPageTrigger, patchedTrigger } from '#lib/memory/knowledge/page-trigger';
import * as store from '#lib/memory/knowledge/store';
import { bySiblingOrder, reordered, rootsOf } from '#lib/memory/knowledge/tree';
import { isUnwritten, toFolder, toPage, toPageNode } from '#lib/memory/knowledge/view';
import * as models from '#lib/memory/mental-models/service';
import { toTrigger, toWireTrigger } from '#lib/memory/mental-models/view';
import type { Embedder } from '#lib/models/embeddings/port';
import type { LlmModels } from '#lib/models/llm/port';

/**
 * A tree of folders and pages. A page is a mental model with a place: it is refreshed, read and
 * deleted as one. All changes of a tree wait for each other at the lock of the bank.
 */

const MAX_TOKENS = 4096;

const newNodeId = (kind: KnowledgeNodeKind): string => `${kind === 'folder' ? 'kf' : 'kp'}-${newId().replaceAll('-', '')}`;
const unknownPage = (id: string): ServiceError => new ServiceError('not_found', `Page '${id}' not found`);
const unknownNode = (id: string): ServiceError => new ServiceError('not_found', `Node '${id}' not found`);
const refused = (why: string): ServiceError => new ServiceError('bad_request', why);

// --- read ---

interface NodeRows {
  readonly folders: readonly store.FolderRow[];
  readonly pages: readonly store.PageRow[];
}

const readNodes = async (at: Queryable, scope: BankScope, tags: TagFilter | null): Promise<NodeRows> => ({
  folders: await store.readFolders(at, scope),
  pages: await store.readPages(at, scope, tags),
});

/** `toNode`: a page as a node. `isFiltered`: folders without a page are omitted. */
function treeOf(
  { folders, pages }: NodeRows,
  toNode: (page: store.PageRow) => KnowledgeNode,
  { isFiltered }: { readonly isFiltered: boolean },
) {
  const rows = [...folders.map((row) => ({ row, node: toFolder(row) })), ...pages.map((row) => ({ row, node: toNode(row) }))];
  const nodes = rows.sort((a, b) => bySiblingOrder(a.row, b.row)).map(({ node }) => node);
  return rootsOf(nodes, { withoutEmpty: isFiltered });
}

export async function getTree(db: Queryable, scope: BankScope, filter: KnowledgeFilter): Promise<KnowledgeTree> {
  const { rows, stale, isFiltered } = await withKnowledgeFilter(db, scope, filter, (handle, tags) =>
    inSnapshot(handle, async (at) => {
      const read = await readNodes(at, scope, tags);
      const ids = read.pages.map((page) => page.mental_model_id);
      return { rows: read, isFiltered: tags !== null, stale: ids.length === 0 ? new Set() : await models.staleModels(at, scope, ids) };
    }),
  );
  const toNode = (page: store.PageRow) => ({ ...toPageNode(page), is_stale: isUnwritten(page) || stale.has(page.mental_model_id) });
  return { roots: treeOf(rows, toNode, { isFiltered }) };
}

/** A folder or page as other programs read it. `sort_order`: 0 for all siblings that have none */
export interface PortableNode {
  readonly id: string;
  readonly kind: KnowledgeNodeKind;
  readonly name: string;
  readonly parent_id: string | null;
  readonly mental_model_id: string | null;
  readonly sort_order: number;
}

/** All folders and pages, those of one folder in their order. */
export async function portableNodes(db: Queryable, scope: BankScope): Promise<PortableNode[]> {
  const { folders, pages } = await readNodes(db, scope, null);
  const rows = [
    ...folders.map((row) => ({ ...row, kind: 'folder' as const, mental_model_id: null })),
    ...pages.map((row) => ({ ...row, kind: 'page' as const })),
  ];
  return [...Map.groupBy(rows, ({ parent_id }) => parent_id).values()].flatMap((siblings) => {
    const isOrdered = siblings.some(({ sort_order }) => sort_order !== null);
    return siblings.sort(bySiblingOrder).map(({ id, kind, name, parent_id, mental_model_id }, place) => ({
      ...{ id, kind, name, parent_id, mental_model_id },
      sort_order: isOrdered ? place : 0,
    }));
  });
}

export async function getPage(db: Queryable, scope: BankScope, id: string): Promise<KnowledgePage> {
  const [row] = await store.readTexts(db, scope, [id]);
  if (!row) throw unknownPage(id);
  return toPage(row);
}

async function filesOf(db: Db, scope: BankScope, layout: ExportLayout): Promise<AsyncGenerator<KnowledgeFile>> {
  const rows = await inSnapshot(db, (at) => readNodes(at, scope, null));
  return exportFiles(db, scope, treeOf(rows, toPageNode, { isFiltered: false }), layout);
}

export const exportPages = async (db: Db, scope: BankScope, layout: ExportLayout): Promise<Streamed> =>
  new Streamed(bundleText(await filesOf(db, scope, layout)));

/** An archive with the same files. */
export const exportZip = async (db: Db, scope: BankScope): Promise<Streamed<Uint8Array>> =>
  new Streamed(zipOf(membersOf(await filesOf(db, scope, 'names')), new Date()));

async function* membersOf(files: AsyncIterable<KnowledgeFile>): AsyncGenerator<NewMember> {
  for await (const { path, content } of files) yield { name: path, parts: [content] };
}

// --- create ---

async function parentsOf(tx: Tx, scope: BankScope): Promise<Map<string, string | null>> {
  return new Map((await store.readFolders(tx, scope)).map(({ id, parent_id }) => [id, parent_id]));
}

/** Throws `bad_request` if a node cannot be in this folder. */
async function assertParent(tx: Tx, scope: BankScope, parents: ReadonlyMap<string, string | null>, parentId: string): Promise<void> {
  if (parents.has(parentId)) return;
  throw refused(
    (await store.findPage(tx, scope, parentId)) ? `Parent '${parentId}' is not a folder` : `Parent folder '${parentId}' not found`,
  );
}

async function assertRoom(tx: Tx, scope: BankScope, parentId: string | null, kind: KnowledgeNodeKind): Promise<void> {
  if ((await store.countNodes(tx, scope)) >= MAX_NODES)
    throw new ServiceError('conflict', `The bank has ${MAX_NODES} folders and pages, the most possible. Delete one first.`);
  if (parentId === null) return;
  const parents = await parentsOf(tx, scope);
  await assertParent(tx, scope, parents, parentId);
  if (kind === 'folder') assertDepth(ancestorsOf(parents, parentId).ids.size + 1);
}

function assertDepth(levels: number): void {
  if (levels > MAX_DEPTH) throw refused(`Folders can have at most ${MAX_DEPTH} levels`);
}

export function createFolder(db: Db, unsure: BankScope, { name, parent_id }: CreateFolderBody): Promise<KnowledgeNode> {
  const parentId = parent_id ?? null;
  return inEnsuredBank(db, unsure, async (tx, scope) => {
    await assertRoom(tx, scope, parentId, 'folder');
    const [row] = await store.insertFolder(tx, scope, { id: newNodeId('folder'), parentId, name });
    const folder = toFolder(defined(row));
    await noteInAudit(tx, scope, { action: 'bank.folder_create', after: { node_id: folder.id, name } });
    return folder;
  });
}

export function createPage(
  { db, env, models: llms }: { readonly db: Db; readonly env: BankDefaults; readonly models: LlmModels },
  unsure: BankScope,
  body: CreatePageBody,
): Promise<CreatedPage> {
  const { name, source_query: sourceQuery, tags, max_tokens, parent_id, trigger } = body;
  const parentId = parent_id ?? null;
  return inEnsuredBank(db, unsure, async (tx, scope) => {
    await assertRoom(tx, scope, parentId, 'page');
    const [id, modelId] = [newNodeId('page'), models.newModelId()];
    const { knowledgePageDefaultTrigger: ofBank } = configOf(env, scope.bank);
    const initial = patchedTrigger(newPageTrigger({ hasModel: llms.of('consolidation', scope) !== null }), ofBank);
    const operationId = await models.addModel(tx, scope, modelId, {
      ...{ name, sourceQuery, tags: tags ?? [], maxTokens: max_tokens ?? MAX_TOKENS },
      trigger: toTrigger(patchedTrigger(initial, trigger)),
    });
    await store.insertPage(tx, scope, { id, parentId, modelId });
    await models.assertPageName(tx, scope, modelId, name);
    await noteInAudit(tx, scope, { action: 'bank.page_create', after: { node_id: id, mental_model_id: modelId, name } });
    return { page_id: id, mental_model_id: modelId, operation_id: operationId };
  });
}

// --- change ---

interface LockedNode {
  readonly tx: Tx;
  readonly scope: BankScope;
  readonly revision: number;
  /** null: a page */
  readonly folder: store.FolderRow | null;
  /** null: a folder */
  readonly page: store.PageRow | null;
}

/** Locks the bank and reads a node. Throws `not_found` if there is none. */
function changing<T>(db: Db, scope: BankScope, id: string, work: (node: LockedNode) => Promise<T>): Promise<T> {
  return inBank(db, scope, async (tx) => {
    const revision = await lockBank(tx, scope);
    if (revision === null) throw unknownNode(id);
    const folder = await store.findFolder(tx, scope, id);
    const page = folder ? null : await store.findPage(tx, scope, id);
    if (!folder && !page) throw unknownNode(id);
    return work({ tx, scope, revision, folder, page });
  });
}

const namesOf = (body: PatchNodeBody): string[] =>
  Object.entries(body).flatMap(([name, value]) => (value === undefined || (value === null && name !== 'parent_id') ? [] : [name]));

const isForPages = ({ source_query, tags, max_tokens, trigger }: PatchNodeBody): boolean =>
  [source_query, tags, max_tokens, trigger].some((value) => value !== null && value !== undefined);

/** Throws `bad_request` for a place that would put a folder into itself. */
async function move({ tx, scope, folder }: LockedNode, id: string, parentId: string | null): Promise<void> {
  if (parentId === id) throw refused('A node cannot be its own parent');
  if (parentId !== null) {
    const parents = await parentsOf(tx, scope);
    await assertParent(tx, scope, parents, parentId);
    const above = ancestorsOf(parents, parentId);
    if (above.isCyclic) throw refused(`Folder '${parentId}' is inside itself`);
    if (above.ids.has(id)) throw refused('A folder cannot be moved into one of its own folders');
    if (folder) assertDepth(above.ids.size + levelsBelow(parents, id).length);
  }
  await store.moveNode(tx, scope, id, parentId);
}

async function setPosition({ tx, scope }: LockedNode, id: string, parentId: string | null, position: number): Promise<void> {
  const siblings = await store.readSiblings(tx, scope, parentId);
  await store.setOrder(tx, scope, reordered(siblings, id, position));
}

export async function updateNode(
  app: { readonly db: Db; readonly embedder: Embedder },
  scope: BankScope,
  id: string,
  body: PatchNodeBody,
): Promise<KnowledgeNode> {
  const { node, textOf } = await changing(app.db, scope, id, async (locked) => {
    const { tx, folder, page } = locked;
    if (folder && isForPages(body)) throw unknownPage(id);
    if (body.parent_id !== undefined) await move(locked, id, body.parent_id);
    if (folder && body.name) await store.renameFolder(tx, scope, id, body.name);
    const changedText = page && (await changePage(locked, page, body));
    const parentId = body.parent_id === undefined ? (folder ?? defined(page ?? undefined)).parent_id : body.parent_id;
    if (typeof body.position === 'number') await setPosition(locked, id, parentId, body.position);
    await noteInAudit(tx, scope, {
      action: 'bank.node_update',
      before: { node_id: id, name: (folder ?? page)?.name },
      after: { changed: namesOf(body) },
    });
    return { node: await readNode(tx, scope, id), textOf: changedText };
  });
  if (textOf) await models.reembedModel(app, scope, textOf);
  return node;
}

/** Returns the mental model if its text changed; null: it did not. */
async function changePage({ tx, scope, revision }: LockedNode, page: store.PageRow, body: PatchNodeBody): Promise<string | null> {
  const model = await models.lockModel(tx, scope, page.mental_model_id);
  if (!model) throw unknownNode(page.id);
  const { isTextChanged } = await models.changeModel(tx, scope, model, revision, {
    name: body.name ?? model.name,
    sourceQuery: body.source_query ?? model.sourceQuery,
    tags: body.tags ?? model.tags,
    maxTokens: body.max_tokens ?? model.maxTokens,
    trigger: body.trigger ? toTrigger(patchedTrigger(toWireTrigger(model.trigger), body.trigger)) : model.trigger,
  });
  await models.assertPageName(tx, scope, model.id, body.name ?? model.name);
  if (body.source_query && body.source_query !== model.sourceQuery)
    await models.requestRefresh(tx, scope, { id: model.id, cause: 'asked' });
  return isTextChanged ? model.id : null;
}

async function readNode(db: Queryable, scope: BankScope, id: string): Promise<KnowledgeNode> {
  const folder = await store.findFolder(db, scope, id);
  if (folder) return toFolder(folder);
  const page = await store.findPage(db, scope, id);
  if (!page) throw unknownNode(id);
  return toPageNode(page);
}

// --- delete ---

export async function deleteNode(db: Db, scope: BankScope, id: string): Promise<{ status: 'deleted' }> {
  const open = await changing(db, scope, id, async ({ tx, revision, folder, page }) => {
    const folderIds = folder ? levelsBelow(await parentsOf(tx, scope), id).flat() : [];
    const modelIds = page ? [page.mental_model_id] : await store.readModelsIn(tx, scope, folderIds);
    const refreshes = await models.removeModels(tx, scope, modelIds, revision);
    await store.deleteFolders(tx, scope, folderIds);
    await noteInAudit(tx, scope, {
      action: 'bank.node_delete',
      before: { node_id: id, ...(page && { mental_model_id: page.mental_model_id }), name: (folder ?? page)?.name, pages: modelIds.length },
    });
    return refreshes;
  });
  await models.cancelRefreshes(db, scope, open);
  return { status: 'deleted' };
}

import type { Tx } from '#lib/base/db/db';
import type { BankScope } from '#lib/base/scope';
import { MAX_DEPTH, MAX_NODES } from '#lib/memory/knowledge/contract';
import { ancestorsOf, type Parents } from '#lib/memory/knowledge/hierarchy';
import type { KnowledgeNodeKind } from '#lib/memory/knowledge/literals';
import * as store from '#lib/memory/knowledge/store';
import { bySiblingOrder } from '#lib/memory/knowledge/tree';
import { isPageNameTaken } from '#lib/memory/mental-models/service';

/** Adds folders and pages of another bank. */

export interface KnowledgeNodeToImport {
  readonly id: string;
  readonly kind: KnowledgeNodeKind;
  readonly name: string;
  /** null: at the top level */
  readonly parentId: string | null;
  /** of a page */
  readonly modelId: string | null;
  /** among its siblings */
  readonly order: number | null;
}

/** Folders after those that contain them. One in a cycle, or too deep, is at the top level. */
function parentsFirst(folders: readonly KnowledgeNodeToImport[], known: Parents): KnowledgeNodeToImport[] {
  const parents = new Map([...folders.map(({ id, parentId }) => [id, parentId] as const), ...known]);
  const depthOf = (id: string): number => {
    const { ids, isCyclic } = ancestorsOf(parents, id);
    return isCyclic ? Number.POSITIVE_INFINITY : ids.size;
  };
  return folders
    .map((folder) => ({ folder, depth: depthOf(folder.id) }))
    .sort((a, b) => a.depth - b.depth)
    .map(({ folder, depth }) => (depth > MAX_DEPTH ? { ...folder, parentId: null } : folder));
}

/** Sets the order of siblings that have different ones; others stay sorted by name. */
async function setOrders(tx: Tx, scope: BankScope, added: readonly KnowledgeNodeToImport[]): Promise<void> {
  for (const siblings of Map.groupBy(added, ({ parentId }) => parentId).values()) {
    if (new Set(siblings.map(({ order }) => order)).size < 2) continue;
    const rows = siblings.map(({ id, name, order }) => ({ id, name, sort_order: order }));
    await store.setOrder(
      tx,
      scope,
      rows.sort(bySiblingOrder).map(({ id }) => id),
    );
  }
}

/**
 * Adds nodes to a bank whose lock the caller has, and returns the ids of those that were added. A
 * node whose id exists, a page without one of `models`, a page with the name of another in its
 * folder, and nodes beyond the limit of a bank are not added. A missing parent is the top level.
 */
export async function addNodes(
  tx: Tx,
  scope: BankScope,
  nodes: readonly KnowledgeNodeToImport[],
  models: ReadonlySet<string>,
): Promise<Set<string>> {
  const parents = new Map((await store.readFolders(tx, scope)).map(({ id, parent_id }) => [id, parent_id]));
  const pages = new Set((await store.readPages(tx, scope)).map(({ id }) => id));
  const room = MAX_NODES - parents.size - pages.size;
  const added: KnowledgeNodeToImport[] = [];
  const canAdd = ({ id }: KnowledgeNodeToImport): boolean => added.length < room && !parents.has(id) && !pages.has(id);
  const inFolder = (node: KnowledgeNodeToImport): KnowledgeNodeToImport =>
    node.parentId === null || parents.has(node.parentId) ? node : { ...node, parentId: null };
  const folders = nodes.filter(({ kind, name }) => kind === 'folder' && name.trim() !== '');
  for (const folder of parentsFirst(folders, parents)) {
    if (!canAdd(folder)) continue;
    const node = inFolder(folder);
    await store.insertFolder(tx, scope, node);
    parents.set(node.id, node.parentId);
    added.push(node);
  }
  for (const page of nodes) {
    const { id, kind, modelId } = page;
    if (kind !== 'page' || modelId === null || !models.has(modelId) || !canAdd(page)) continue;
    const node = inFolder(page);
    await store.insertPage(tx, scope, { id, parentId: node.parentId, modelId });
    if (await isPageNameTaken(tx, scope, modelId)) {
      await store.removePage(tx, scope, modelId);
      continue;
    }
    pages.add(id);
    added.push(node);
  }
  await setOrders(tx, scope, added);
  return new Set(added.map(({ id }) => id));
}

import { defined } from '#lib/base/defined';
import type { KnowledgeNode } from '#lib/memory/knowledge/contract';

/** The moves of folders and pages in their tree, by keys or by drag. Pure. */

export type TreeNode = Pick<KnowledgeNode, 'id' | 'kind' | 'name'> & { readonly children: readonly TreeNode[] };

/** A visible line of the tree. */
export interface TreeRow {
  readonly node: TreeNode;
  readonly parentId: string | null;
  /** From 1, as `aria-level` counts. */
  readonly level: number;
  /** From 0, among its siblings. */
  readonly index: number;
  readonly siblings: readonly TreeNode[];
}

/** Where a node is moved to: the number of siblings before it, without the node itself. */
export interface Move {
  readonly id: string;
  readonly parentId: string | null;
  readonly position: number;
}

export type Direction = 'up' | 'down' | 'in' | 'out';

/** The visible rows, from the top. Children of folders that are not in `open` are omitted. */
export function rowsOf(roots: readonly TreeNode[], open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (siblings: readonly TreeNode[], parentId: string | null, level: number): void => {
    for (const [index, node] of siblings.entries()) {
      rows.push({ node, parentId, level, index, siblings });
      if (open.has(node.id)) add(node.children, node.id, level + 1);
    }
  };
  add(roots, null, 1);
  return rows;
}

/**
 * The move of a row in a direction. `in`: to the end of the folder above it among its siblings.
 * `out`: after the folder that contains it. null if there is no such move.
 */
export function moveTo(rows: readonly TreeRow[], id: string, direction: Direction): Move | null {
  const row = rows.find(({ node }) => node.id === id);
  if (!row) return null;
  const { parentId, index, siblings } = row;
  if (direction === 'up') return index > 0 ? { id, parentId, position: index - 1 } : null;
  if (direction === 'down') return index < siblings.length - 1 ? { id, parentId, position: index + 1 } : null;
  if (direction === 'in') {
    const folder = siblings.slice(0, index).findLast(({ kind }) => kind === 'folder');
    return folder ? { id, parentId: folder.id, position: folder.children.length } : null;
  }
  const parent = rows.find(({ node }) => node.id === parentId);
  return parent ? { id, parentId: parent.parentId, position: parent.index + 1 } : null;
}

/** The numbers of folders and pages that a deletion of a node removes, with the node itself. */
export function subtreeCounts(root: TreeNode): { readonly folders: number; readonly pages: number } {
  const counts = { folders: 0, pages: 0 };
  const nodes = [root];
  for (let i = 0; i < nodes.length; i++) {
    const node = defined(nodes[i]);
    counts[node.kind === 'folder' ? 'folders' : 'pages']++;
    nodes.push(...node.children);
  }
  return counts;
}

/** Whether a node can be dropped into a folder: not into itself, nor into a folder below it. */
export function canContain(node: TreeNode, folderId: string | null): boolean {
  if (folderId === null) return true;
  return node.id !== folderId && node.children.every((child) => canContain(child, folderId));
}

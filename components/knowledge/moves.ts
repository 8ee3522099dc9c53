import { defined } from '#lib/base/defined';
import type { KnowledgeNode } from '#lib/memory/knowledge/contract';

/** The moves of folders and pages in their tree, by keys or by drag. Pure. */

export type TreeNode = Pick<KnowledgeNode, 'id' | 'kind' | 'name' | 'mental_model_id' | 'is_stale' | 'last_refresh_failed_at'> & {
  readonly children: readonly TreeNode[];
};

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

/** The part of a row under the pointer: `into` only for folders. */
export type DropZone = 'before' | 'into' | 'after';

/**
 * The move of a node that is dropped on a row. Below an open folder is above what it contains.
 * null if the node cannot be there, or is there already.
 */
export function dropAt(
  node: TreeNode,
  { node: target, parentId, siblings }: TreeRow,
  zone: DropZone,
  open: ReadonlySet<string>,
): Move | null {
  if (target.id === node.id) return null;
  const inside = target.children.filter(({ id }) => id !== node.id);
  const others = siblings.filter(({ id }) => id !== node.id);
  const isFirstInside = zone === 'after' && open.has(target.id) && inside.length > 0;
  const move =
    zone === 'into' || isFirstInside
      ? { id: node.id, parentId: target.id, position: isFirstInside ? 0 : inside.length }
      : { id: node.id, parentId, position: others.findIndex(({ id }) => id === target.id) + (zone === 'after' ? 1 : 0) };
  const now = move.parentId === target.id ? target.children : siblings;
  return canContain(node, move.parentId) && now[move.position]?.id !== node.id ? move : null;
}

interface MovableNode<Node> {
  readonly id: string;
  readonly children: Node[];
}

/** The tree after a move, which must be possible. */
export function movedTree<Node extends MovableNode<Node>>(roots: readonly Node[], { id, parentId, position }: Move): Node[] {
  const moved: Node[] = [];
  const without = (nodes: readonly Node[]): Node[] =>
    nodes.flatMap((node) => {
      if (node.id !== id) return [{ ...node, children: without(node.children) }];
      moved.push(node);
      return [];
    });
  const into = (nodes: readonly Node[]): Node[] =>
    nodes.map((node) => ({
      ...node,
      children: node.id === parentId ? node.children.toSpliced(position, 0, ...moved) : into(node.children),
    }));
  const rest = without(roots);
  return parentId === null ? rest.toSpliced(position, 0, ...moved) : into(rest);
}

/** The tree with another name of a node. */
export const renamedTree = <Node extends MovableNode<Node>>(roots: readonly Node[], id: string, name: string): Node[] =>
  roots.map((node) => ({ ...node, ...(node.id === id && { name }), children: renamedTree(node.children, id, name) }));

/** A node, and the folders that contain it, from the top. null if the tree has no such node. */
export function pathTo(roots: readonly TreeNode[], id: string): { readonly node: TreeNode; readonly folders: readonly TreeNode[] } | null {
  for (const node of roots) {
    if (node.id === id) return { node, folders: [] };
    const below = pathTo(node.children, id);
    if (below) return { node: below.node, folders: [node, ...below.folders] };
  }
  return null;
}

/** As `pathTo`, of a page by its id or that of its mental model. */
export function pathToPage(roots: readonly TreeNode[], id: string): ReturnType<typeof pathTo> {
  const ofModel = nodesOf(roots, 'page').find(({ node }) => node.mental_model_id === id);
  return pathTo(roots, ofModel?.node.id ?? id);
}

/** All nodes of one kind, from the top, each with its level from 1. */
export function nodesOf(
  roots: readonly TreeNode[],
  kind: TreeNode['kind'],
  level = 1,
): { readonly node: TreeNode; readonly level: number }[] {
  return roots.flatMap((node) => [...(node.kind === kind ? [{ node, level }] : []), ...nodesOf(node.children, kind, level + 1)]);
}

const folded = (text: string): string => text.normalize('NFKC').toLocaleLowerCase();

/**
 * The next row whose name begins with what was typed, after the end from the top again. One
 * character, also repeated, leaves the current row.
 */
export function rowTyped(rows: readonly TreeRow[], fromId: string | null, typed: string): TreeRow | null {
  const isRepeated = [...typed].every((character, _, [first]) => character === first);
  const prefix = folded(isRepeated ? [...typed].slice(0, 1).join('') : typed);
  const at = rows.findIndex(({ node }) => node.id === fromId);
  const start = isRepeated ? at + 1 : Math.max(0, at);
  return [...rows.slice(start), ...rows.slice(0, start)].find(({ node }) => folded(node.name).startsWith(prefix)) ?? null;
}

import type { KnowledgeNode } from '#lib/memory/knowledge/contract';
import { ancestorsOf, type Parents } from '#lib/memory/knowledge/hierarchy';

/** The tree of nodes, and the order of siblings. Pure. */

interface Ordered {
  readonly id: string;
  readonly name: string;
  readonly sort_order: number | null;
}

const names = new Intl.Collator('en', { numeric: true });

/** Those with an order first, the others by name. */
export const bySiblingOrder = (a: Ordered, b: Ordered): number =>
  (a.sort_order ?? Number.MAX_SAFE_INTEGER) - (b.sort_order ?? Number.MAX_SAFE_INTEGER) ||
  names.compare(a.name, b.name) ||
  (a.id < b.id ? -1 : 1);

/** The ids of siblings in order, with one of them at a position. */
export function reordered(siblings: readonly Ordered[], id: string, position: number): string[] {
  const ids = siblings
    .filter((one) => one.id !== id)
    .toSorted(bySiblingOrder)
    .map((one) => one.id);
  return ids.toSpliced(position, 0, id);
}

/** Whether a folder is inside itself, as an archive can contain it. */
const isInItself = (parents: Parents, { id, parent_id }: KnowledgeNode): boolean =>
  parent_id != null && ancestorsOf(parents, parent_id).ids.has(id);

/**
 * The roots of a tree, from nodes in the order of siblings. A node whose parent is missing is a
 * root, and so is a folder that is inside itself, which no walk from the top would reach.
 * `withoutEmpty`: folders without a page below them are removed.
 */
export function rootsOf(listed: readonly KnowledgeNode[], { withoutEmpty }: { readonly withoutEmpty: boolean }): KnowledgeNode[] {
  const parents = new Map(listed.flatMap(({ kind, id, parent_id }) => (kind === 'folder' ? [[id, parent_id ?? null] as const] : [])));
  const nodes = listed.map((node) => (isInItself(parents, node) ? { ...node, parent_id: null } : node));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const wanted = withoutEmpty ? withPages(nodes, byId) : null;
  const roots: KnowledgeNode[] = [];
  for (const node of nodes) {
    if (wanted && !wanted.has(node.id)) continue;
    (byId.get(node.parent_id ?? '')?.children ?? roots).push(node);
  }
  return roots;
}

/** The pages and every folder above one. */
function withPages(nodes: readonly KnowledgeNode[], byId: ReadonlyMap<string, KnowledgeNode>): ReadonlySet<string> {
  const wanted = new Set<string>();
  for (const page of nodes)
    if (page.kind === 'page')
      for (let node: KnowledgeNode | undefined = page; node && !wanted.has(node.id); node = byId.get(node.parent_id ?? ''))
        wanted.add(node.id);
  return wanted;
}

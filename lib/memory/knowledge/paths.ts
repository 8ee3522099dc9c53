import type { KnowledgeNode } from '#lib/memory/knowledge/contract';
import { FreeNames, fileName } from '#lib/memory/knowledge/file-names';
import type { ExportLayout } from '#lib/memory/knowledge/literals';
import type { IndexEntry } from '#lib/memory/knowledge/markdown';

/** Where an export stores each page. Pure. */

export interface ExportPaths {
  /** the tree, for the index */
  readonly index: readonly IndexEntry[];
  /** of the file of each page, in the order of the tree */
  readonly byPage: ReadonlyMap<string, { readonly path: string; readonly name: string }>;
}

export function exportPaths(roots: readonly KnowledgeNode[], layout: ExportLayout): ExportPaths {
  const byPage = new Map<string, { path: string; name: string }>();
  const entriesOf = (nodes: readonly KnowledgeNode[], folder: string, taken: readonly string[]): IndexEntry[] => {
    const free = new FreeNames(taken);
    return nodes.map((node): IndexEntry => {
      const own = layout === 'ids' ? node.id : fileName(node.name, node.id);
      if (node.kind === 'folder') {
        const inner = layout === 'ids' ? '' : `${folder}${free.take(own, '')}/`;
        return { kind: 'folder', name: node.name, children: entriesOf(node.children, inner, []) };
      }
      const path = `${folder}${free.take(own, '.md')}`;
      byPage.set(node.id, { path, name: node.name });
      return { kind: 'page', name: node.name, description: node.description ?? '', path };
    });
  };
  const index = entriesOf(roots, '', ['index.md']);
  return { index, byPage };
}

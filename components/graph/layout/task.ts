import { defined } from '#lib/base/defined';
import type { NodeKind } from '#lib/memory/graph/literals';

/** What the worker is asked for. Nodes are named by their place in the list. */
export interface LayoutTask {
  readonly name: 'force' | 'rings' | 'breadth' | 'timeline' | 'grid' | 'near';
  readonly nodes: readonly {
    readonly id: string;
    readonly kind: NodeKind;
    /** milliseconds; null: not known */
    readonly at: number | null;
    /** stays where it is */
    readonly fixed: { readonly x: number; readonly y: number } | null;
  }[];
  readonly edges: readonly (readonly [source: number, target: number, weight: number])[];
  /** the middle of rings, the top of a tree; null: the node with most links */
  readonly root: number | null;
}

/** x and y of each node by turns. */
export type Laid = Float64Array;
/** From 0 to 1, with where the nodes are by then. */
export type OnProgress = (share: number, laid: Laid | null) => void;

export type Asked =
  | { readonly id: number; readonly kind: 'layout'; readonly task: LayoutTask }
  | { readonly id: number; readonly kind: 'groups'; readonly task: Pick<LayoutTask, 'nodes' | 'edges'> };
export type Told =
  | { readonly id: number; readonly kind: 'progress'; readonly share: number; readonly laid: Laid | null }
  | { readonly id: number; readonly kind: 'laid'; readonly laid: Laid }
  | { readonly id: number; readonly kind: 'groups'; readonly groups: Int32Array }
  | { readonly id: number; readonly kind: 'failed'; readonly why: string };

/** Between the middles of two nodes that hang together. */
export const STEP = 64;

export const linksOf = ({ nodes, edges }: Pick<LayoutTask, 'nodes' | 'edges'>): number[] => {
  const links = Array<number>(nodes.length).fill(0);
  for (const [a, b] of edges) {
    links[a] = defined(links[a]) + 1;
    links[b] = defined(links[b]) + 1;
  }
  return links;
};

export function tiesByIndex({ nodes, edges }: Pick<LayoutTask, 'nodes' | 'edges'>): number[][] {
  const ties = nodes.map((): number[] => []);
  for (const [a, b] of edges) {
    defined(ties[a]).push(b);
    defined(ties[b]).push(a);
  }
  return ties;
}

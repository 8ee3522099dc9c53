import { defined } from '#lib/base/defined';
import type { NodeKind } from '#lib/memory/graph/literals';

/** A request to the worker. Nodes are identified by their index in the list. */
export interface LayoutTask {
  readonly name: 'force' | 'incremental' | 'rings' | 'breadth' | 'timeline' | 'grid' | 'near';
  readonly nodes: readonly {
    readonly id: string;
    readonly kind: NodeKind;
    /** In milliseconds, or null if unknown. */
    readonly at: number | null;
    /** The node does not move. */
    readonly fixed: { readonly x: number; readonly y: number } | null;
  }[];
  readonly edges: readonly (readonly [source: number, target: number, weight: number])[];
  /** The center of rings or the top of a tree. Null for the node with the most links. */
  readonly root: number | null;
}

/** Alternating x and y of each node. */
export type Coordinates = Float64Array;
/** Called with the progress from 0 to 1 and the current positions. */
export type OnProgress = (share: number, laid: Coordinates | null) => void;

export type WorkerRequest =
  | { readonly id: number; readonly kind: 'layout'; readonly task: LayoutTask }
  | {
      readonly id: number;
      readonly kind: 'groups';
      readonly task: Pick<LayoutTask, 'nodes' | 'edges'>;
      readonly former: readonly (number | null)[] | null;
    };
export type WorkerMessage =
  | { readonly id: number; readonly kind: 'progress'; readonly share: number; readonly laid: Coordinates | null }
  | { readonly id: number; readonly kind: 'laid'; readonly laid: Coordinates }
  | { readonly id: number; readonly kind: 'groups'; readonly groups: Int32Array }
  | { readonly id: number; readonly kind: 'failed'; readonly why: string };

/** Distance between the centers of two linked nodes. */
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

import type { Tick } from '#components/graph/draw/axis';
import type { Hull } from '#components/graph/draw/hulls';
import type { Ink } from '#components/graph/draw/ink';
import type { NodeLook } from '#components/graph/draw/look';
import type { Graph, NodeLinks, Positions } from '#components/graph/model';

/** The content of the picture. */
export interface Show {
  readonly graph: Graph;
  readonly places: Positions;
  readonly looks: ReadonlyMap<string, NodeLook>;
  readonly widths: ReadonlyMap<string, number>;
  /** Ids of the links between communities that are faded. */
  readonly across: ReadonlySet<string>;
  readonly ties: NodeLinks;
  readonly hulls: readonly Hull[];
  /** Dates along a timeline. Empty in other layouts. */
  readonly axis: readonly Tick[];
  readonly ink: Ink;
  readonly selected: string | null;
  /** Nodes and edges of a path. */
  readonly way: ReadonlySet<string>;
  readonly fresh: ReadonlySet<string>;
  readonly pinned: ReadonlySet<string>;
}

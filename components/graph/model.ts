import type { ExploredEdge, ExploredNode } from '#lib/memory/graph/contract';
import type { GraphMode, NodeKind } from '#lib/memory/graph/literals';

/**
 * The explored graph, independent of how it is drawn. Plain data that does not depend on a browser.
 */

export type GraphNode = ExploredNode;
export interface GraphEdge extends ExploredEdge {
  readonly id: string;
}

/** Whether graphs of a mode draw nodes of a kind. */
export const isDrawnIn = (mode: GraphMode, kind: NodeKind): boolean => mode === 'both' || (kind === 'entity') === (mode === 'entities');

export interface Point {
  readonly x: number;
  readonly y: number;
}
export type Positions = ReadonlyMap<string, Point>;

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

export const edgeId = ({ source, target, kind }: ExploredEdge): string => `${source}~${target}~${kind}`;
export const withId = (edge: ExploredEdge): GraphEdge => ({ ...edge, id: edgeId(edge) });

/** Identifies an edge regardless of its direction. */
const sameEdge = ({ source, target, kind }: ExploredEdge): string =>
  source < target ? `${source}~${target}~${kind}` : `${target}~${source}~${kind}`;

/** Adds `more` to a graph without duplicates or edges with a missing end. */
export function merged(graph: Graph, more: { readonly nodes: readonly GraphNode[]; readonly edges: readonly ExploredEdge[] }): Graph {
  const known = new Set(graph.nodes.map(({ id }) => id));
  const nodes = [...graph.nodes, ...more.nodes.filter(({ id }) => !known.has(id) && known.add(id))];
  const joined = new Set(graph.edges.map(sameEdge));
  const edges = [...graph.edges];
  for (const edge of more.edges) {
    if (!known.has(edge.source) || !known.has(edge.target) || joined.has(sameEdge(edge))) continue;
    joined.add(sameEdge(edge));
    edges.push(withId(edge));
  }
  return { nodes, edges };
}

export interface NodeLink {
  readonly edge: GraphEdge;
  readonly other: string;
}
export type NodeLinks = ReadonlyMap<string, readonly NodeLink[]>;

/** The links of each node, strongest first. */
export function tiesOf({ nodes, edges }: Graph): NodeLinks {
  const ties = new Map<string, NodeLink[]>(nodes.map(({ id }) => [id, []]));
  for (const edge of edges) {
    ties.get(edge.source)?.push({ edge, other: edge.target });
    ties.get(edge.target)?.push({ edge, other: edge.source });
  }
  for (const list of ties.values()) list.sort((a, b) => b.edge.weight - a.edge.weight || (a.other < b.other ? -1 : 1));
  return ties;
}

/**
 * The neighbors of a node as the bank defines them. Links by time or meaning are drawn, but an
 * expansion does not follow them.
 */
export function aboutOf(edges: readonly GraphEdge[], id: string | null): ReadonlySet<string> {
  const others = edges.flatMap(({ source, target, kind }) =>
    kind === 'temporal' || kind === 'semantic' || (source !== id && target !== id) ? [] : source === id ? target : source,
  );
  return new Set(others);
}

/** A shortest path among nodes in view, or null. */
export function wayIn(ties: NodeLinks, from: string, to: string): { nodes: string[]; edges: string[] } | null {
  const before = new Map<string, NodeLink & { readonly from: string }>();
  const seen = new Set([from]);
  let frontier = [from];
  while (frontier.length > 0 && !seen.has(to)) {
    const next: string[] = [];
    for (const at of frontier)
      for (const tie of ties.get(at) ?? []) {
        if (seen.has(tie.other)) continue;
        seen.add(tie.other);
        before.set(tie.other, { ...tie, from: at });
        next.push(tie.other);
      }
    frontier = next;
  }
  if (!seen.has(to) || !ties.has(from)) return null;
  const nodes = [to];
  const edges: string[] = [];
  for (let step = before.get(to); step; step = before.get(step.from)) {
    nodes.unshift(step.from);
    edges.unshift(step.edge.id);
  }
  return { nodes, edges };
}

/** The nearest node in the direction of an arrow key, by distance and deviation. */
export function nearest(
  places: Positions,
  ids: readonly string[],
  from: string,
  direction: 'up' | 'down' | 'left' | 'right',
): string | null {
  const origin = places.get(from);
  if (!origin) return null;
  const [dx, dy] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[direction] as [number, number];
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const id of ids) {
    const place = places.get(id);
    if (!place || id === from) continue;
    const along = (place.x - origin.x) * dx + (place.y - origin.y) * dy;
    const offset = Math.abs((place.x - origin.x) * dy) + Math.abs((place.y - origin.y) * dx);
    if (along <= 0 || offset > along * 2) continue;
    const cost = along + offset * 1.5;
    if (cost < least) [best, least] = [id, cost];
  }
  return best;
}

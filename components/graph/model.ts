import type { ExploredEdge, ExploredNode } from '#lib/memory/graph/contract';
import type { GraphMode, NodeKind } from '#lib/memory/graph/literals';

/** What is explored, apart from how it is drawn. Everything here is plain data and knows no browser. */

export type GraphNode = ExploredNode;
export interface GraphEdge extends ExploredEdge {
  readonly id: string;
}

/** Whether graphs of a mode draw nodes of a kind. */
export const isDrawnIn = (mode: GraphMode, kind: NodeKind): boolean => mode === 'both' || (kind === 'entity') === (mode === 'entities');

export interface Place {
  readonly x: number;
  readonly y: number;
}
export type Places = ReadonlyMap<string, Place>;

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

export const edgeId = ({ source, target, kind }: ExploredEdge): string => `${source}~${target}~${kind}`;
export const withId = (edge: ExploredEdge): GraphEdge => ({ ...edge, id: edgeId(edge) });

/** Whichever way round an edge of a kind was found, it is one. */
const sameEdge = ({ source, target, kind }: ExploredEdge): string =>
  source < target ? `${source}~${target}~${kind}` : `${target}~${source}~${kind}`;

/** `more` added to a graph: nothing twice, no edge without both of its ends. */
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

export interface Tie {
  readonly edge: GraphEdge;
  readonly other: string;
}
export type Ties = ReadonlyMap<string, readonly Tie[]>;

/** For each node what hangs on it, the strongest first. */
export function tiesOf({ nodes, edges }: Graph): Ties {
  const ties = new Map<string, Tie[]>(nodes.map(({ id }) => [id, []]));
  for (const edge of edges) {
    ties.get(edge.source)?.push({ edge, other: edge.target });
    ties.get(edge.target)?.push({ edge, other: edge.source });
  }
  for (const list of ties.values()) list.sort((a, b) => b.edge.weight - a.edge.weight || (a.other < b.other ? -1 : 1));
  return ties;
}

/** What the bank calls neighbours of a node, of the edges of a picture: nearness in time or meaning is drawn, and brings nothing. */
export function aboutOf(edges: readonly GraphEdge[], id: string | null): ReadonlySet<string> {
  const others = edges.flatMap(({ source, target, kind }) =>
    kind === 'temporal' || kind === 'semantic' || (source !== id && target !== id) ? [] : source === id ? target : source,
  );
  return new Set(others);
}

/** A shortest way over what is in view; null: there is none. */
export function wayIn(ties: Ties, from: string, to: string): { nodes: string[]; edges: string[] } | null {
  const before = new Map<string, Tie & { readonly from: string }>();
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

/** The nearest node in the direction of an arrow key: near, and not far off the direction. */
export function nearest(places: Places, ids: readonly string[], from: string, direction: 'up' | 'down' | 'left' | 'right'): string | null {
  const origin = places.get(from);
  if (!origin) return null;
  const [dx, dy] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[direction] as [number, number];
  let best: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const id of ids) {
    const place = places.get(id);
    if (!place || id === from) continue;
    const along = (place.x - origin.x) * dx + (place.y - origin.y) * dy;
    const aside = Math.abs((place.x - origin.x) * dy) + Math.abs((place.y - origin.y) * dx);
    if (along <= 0 || aside > along * 2) continue;
    const cost = along + aside * 1.5;
    if (cost < least) [best, least] = [id, cost];
  }
  return best;
}

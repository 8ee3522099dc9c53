import type { Scene } from '#components/graph/acts';
import type { Graph, GraphNode } from '#components/graph/model';
import type { Moment } from '#components/graph/moments';
import { defined } from '#lib/base/defined';
import type { EntityCategory } from '#lib/memory/entities/literals';
import type { EdgeKind, NodeKind } from '#lib/memory/graph/literals';

/** Which part of a scene is in view, and its times. */

/** What an entity is. */
export const categoryOf = ({ category }: Pick<GraphNode, 'category'>): EntityCategory => category ?? 'thing';

const stampOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));

/** The start and end of a node, or null if it has no such time and no substitute. */
export function spanOf({ first, last }: GraphNode, moment: Moment): readonly [number, number] | null {
  const from = stampOf(first[moment]);
  return from === null ? null : [from, stampOf(last[moment]) ?? from];
}

/** The first and last time, and the range of the scale. */
export interface TimeExtent {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Maximum share of outliers at either end that a scale may exclude, and how far away they must be.
 */
const OFF = { share: 0.08, times: 4 } as const;

export function stretchOf(times: readonly number[]): TimeExtent | null {
  if (times.length === 0) return null;
  const sorted = times.toSorted((a, b) => a - b);
  const [from, to] = [defined(sorted[0]), defined(sorted.at(-1))];
  const few = Math.floor(sorted.length * OFF.share);
  const [low, high] = [defined(sorted[few]), defined(sorted.at(-1 - few))];
  return low < high && (high - low) * OFF.times < to - from ? { from, to, low, high } : { from, to, low: from, high: to };
}

/** The range of the color scale, or null if no node has that time. */
export const recencyOf = (nodes: readonly GraphNode[], moment: Moment): TimeExtent | null =>
  stretchOf(nodes.map((node) => spanOf(node, moment)?.[1]).filter((at) => at !== undefined));

/** The number of nodes without such a time. */
export const timelessOf = (nodes: readonly GraphNode[], moment: Moment): number =>
  nodes.filter((node) => spanOf(node, moment) === null).length;

export interface Window {
  readonly from: number;
  readonly to: number;
}

export interface ViewFilter {
  readonly off: ReadonlySet<NodeKind>;
  /** Categories of entities that are not shown. */
  readonly offCategories: ReadonlySet<EntityCategory>;
  /** Nodes of communities that are switched off. */
  readonly offNodes: ReadonlySet<string>;
  /** Kinds of links that are not drawn. */
  readonly offLines: ReadonlySet<EdgeKind>;
  /** Minimum number of links in view. */
  readonly minLinks: number;
  readonly moment: Moment;
  readonly window: Window | null;
  /** Shows only nodes that overlap the window. */
  readonly onlyWindow: boolean;
}

export interface GraphView {
  readonly graph: Graph;
  /** Number of nodes that are in the picture but not in view. */
  readonly hiddenCount: number;
  /** Nodes that begin within the time window. */
  readonly fresh: ReadonlySet<string>;
}

/**
 * Nodes that begin after the window are hidden. Earlier nodes are shown unless only the window is
 * requested.
 */
export function viewOf(
  { graph: whole, hidden }: Scene,
  { off, offCategories, offNodes, offLines, minLinks, moment, window, onlyWindow }: ViewFilter,
): GraphView {
  const graph = offLines.size === 0 ? whole : { ...whole, edges: whole.edges.filter(({ kind }) => !offLines.has(kind)) };
  const fresh = new Set<string>();
  let nodes = graph.nodes.filter((node) => {
    if (hidden.has(node.id) || off.has(node.kind) || offNodes.has(node.id)) return false;
    if (node.kind === 'entity' && offCategories.has(categoryOf(node))) return false;
    if (!window) return true;
    const span = spanOf(node, moment);
    if (!span) return !onlyWindow;
    if (span[0] >= window.from && span[0] <= window.to) fresh.add(node.id);
    return span[0] <= window.to && (!onlyWindow || span[1] >= window.from);
  });
  let edges = edgesAmong(graph, nodes);
  if (minLinks > 0) {
    const links = new Map<string, number>();
    for (const { source, target } of edges) for (const id of [source, target]) links.set(id, (links.get(id) ?? 0) + 1);
    nodes = nodes.filter(({ id }) => (links.get(id) ?? 0) >= minLinks);
    edges = edgesAmong(graph, nodes);
  }
  const inView = fresh.size === 0 ? fresh : new Set(nodes.filter(({ id }) => fresh.has(id)).map(({ id }) => id));
  return { graph: { nodes, edges }, hiddenCount: graph.nodes.length - nodes.length, fresh: inView };
}

function edgesAmong({ edges }: Graph, nodes: readonly GraphNode[]): Graph['edges'] {
  const ids = new Set(nodes.map(({ id }) => id));
  return edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
}

export interface Histogram extends TimeExtent {
  /**
   * Counts of nodes that begin in equal parts of the scale. The first and last include nodes
   * outside it.
   */
  readonly bars: readonly number[];
}

/** From the first start to the last end. Null if no node has a time, or if all have the same. */
export function histogramOf(nodes: readonly GraphNode[], moment: Moment, bars: number): Histogram | null {
  const spans = nodes.map((node) => spanOf(node, moment)).filter((span) => span !== null);
  const stretch = stretchOf(spans.flat());
  if (!stretch || stretch.from === stretch.to) return null;
  const { low, high } = stretch;
  const counts = Array<number>(bars).fill(0);
  for (const [at] of spans)
    counts[Math.max(0, Math.min(bars - 1, Math.floor(((at - low) / (high - low)) * bars)))] =
      defined(counts[Math.max(0, Math.min(bars - 1, Math.floor(((at - low) / (high - low)) * bars)))]) + 1;
  return { ...stretch, bars: counts };
}

/** Counts by kind, in the order of kinds. */
export type KindCounts<K extends string> = readonly (readonly [kind: K, n: number])[];

export function countsOf<K extends string>(things: readonly { readonly kind: K }[], kinds: readonly K[]): KindCounts<K> {
  const counts = new Map<K, number>();
  for (const { kind } of things) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return kinds.map((kind) => [kind, counts.get(kind) ?? 0]);
}

/**
 * Counts of the switches: nodes in view for a kind that is on, and nodes that would be shown for
 * one that is off. Other kinds have no switch.
 */
export const switchesOf = <K extends string>(off: readonly K[], shown: KindCounts<K>, offered: KindCounts<K>): KindCounts<K> =>
  shown
    .map(([kind, n], i) => [kind, off.includes(kind) ? defined(offered[i])[1] : n] as const)
    .filter(([kind, n]) => n > 0 || off.includes(kind));

import type { Scene } from '#components/graph/acts';
import type { Graph, GraphNode } from '#components/graph/model';
import type { Moment } from '#components/graph/moments';
import { defined } from '#lib/base/defined';
import type { EdgeKind, NodeKind } from '#lib/memory/graph/literals';

/** What of a scene is in view, and when it was. */

const stampOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));

/** When a node begins and ends. null: it has no such time, and no other stands for it. */
export function spanOf({ first, last }: GraphNode, moment: Moment): readonly [number, number] | null {
  const from = stampOf(first[moment]);
  return from === null ? null : [from, stampOf(last[moment]) ?? from];
}

/** From the first to the last time, and between which two a scale runs. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly low: number;
  readonly high: number;
}

/** The few at either end that a scale leaves out where they lie so far off that all others would be pressed together. */
const OFF = { share: 0.08, times: 4 } as const;

export function stretchOf(times: readonly number[]): Stretch | null {
  if (times.length === 0) return null;
  const sorted = times.toSorted((a, b) => a - b);
  const [from, to] = [defined(sorted[0]), defined(sorted.at(-1))];
  const few = Math.floor(sorted.length * OFF.share);
  const [low, high] = [defined(sorted[few]), defined(sorted.at(-1 - few))];
  return low < high && (high - low) * OFF.times < to - from ? { from, to, low, high } : { from, to, low: from, high: to };
}

/** The ends between which colours run; null: none has that time. */
export const recencyOf = (nodes: readonly GraphNode[], moment: Moment): Stretch | null =>
  stretchOf(nodes.map((node) => spanOf(node, moment)?.[1]).filter((at) => at !== undefined));

/** How many have no such time. */
export const timelessOf = (nodes: readonly GraphNode[], moment: Moment): number =>
  nodes.filter((node) => spanOf(node, moment) === null).length;

export interface Window {
  readonly from: number;
  readonly to: number;
}

export interface ViewFilter {
  readonly off: ReadonlySet<NodeKind>;
  /** nodes of communities that are switched off */
  readonly offNodes: ReadonlySet<string>;
  /** kinds of links that are not drawn */
  readonly offLines: ReadonlySet<EdgeKind>;
  /** links that a node must have in view */
  readonly minLinks: number;
  readonly moment: Moment;
  readonly window: Window | null;
  /** nothing but what lies in the window, with a part of its time at least */
  readonly onlyWindow: boolean;
}

export interface View {
  readonly graph: Graph;
  /** in the picture, but not in view */
  readonly away: number;
  /** begin in the window */
  readonly fresh: ReadonlySet<string>;
}

/** What begins after the window is not there yet; what began before it stays, unless nothing but the window is wanted. */
export function viewOf(
  { graph: whole, hidden }: Scene,
  { off, offNodes, offLines, minLinks, moment, window, onlyWindow }: ViewFilter,
): View {
  const graph = offLines.size === 0 ? whole : { ...whole, edges: whole.edges.filter(({ kind }) => !offLines.has(kind)) };
  const fresh = new Set<string>();
  let nodes = graph.nodes.filter((node) => {
    if (hidden.has(node.id) || off.has(node.kind) || offNodes.has(node.id)) return false;
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
  return { graph: { nodes, edges }, away: graph.nodes.length - nodes.length, fresh: inView };
}

function edgesAmong({ edges }: Graph, nodes: readonly GraphNode[]): Graph['edges'] {
  const ids = new Set(nodes.map(({ id }) => id));
  return edges.filter(({ source, target }) => ids.has(source) && ids.has(target));
}

export interface Histogram extends Stretch {
  /** nodes that begin in each of equal parts of the scale; the first and the last hold what lies outside as well */
  readonly bars: readonly number[];
}

/** From the first beginning to the last end. null: no node has a time, or all have the same. */
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

/** How many there are of each kind, in the order of kinds. */
export type Counts<K extends string> = readonly (readonly [kind: K, n: number])[];

export function countsOf<K extends string>(things: readonly { readonly kind: K }[], kinds: readonly K[]): Counts<K> {
  const counts = new Map<K, number>();
  for (const { kind } of things) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return kinds.map((kind) => [kind, counts.get(kind) ?? 0]);
}

/** What the switches stand for: of a kind that is on what is in view, of one that is off what would be with all on. Others have none. */
export const switchesOf = <K extends string>(off: readonly K[], shown: Counts<K>, offered: Counts<K>): Counts<K> =>
  shown
    .map(([kind, n], i) => [kind, off.includes(kind) ? defined(offered[i])[1] : n] as const)
    .filter(([kind, n]) => n > 0 || off.includes(kind));

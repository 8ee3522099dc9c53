import { type Ink, type InkName, mixed } from '#components/graph/draw/ink';
import type { GraphEdge, GraphNode, NodeLinks } from '#components/graph/model';
import type { Moment } from '#components/graph/moments';
import { recencyOf, spanOf } from '#components/graph/show';
import { cut } from '#components/ui/cut';
import { defined } from '#lib/base/defined';
import type { NodeKind } from '#lib/memory/graph/literals';

/** The appearance of nodes and edges in the page, the legend and files. */

export const COLORINGS = ['type', 'recency', 'community'] as const;
export type Coloring = (typeof COLORINGS)[number];
export const SIZINGS = ['mentions', 'links', 'proofs', 'same'] as const;
export type Sizing = (typeof SIZINGS)[number];

export const SHAPES: Readonly<Record<NodeKind, 'hexagon' | 'square' | 'circle' | 'diamond'>> = {
  entity: 'hexagon',
  world: 'square',
  experience: 'circle',
  observation: 'diamond',
};

export interface NodeLook {
  readonly size: number;
  /** Size of the label's text, in pixels. */
  readonly text: number;
  readonly fill: string;
  readonly stroke: string;
}

/** Further groups are gray. */
export const GROUP_INKS: readonly InkName[] = ['chart1', 'experience', 'chart4', 'chart2', 'observation', 'world', 'chart3', 'chart5'];

export const groupInk = (group: number): InkName => GROUP_INKS[group] ?? 'control';

/** Colors of the first and last end times, and of nodes without a time. */
export const recencyInks = (ink: Ink) => ({ low: mixed(ink.ground, ink.accent, 0.35), high: ink.accent, none: ink.line });

export interface LookOptions {
  readonly ink: Ink;
  readonly coloring: Coloring;
  readonly sizing: Sizing;
  readonly moment: Moment;
  readonly ties: NodeLinks;
  readonly groups: ReadonlyMap<string, number>;
}

/** Sizes at one mention and at the maximum. */
const SIZES = { entity: [13, 36], world: [8, 18], experience: [8, 18], observation: [10, 22] } as const;
/** Text sizes of labels in pixels: memories, and entities with one link and with the most. */
export const TEXT_SIZES = { least: 11, most: 16 } as const;
/** Lower bounds of the maximum, so that few mentions do not look like many. */
const LEAST_MOST = { entity: 8, fact: 6 } as const;

const tenth = (value: number): number => Math.round(value * 10) / 10;

const measureOf = (node: GraphNode, sizing: Sizing, ties: NodeLinks): number => {
  if (sizing === 'same') return 1;
  if (sizing === 'links') return ties.get(node.id)?.length ?? 0;
  if (sizing === 'mentions') return node.mentions;
  return node.kind === 'entity' ? (ties.get(node.id)?.filter(({ edge }) => edge.kind === 'proves').length ?? 0) : node.mentions;
};

/** Entities are outlined, to distinguish them from memories. */
export function looksOf(nodes: readonly GraphNode[], { ink, coloring, sizing, moment, ties, groups }: LookOptions): Map<string, NodeLook> {
  const most: Record<'entity' | 'fact', number> = { ...LEAST_MOST };
  const measures = nodes.map((node) => measureOf(node, sizing, ties));
  const rankOf = ({ kind }: GraphNode) => (kind === 'entity' ? 'entity' : 'fact');
  for (const [i, node] of nodes.entries()) most[rankOf(node)] = Math.max(most[rankOf(node)], defined(measures[i]));
  const linksOf = ({ id }: GraphNode): number => ties.get(id)?.length ?? 0;
  const mostLinks = nodes.reduce<number>((max, node) => Math.max(max, node.kind === 'entity' ? linksOf(node) : 0), LEAST_MOST.entity);
  const textOf = (node: GraphNode): number =>
    node.kind === 'entity'
      ? tenth(TEXT_SIZES.least + (TEXT_SIZES.most - TEXT_SIZES.least) * Math.sqrt(linksOf(node) / mostLinks))
      : TEXT_SIZES.least;
  const scale = recencyOf(nodes, moment);
  const inks = recencyInks(ink);
  const colorOf = (node: GraphNode): string => {
    if (coloring === 'community') return ink[groupInk(groups.get(node.id) ?? GROUP_INKS.length)];
    if (coloring === 'recency') {
      const end = spanOf(node, moment)?.[1];
      if (end === undefined || !scale) return inks.none;
      const { low, high } = scale;
      return mixed(inks.low, inks.high, low === high ? 1 : Math.max(0, Math.min(1, (end - low) / (high - low))));
    }
    return ink[node.kind];
  };
  return new Map(
    nodes.map((node, i) => {
      const [low, high] = SIZES[node.kind];
      const size =
        sizing === 'same'
          ? (low + high) / 2 - 4
          : low + (high - low) * Math.sqrt(Math.max(0, defined(measures[i]) - 1) / most[rankOf(node)]);
      const color = colorOf(node);
      const isEntity = node.kind === 'entity';
      return [node.id, { size: tenth(size), text: textOf(node), fill: isEntity ? ink.ground : color, stroke: color }];
    }),
  );
}

/** Widths in pixels, by the weight of an edge among its kind. */
export function widthsOf(edges: readonly GraphEdge[]): Map<string, number> {
  const most = new Map<string, number>();
  for (const { kind, weight } of edges) most.set(kind, Math.max(most.get(kind) ?? 0, weight));
  return new Map(
    edges.map(({ id, kind, weight }) => [id, 0.7 + 1.8 * Math.sqrt(weight / (most.get(kind) || 1)) * (kind === 'together' ? 1.2 : 0.6)]),
  );
}

/** The short label of a node. */
export const shortLabel = ({ label, kind }: GraphNode): string => cut(label.replaceAll(/\s+/g, ' ').trim(), kind === 'entity' ? 28 : 42);

const RIGHT_TO_LEFT = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
/** Text direction by the first letter, like dir="auto". */
export const directionOf = (text: string): 'ltr' | 'rtl' => (RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr');

/** Distance from the edge of a node to its ring, in pixels. */
export const RING = 4;

/** The points of a shape of this width around 0, 0. Empty for a circle. */
export function outlineOf(kind: NodeKind, size: number): readonly (readonly [number, number])[] {
  const half = size / 2;
  if (kind === 'world')
    return [
      [-half, -half],
      [half, -half],
      [half, half],
      [-half, half],
    ].map(([x, y]) => [defined(x) * 0.88, defined(y) * 0.88] as const);
  if (kind === 'observation')
    return [
      [0, -half],
      [half, 0],
      [0, half],
      [-half, 0],
    ].map(([x, y]) => [defined(x) * 1.1, defined(y) * 1.1] as const);
  if (kind === 'entity')
    return Array.from({ length: 6 }, (_, i) => [Math.sin((i * Math.PI) / 3) * half, -Math.cos((i * Math.PI) / 3) * half] as const);
  return [];
}

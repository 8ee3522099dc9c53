import { type Ink, type InkName, mixed } from '#components/graph/draw/ink';
import type { GraphEdge, GraphNode, NodeLinks } from '#components/graph/model';
import type { Moment } from '#components/graph/moments';
import { categoryOf, countsOf, type KindCounts, recencyOf, spanOf } from '#components/graph/show';
import { cut } from '#components/ui/cut';
import { MARKS, type Mark } from '#components/ui/outline';
import { defined } from '#lib/base/defined';

/** The appearance of nodes and edges in the page, the legend and files. */

export const COLORINGS = ['type', 'recency', 'community'] as const;
export type Coloring = (typeof COLORINGS)[number];
export const SIZINGS = ['mentions', 'links', 'proofs', 'same'] as const;
export type Sizing = (typeof SIZINGS)[number];

export const markOf = ({ kind, category }: Pick<GraphNode, 'kind' | 'category'>): Mark =>
  kind === 'entity' ? categoryOf({ category }) : kind;

/** Counts of the marks in view. */
export const marksIn = (nodes: readonly GraphNode[]): KindCounts<Mark> =>
  countsOf(
    nodes.map((node) => ({ kind: markOf(node) })),
    MARKS,
  ).filter(([, n]) => n > 0);

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
/** The share of color in the fill of an entity, which its outline distinguishes from memories. */
const TINT = 0.4;
/** A picture with this number of nodes is seen from far away: its entities are larger. */
const LARGE = { nodes: 400, times: 1.4 } as const;
/** Text sizes of labels in pixels: memories, and entities with one link and with the most. */
export const TEXT_SIZES = { memory: 11, least: 12, most: 16 } as const;
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
      : TEXT_SIZES.memory;
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
    return ink[markOf(node)];
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
      const times = isEntity && nodes.length >= LARGE.nodes ? LARGE.times : 1;
      return [
        node.id,
        { size: tenth(size * times), text: textOf(node), fill: isEntity ? mixed(ink.ground, color, TINT) : color, stroke: color },
      ];
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

/** Opacity of the links between communities of a large picture. */
export const FADED = 0.15;

/** Distance from the edge of a node to its ring, in pixels. */
export const RING = 4;

import type { AddedNodes } from '#components/graph/acts';
import type { Coordinates, LayoutTask } from '#components/graph/layout/task';
import type { Graph, Point, Positions } from '#components/graph/model';
import type { Moment } from '#components/graph/moments';
import { spanOf } from '#components/graph/show';
import { defined } from '#lib/base/defined';

/** Converts between graphs by id and the worker's lists by index. */

export function taskOf(
  graph: Graph,
  name: LayoutTask['name'],
  { moment, root = null, fixed }: { moment: Moment; root?: string | null; fixed?: Positions },
): LayoutTask {
  const index = new Map(graph.nodes.map(({ id }, i) => [id, i]));
  return {
    name,
    nodes: graph.nodes.map((node) => ({
      id: node.id,
      kind: node.kind,
      at: spanOf(node, moment)?.[0] ?? null,
      fixed: fixed?.get(node.id) ?? null,
    })),
    edges: graph.edges.map(({ source, target, weight }) => [defined(index.get(source)), defined(index.get(target)), weight] as const),
    root: root === null ? null : (index.get(root) ?? null),
  };
}

export const placesOf = (nodes: Graph['nodes'], laid: Coordinates): Map<string, Point> =>
  new Map(nodes.map(({ id }, i) => [id, { x: tenth(defined(laid[i * 2])), y: tenth(defined(laid[i * 2 + 1])) }]));

/** Rounds, because processors differ in the last digits of a sine but pictures must not. */
const tenth = (value: number): number => Math.round(value * 10) / 10;

/**
 * Maximum number of existing nodes that take part when nodes are added to a big graph. The rest
 * does not move anyway.
 */
const MOST_AROUND = 150;

/**
 * The part of a graph around new nodes: the nodes themselves and their neighbors, closest to the
 * node that added them first.
 */
export function surroundings(graph: Graph, newcomers: ReadonlySet<string>, places: Positions, about: string): Graph {
  const origin = places.get(about) ?? middleOf(graph, places, about);
  const distance = (id: string): number => {
    const place = places.get(id);
    return place ? Math.hypot(place.x - origin.x, place.y - origin.y) : Number.POSITIVE_INFINITY;
  };
  const old = graph.nodes
    .filter(({ id }) => !newcomers.has(id) && places.has(id))
    .sort((a, b) => distance(a.id) - distance(b.id) || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_AROUND);
  const nodes = [...old, ...graph.nodes.filter(({ id }) => newcomers.has(id))];
  const ids = new Set(nodes.map(({ id }) => id));
  return { nodes, edges: graph.edges.filter(({ source, target }) => ids.has(source) && ids.has(target)) };
}

/** The center of the neighbors of a node without a position. */
function middleOf({ edges }: Graph, places: Positions, about: string): Point {
  const spots = edges.flatMap(({ source, target }) => {
    const spot = source === about ? places.get(target) : target === about ? places.get(source) : undefined;
    return spot ? [spot] : [];
  });
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return { x: mean(spots.map(({ x }) => x)), y: mean(spots.map(({ y }) => y)) };
}

export const NOTHING_BROUGHT: AddedNodes = { nodes: [], edges: [], places: new Map() };

import { type Coordinates, type LayoutTask, linksOf, STEP, tiesByIndex } from '#components/graph/layout/task';
import { stretchOf } from '#components/graph/show';
import { NODE_KINDS } from '#lib/memory/graph/literals';

/** Layouts without forces: rings, tree, timeline and grid. */

/** Most linked first, then by id. */
const byLinks = (task: LayoutTask): number[] => {
  const links = linksOf(task);
  const { nodes } = task;
  return nodes.map((_, i) => i).sort((a, b) => links[b]! - links[a]! || (nodes[a]!.id < nodes[b]!.id ? -1 : 1));
};

/** Places levels as rings around the center, each wide enough for its nodes. */
function asRings(levels: readonly (readonly number[])[], count: number): Coordinates {
  const laid = new Float64Array(count * 2);
  let radius = 0;
  for (const [depth, level] of levels.entries()) {
    const needed = (level.length * STEP * 0.55) / (2 * Math.PI);
    radius = depth === 0 && level.length === 1 ? 0 : Math.max(radius + STEP * 1.2, needed);
    for (const [i, node] of level.entries()) {
      const angle = (i / level.length) * 2 * Math.PI - Math.PI / 2;
      laid[node * 2] = Math.cos(angle) * radius;
      laid[node * 2 + 1] = Math.sin(angle) * radius;
    }
  }
  return laid;
}

/** Concentric: nodes with more links are closer to the center. */
export function rings(task: LayoutTask): Coordinates {
  const order = byLinks(task);
  const levels: number[][] = [];
  for (let at = 0, size = 1; at < order.length; at += size, size = levels.length * 10) levels.push(order.slice(at, at + size));
  return asRings(levels, task.nodes.length);
}

/** Nodes by their distance from the root. Unreachable nodes come last. */
export function levelsFrom(task: LayoutTask, root: number): number[][] {
  const ties = tiesByIndex(task);
  const seen = new Set([root]);
  const levels = [[root]];
  for (let level = levels[0]!; level.length > 0; ) {
    const next = [...new Set(level.flatMap((at) => ties[at]!))].filter((at) => !seen.has(at));
    for (const at of next) seen.add(at);
    if (next.length > 0) levels.push(next);
    level = next;
  }
  const rest = task.nodes.map((_, i) => i).filter((i) => !seen.has(i));
  if (rest.length > 0) levels.push(rest);
  return levels;
}

/** Breadth-first rings around the root. */
export function breadth(task: LayoutTask): Coordinates {
  if (task.nodes.length === 0) return new Float64Array();
  return asRings(levelsFrom(task, task.root ?? byLinks(task)[0]!), task.nodes.length);
}

/** By kind, most linked first. */
export function grid(task: LayoutTask): Coordinates {
  const order = byLinks(task).sort((a, b) => NODE_KINDS.indexOf(task.nodes[a]!.kind) - NODE_KINDS.indexOf(task.nodes[b]!.kind));
  const columns = Math.ceil(Math.sqrt(order.length * 1.5));
  const laid = new Float64Array(order.length * 2);
  for (const [i, node] of order.entries()) {
    laid[node * 2] = (i % columns) * STEP;
    laid[node * 2 + 1] = Math.floor(i / columns) * STEP;
  }
  return laid;
}

const LANE = { entity: 0, observation: 1, experience: 2, world: 3 } as const;
/** Distance between two nodes that begin at the same time. */
const ROW = STEP * 0.4;
const COLUMN = STEP * 0.45;

/**
 * Maximum height of a stack of nodes that begin at the same time. Further stacks are placed next to
 * it.
 */
const TALLEST = 32;
/**
 * Maximum height of stacks next to the line. They are lower, because they are far from the center
 * of attention.
 */
const LOW = 16;

interface TimeScale {
  /** The range of the line. Nodes outside it are placed next to it. */
  readonly low: number;
  readonly high: number;
  readonly columns: number;
  /** Number of adjacent stacks per column. */
  readonly beside: number;
  /** -1: far before the start of the line. `columns`: far after its end. */
  readonly columnOf: (at: number) => number;
  readonly xOf: (at: number) => number;
}

/** The scale for a timeline of these nodes, or null if none has a time. */
export function timeScale(times: readonly (number | null)[]): TimeScale | null {
  const known = times.filter((at) => at !== null);
  const stretch = stretchOf(known);
  if (!stretch) return null;
  const { low, high } = stretch;
  const columns = Math.max(1, Math.floor(Math.max(STEP * 8, Math.sqrt(times.length) * STEP * 1.6) / COLUMN));
  const share = (at: number): number => (high === low ? 0 : (at - low) / (high - low));
  const columnOf = (at: number): number => (at < low ? -1 : at > high ? columns : Math.min(columns - 1, Math.floor(share(at) * columns)));
  const counts = new Map<number, number>();
  for (const at of known) if (at >= low && at <= high) counts.set(columnOf(at), (counts.get(columnOf(at)) ?? 0) + 1);
  const beside = Math.max(1, Math.ceil(Math.max(...counts.values()) / TALLEST));
  return { low, high, columns, beside, columnOf, xOf: (at) => share(at) * columns * beside * COLUMN };
}

/**
 * Earlier is further left. Each kind has a lane, in which nodes that begin at the same time are
 * stacked. Outliers are placed next to the line, and nodes without a time before everything.
 */
export function timeline(task: LayoutTask): Coordinates {
  const { nodes } = task;
  const scale = timeScale(nodes.map(({ at }) => at));
  const { beside, columns } = scale ?? { beside: 1, columns: 0 };
  const columnOf = (at: number | null): number => (at === null || !scale ? -2 : scale.columnOf(at));
  // The start positions of nodes next to the line. They extend away from it.
  const early = nodes.filter(({ at }) => columnOf(at) === -1).length;
  const outside = new Map([
    [-1, -2],
    [-2, early === 0 ? -2 : -3 - Math.ceil(early / LOW)],
    [columns, columns * beside + 1],
  ]);
  const stacks = new Map<string, number>();
  const tallest: number[] = [0, 0, 0, 0];
  const spots = nodes.map(({ kind, at }) => {
    const lane = LANE[kind];
    const column = columnOf(at);
    const key = `${lane} ${column}`;
    const before = stacks.get(key) ?? 0;
    stacks.set(key, before + 1);
    const edge = outside.get(column);
    const row = edge === undefined ? Math.floor(before / beside) : before % LOW;
    tallest[lane] = Math.max(tallest[lane]!, row + 1);
    if (edge === undefined) return { lane, column: column * beside + (before % beside), row };
    return { lane, column: edge + (column < 0 ? -1 : 1) * Math.floor(before / LOW), row };
  });
  const tops = tallest.map((_, lane) => tallest.slice(0, lane).reduce((sum, rows) => sum + (rows > 0 ? rows * ROW + STEP : 0), 0));
  const laid = new Float64Array(nodes.length * 2);
  for (const [i, { lane, column, row }] of spots.entries()) {
    laid[i * 2] = column * COLUMN;
    laid[i * 2 + 1] = tops[lane]! + row * ROW;
  }
  return laid;
}

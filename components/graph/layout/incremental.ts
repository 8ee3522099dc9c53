import { seedOf } from '#components/graph/layout/chance';
import { force, roomOf } from '#components/graph/layout/force';
import { spread } from '#components/graph/layout/pack';
import { type Coordinates, type LayoutTask, linksOf, type OnProgress, STEP, tiesByIndex } from '#components/graph/layout/task';
import type { Point } from '#components/graph/model';
import { defined } from '#lib/base/defined';

/**
 * A layout that starts from a former one: fixed nodes stay where they are. New nodes are placed
 * beside their neighbors, then beside those. New nodes without a way to a fixed one are laid out by
 * force where the picture is empty, or below it. Without fixed nodes it is the layout by force.
 */
export function incremental(task: LayoutTask, onProgress: OnProgress = () => undefined): Coordinates {
  const { nodes } = task;
  if (nodes.every(({ fixed }) => fixed === null)) return force(task, onProgress);
  const laid = new Float64Array(nodes.length * 2);
  for (const [i, { fixed }] of nodes.entries()) if (fixed) laid.set([fixed.x, fixed.y], i * 2);
  const rest = placeBesideNeighbors(task, laid);
  placeApart(task, laid, rest);
  const wide = roomOf(task);
  spread(laid, STEP * 0.34, 60, { wide, isFixed: (node) => defined(nodes[node]).fixed !== null });
  return laid.map((value, i) => (defined(nodes[Math.floor(i / 2)]).fixed ? value : Math.round(value * 10) / 10));
}

/** Modifies `laid`. Returns the nodes that no link leads to. */
function placeBesideNeighbors(task: LayoutTask, laid: Coordinates): number[] {
  const { nodes } = task;
  const ties = tiesByIndex(task);
  const links = linksOf(task);
  const placed = new Set(nodes.flatMap(({ fixed }, i) => (fixed ? [i] : [])));
  let rest = nodes.flatMap(({ fixed }, i) => (fixed ? [] : [i]));
  for (;;) {
    const wave = rest.filter((node) => defined(ties[node]).some((other) => placed.has(other)));
    if (wave.length === 0) return rest;
    for (const node of wave) {
      const [dx, dy] = seedOf(defined(nodes[node]).id, STEP);
      let [x, y, total] = [0, 0, 0];
      for (const other of defined(ties[node])) {
        if (!placed.has(other)) continue;
        // A neighbor with many links says little about the place.
        const pull = 1 / defined(links[other]);
        x += defined(laid[other * 2]) * pull;
        y += defined(laid[other * 2 + 1]) * pull;
        total += pull;
      }
      laid.set([x / total + dx, y / total + dy], node * 2);
    }
    for (const node of wave) placed.add(node);
    rest = rest.filter((node) => !placed.has(node));
  }
}

/** Lays out these nodes by force, apart from all others. Modifies `laid`. */
function placeApart(task: LayoutTask, laid: Coordinates, apart: readonly number[]): void {
  if (apart.length === 0) return;
  const index = new Map(apart.map((node, i) => [node, i]));
  const own = force(
    {
      ...task,
      nodes: apart.map((node) => defined(task.nodes[node])),
      edges: task.edges.flatMap(([a, b, weight]) => {
        const [from, to] = [index.get(a), index.get(b)];
        return from === undefined || to === undefined ? [] : [[from, to, weight] as const];
      }),
    },
    () => undefined,
  );
  const others = task.nodes.flatMap((_, i) => (index.has(i) ? [] : [{ x: defined(laid[i * 2]), y: defined(laid[i * 2 + 1]) }]));
  const mine = boxOf(apart.map((_, i) => ({ x: defined(own[i * 2]), y: defined(own[i * 2 + 1]) })));
  const { left, top } = emptySpot(boxOf(others), others, mine);
  for (const [i, node] of apart.entries())
    laid.set([defined(own[i * 2]) - mine.left + left, defined(own[i * 2 + 1]) - mine.top + top], node * 2);
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function boxOf(points: readonly Point[]): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { left, top, width: right - left, height: bottom - top };
}

/** Distance from other nodes, with room for a label. */
const MARGIN = STEP * 1.5;

/**
 * The top left corner of an empty part of the picture that this box fits into, as far from its
 * center as possible; below the picture if there is none. The picture stays as large as it is.
 */
function emptySpot(picture: Box, others: readonly Point[], { width, height }: Box): Pick<Box, 'left' | 'top'> {
  const below = { left: picture.left + (picture.width - width) / 2, top: picture.top + picture.height + MARGIN };
  let best = below;
  let farthest = 0;
  for (let left = picture.left; left <= picture.left + picture.width - width; left += STEP)
    for (let top = picture.top; top <= picture.top + picture.height - height; top += STEP) {
      const away = Math.hypot(left + width / 2 - picture.left - picture.width / 2, top + height / 2 - picture.top - picture.height / 2);
      const isNear = ({ x, y }: Point): boolean =>
        x > left - MARGIN && x < left + width + MARGIN && y > top - MARGIN && y < top + height + MARGIN;
      if (away <= farthest || others.some(isNear)) continue;
      farthest = away;
      best = { left, top };
    }
  return best;
}

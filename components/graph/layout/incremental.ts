import { seedOf } from '#components/graph/layout/chance';
import { force, roomOf } from '#components/graph/layout/force';
import { spread } from '#components/graph/layout/pack';
import { type Coordinates, type LayoutTask, linksOf, type OnProgress, STEP, tiesByIndex } from '#components/graph/layout/task';
import { defined } from '#lib/base/defined';

/**
 * A layout that starts from a former one: fixed nodes stay where they are. New nodes are placed
 * beside their neighbors, then beside those. New nodes without a way to a fixed one are laid out by
 * force below the picture. Without fixed nodes it is the layout by force.
 */
export function incremental(task: LayoutTask, onProgress: OnProgress = () => undefined): Coordinates {
  const { nodes } = task;
  if (nodes.every(({ fixed }) => fixed === null)) return force(task, onProgress);
  const laid = new Float64Array(nodes.length * 2);
  for (const [i, { fixed }] of nodes.entries()) if (fixed) laid.set([fixed.x, fixed.y], i * 2);
  const rest = placeBesideNeighbors(task, laid);
  placeBelow(task, laid, rest);
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

/** Lays out these nodes by force below all others. Modifies `laid`. */
function placeBelow(task: LayoutTask, laid: Coordinates, below: readonly number[]): void {
  if (below.length === 0) return;
  const index = new Map(below.map((node, i) => [node, i]));
  const own = force(
    {
      ...task,
      nodes: below.map((node) => defined(task.nodes[node])),
      edges: task.edges.flatMap(([a, b, weight]) => {
        const [from, to] = [index.get(a), index.get(b)];
        return from === undefined || to === undefined ? [] : [[from, to, weight] as const];
      }),
    },
    () => undefined,
  );
  const others = task.nodes.map((_, i) => i).filter((i) => !index.has(i));
  const bottom = others.reduce((max, i) => Math.max(max, defined(laid[i * 2 + 1])), Number.NEGATIVE_INFINITY);
  const middle = others.reduce((sum, i) => sum + defined(laid[i * 2]) / others.length, 0);
  const top = below.reduce((min, _, i) => Math.min(min, defined(own[i * 2 + 1])), Number.POSITIVE_INFINITY);
  for (const [i, node] of below.entries())
    laid.set([defined(own[i * 2]) + middle, defined(own[i * 2 + 1]) - top + bottom + STEP * 1.5], node * 2);
}

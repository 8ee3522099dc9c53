import { partsOf } from '#components/graph/layout/pack';
import type { LayoutTask } from '#components/graph/layout/task';
import { defined } from '#lib/base/defined';

/**
 * The communities of a graph that has grown: nodes with a former community keep it. Others join the
 * community that the strongest links lead to, then those beside them. Parts without a way to a
 * known node are communities of their own, behind all others.
 */
export function joinGroups({ nodes, edges }: Pick<LayoutTask, 'nodes' | 'edges'>, former: readonly (number | null)[]): Int32Array {
  const groups = Int32Array.from(nodes, (_, i) => former[i] ?? -1);
  const ties = nodes.map((): (readonly [other: number, weight: number])[] => []);
  for (const [a, b, weight] of edges) {
    defined(ties[a]).push([b, weight]);
    defined(ties[b]).push([a, weight]);
  }
  let rest = nodes.flatMap((_, i) => (groups[i] === -1 ? [i] : []));
  for (;;) {
    const joined = rest.flatMap((node) => {
      const group = strongest(defined(ties[node]), groups);
      return group === null ? [] : [[node, group] as const];
    });
    if (joined.length === 0) break;
    for (const [node, group] of joined) groups[node] = group;
    rest = rest.filter((node) => groups[node] === -1);
  }
  const first = groups.reduce((max, group) => Math.max(max, group), -1) + 1;
  const left = new Map(rest.map((node, i) => [node, i]));
  const inside = edges.flatMap(([a, b, weight]) => {
    const [from, to] = [left.get(a), left.get(b)];
    return from === undefined || to === undefined ? [] : [[from, to, weight] as const];
  });
  const parts = partsOf({ nodes: rest.map((node) => defined(nodes[node])), edges: inside });
  for (const [i, part] of parts.entries()) for (const at of part) groups[defined(rest[at])] = first + i;
  return groups;
}

/** The community with the most weight among these neighbors, or null if none of them has one. */
function strongest(ties: readonly (readonly [other: number, weight: number])[], groups: Int32Array): number | null {
  const weights = new Map<number, number>();
  for (const [other, weight] of ties) {
    const group = defined(groups[other]);
    if (group >= 0) weights.set(group, (weights.get(group) ?? 0) + weight);
  }
  let best: number | null = null;
  for (const [group, weight] of weights) if (best === null || weight > defined(weights.get(best))) best = group;
  return best;
}

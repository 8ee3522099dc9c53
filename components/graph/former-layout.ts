import type { Graph, Positions } from '#components/graph/model';
import type { GraphContext } from '#components/graph/queries';

/**
 * The layouts of the last pictures, from which the next ones start. They are in memory until the
 * page is reloaded: a link is laid out from its data alone.
 */
const layouts = new Map<string, Positions>();
const MOST = 6;

const keyOf = ({ org, bankId, mode }: GraphContext): string => JSON.stringify([org, bankId, mode]);

export function rememberLayout(of: GraphContext, places: Positions): void {
  const key = keyOf(of);
  layouts.delete(key);
  layouts.set(key, places);
  for (const old of [...layouts.keys()].slice(0, -MOST)) layouts.delete(old);
}

export const formerLayout = (of: GraphContext): Positions | null => layouts.get(keyOf(of)) ?? null;

/** The share of nodes that two pictures must have in common. */
const COMMON = 0.6;

/**
 * The places that a graph starts from: those of the former layout, or none if too little of it is
 * in the graph, or too much of the graph is new. Nodes would be scattered or crowded.
 */
export function startOf({ nodes }: Graph, former: Positions | null): Positions | null {
  if (!former) return null;
  const common = nodes.filter(({ id }) => former.has(id)).length;
  return common >= nodes.length * COMMON && common >= former.size * COMMON ? former : null;
}

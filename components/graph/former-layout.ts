import { shortOf } from '#components/graph/link';
import type { Graph, Point, Positions } from '#components/graph/model';
import type { GraphContext } from '#components/graph/queries';

/**
 * The layouts of the last pictures, from which the next ones start. They are stored in the browser
 * without names or texts, so a page load moves nothing either.
 */

/** Where a node was. */
export interface FormerNode extends Point {
  /** Its community, or null if unknown. */
  readonly group: number | null;
  /** Whether the layout by force placed it, not its neighbors later. */
  readonly isSettled: boolean;
}
/** By the short id of a node. */
export type FormerLayout = ReadonlyMap<string, FormerNode>;

/** A layout with the request that it answers, and the bank and mode of that request. */
export interface StoredLayout {
  readonly request: string;
  readonly mode: string;
  readonly nodes: string;
}

const NAME = 'graph-layouts';
const MOST = 8;
/** A larger picture is not stored. Eight of them take about half a megabyte. */
const MOST_NODES = 3000;
const SHORT = 6;

export const toText = (layout: FormerLayout): string =>
  [...layout]
    .map(([id, { x, y, group, isSettled }]) => id + [Math.round(x * 10), Math.round(y * 10), group ?? '', isSettled ? 1 : 0].join())
    .join(';');

/** Nodes that cannot be parsed are omitted. */
export const fromText = (text: string): FormerLayout =>
  new Map(
    text.split(';').flatMap((part) => {
      const [x = Number.NaN, y = Number.NaN, group = 0, settled = 0] = part.slice(SHORT).split(',').map(Number);
      const isKnown = Number.isFinite(x) && Number.isFinite(y) && Number.isInteger(group) && part.length > SHORT;
      const hasGroup = !part.includes(',,');
      return isKnown
        ? [[part.slice(0, SHORT), { x: x / 10, y: y / 10, group: hasGroup ? group : null, isSettled: settled === 1 }] as const]
        : [];
    }),
  );

/** The last layouts if the browser refuses storage. */
let memory: readonly StoredLayout[] = [];

function stored(): readonly StoredLayout[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(found) ? found.filter(isStored) : [];
  } catch {
    return memory;
  }
}

function isStored(value: unknown): value is StoredLayout {
  const { request, mode, nodes } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return [request, mode, nodes].every((text) => typeof text === 'string');
}

function store(layouts: readonly StoredLayout[]): void {
  memory = layouts;
  try {
    localStorage.setItem(NAME, JSON.stringify(layouts));
  } catch {
    // The browser refuses storage: the layouts are known until the page is loaded again.
  }
}

const modeOf = ({ org, bankId, mode }: GraphContext): string => JSON.stringify([org, bankId, mode]);
const requestOf = (of: GraphContext): string => JSON.stringify([modeOf(of), of.request]);

/** The layout of this request, or the last one of its bank and mode. */
export function formerLayout(of: GraphContext): FormerLayout | null {
  const [all, request, mode] = [stored(), requestOf(of), modeOf(of)];
  const found = all.find((each) => each.request === request) ?? all.find((each) => each.mode === mode);
  return found ? fromText(found.nodes) : null;
}

function put(of: GraphContext, layout: FormerLayout): void {
  if (layout.size > MOST_NODES) return;
  const next = { request: requestOf(of), mode: modeOf(of), nodes: toText(layout) };
  store([next, ...stored().filter(({ request }) => request !== next.request)].slice(0, MOST));
}

/** Stores a layout. `start`: what it started from, or null if it is new. */
export function rememberLayout(of: GraphContext, places: Positions, start: ReadonlyMap<string, FormerNode> | null): void {
  const nodeOf = (id: string, { x, y }: Point): FormerNode => ({
    x,
    y,
    group: start?.get(id)?.group ?? null,
    isSettled: start === null || (start.get(id)?.isSettled ?? false),
  });
  put(of, new Map([...places].map(([id, place]) => [shortOf(id), nodeOf(id, place)])));
}

/** Stores the communities of the nodes of the last layout. */
export function rememberGroups(of: GraphContext, groups: ReadonlyMap<string, number>): void {
  const found = stored().find(({ request }) => request === requestOf(of));
  if (!found) return;
  const short = new Map([...groups].map(([id, group]) => [shortOf(id), group]));
  put(of, new Map([...fromText(found.nodes)].map(([id, node]) => [id, { ...node, group: short.get(id) ?? node.group }])));
}

/** The share of nodes that two pictures must have in common. */
const COMMON = 0.6;

/**
 * The nodes that a graph starts from: those of the former layout, or none if too little of it is in
 * the graph, or too much of the graph was added later. Nodes would be scattered or crowded.
 */
export function startOf({ nodes }: Graph, former: FormerLayout | null): ReadonlyMap<string, FormerNode> | null {
  if (!former) return null;
  const common = new Map(
    nodes.flatMap(({ id }) => {
      const node = former.get(shortOf(id));
      return node ? [[id, node] as const] : [];
    }),
  );
  const settled = [...common.values()].filter(({ isSettled }) => isSettled).length;
  return settled >= nodes.length * COMMON && common.size >= former.size * COMMON ? common : null;
}

/**
 * The known communities of nodes: those of the former layout, then those of `latest`. Null if the
 * layout is new.
 */
export function formerGroups(
  nodes: Graph['nodes'],
  former: FormerLayout | null,
  latest: ReadonlyMap<string, number>,
): (number | null)[] | null {
  const groups = nodes.map(({ id }) => former?.get(shortOf(id))?.group ?? null);
  if (groups.every((group) => group === null)) return null;
  return groups.map((group, i) => group ?? latest.get(nodes[i]?.id ?? '') ?? null);
}

import Graph from 'graphology';
import louvain from 'graphology-communities-louvain';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import { chanceOf, seedOf } from '#components/graph/layout/chance';
import { fcose } from '#components/graph/layout/fcose';
import { pack, partsOf, spread } from '#components/graph/layout/pack';
import { type Coordinates, type LayoutTask, linksOf, type OnProgress, STEP } from '#components/graph/layout/task';

/** Up to this size, fcose produces a better community. It is too slow for larger ones. */
const SMALL = 60;
const SMALL_OF_MANY = 30;
const MANY = 400;
/** Maximum number of placed nodes that are considered when nodes are added. */
const MOST_NEAR = 200;
/** Space of an entity relative to a fact. */
const ENTITY_ROOM = 2.2;
const SETTINGS = {
  linLogMode: true,
  outboundAttractionDistribution: false,
  gravity: 1,
  strongGravityMode: false,
  slowDown: 2,
  scalingRatio: 4,
  edgeWeightInfluence: 1,
};
const ROUNDS = 240;
const SLICE = 20;

type Edges = LayoutTask['edges'];

function graphOf(ids: readonly string[], edges: Edges): Graph {
  const graph = new Graph({ type: 'undirected', multi: false });
  const reach = Math.sqrt(ids.length) * STEP;
  for (const [i, id] of ids.entries()) {
    const [x, y] = seedOf(id, reach);
    graph.addNode(String(i), { x, y });
  }
  for (const [a, b, weight] of edges)
    if (a !== b) graph.updateEdge(String(a), String(b), (old) => ({ weight: Number(old.weight ?? 0) + weight }));
  return graph;
}

/** ForceAtlas2 in slices, for graphs that are too large for fcose. */
function forceAtlas(ids: readonly string[], edges: Edges, onShare: (share: number) => void): Coordinates {
  const graph = graphOf(ids, edges);
  const settings = { ...forceAtlas2.inferSettings(graph), ...SETTINGS };
  for (let done = 0; done < ROUNDS; done += SLICE) {
    forceAtlas2.assign(graph, { iterations: SLICE, settings, getEdgeWeight: 'weight' });
    onShare((done + SLICE) / ROUNDS);
  }
  const laid = new Float64Array(ids.length * 2);
  graph.forEachNode((node, { x, y }) => {
    laid[Number(node) * 2] = x;
    laid[Number(node) * 2 + 1] = y;
  });
  return scaled(laid, edges);
}

/** Scales a layout so that the median edge has the ideal length. */
function scaled(laid: Coordinates, edges: Edges): Coordinates {
  const lengths = edges
    .map(([a, b]) => Math.hypot(laid[a * 2]! - laid[b * 2]!, laid[a * 2 + 1]! - laid[b * 2 + 1]!))
    .filter((length) => length > 0)
    .sort((a, b) => a - b);
  const middle = lengths[Math.floor(lengths.length / 2)] ?? STEP;
  return laid.map((value) => (value / middle) * STEP);
}

/** Lays out one community, or a part without communities. */
const alone = (ids: readonly string[], edges: Edges, small: number, onShare: (share: number) => void): Coordinates =>
  spread(ids.length <= small ? fcose(ids, edges) : forceAtlas(ids, edges, onShare), STEP * 0.34, 40);

/**
 * Lays out a connected part: each community by itself, then the communities around each other as
 * discs, each turned to face its links. Forces on the whole part would produce a ball, because in a
 * conversation everything is linked to the speakers.
 */
function together(ids: readonly string[], edges: Edges, onShare: (share: number) => void): Coordinates {
  const group = groupsOf(ids, edges);
  const members = Array.from({ length: new Set(group).size }, (): number[] => []);
  for (const [i, g] of group.entries()) members[g]!.push(i);
  const small = ids.length > MANY ? SMALL_OF_MANY : SMALL;
  if (members.length < 2 || ids.length < 24) return alone(ids, edges, small, onShare);
  const place = new Int32Array(ids.length);
  for (const list of members) for (const [i, node] of list.entries()) place[node] = i;
  const inner = members.map((): (readonly [number, number, number])[] => []);
  const across = new Map<string, readonly [number, number, number]>();
  for (const [a, b, weight] of edges) {
    const [g, h] = [group[a]!, group[b]!];
    if (g === h) inner[g]!.push([place[a]!, place[b]!, weight]);
    else {
      const key = `${Math.min(g, h)} ${Math.max(g, h)}`;
      across.set(key, [Math.min(g, h), Math.max(g, h), (across.get(key)?.[2] ?? 0) + weight]);
    }
  }
  let finished = 0;
  const own = members.map((list, g) => {
    const names = list.map((node) => ids[node]!);
    const laid = centered(alone(names, inner[g]!, small, (share) => onShare((finished + share * list.length) / ids.length)));
    finished += list.length;
    onShare(finished / ids.length);
    return laid;
  });
  const heads = members.map((list) => ids[list[0]!]!);
  const bonds = [...across.values()];
  const spots = discs(members.length <= SMALL ? fcose(heads, bonds) : forceAtlas(heads, bonds, () => undefined), own.map(reachOf));
  const laid = new Float64Array(ids.length * 2);
  for (const [g, list] of members.entries()) {
    const leads = edges.flatMap(([a, b]) =>
      group[a] === group[b]
        ? []
        : group[a] === g
          ? [[place[a]!, group[b]!] as const]
          : group[b] === g
            ? [[place[b]!, group[a]!] as const]
            : [],
    );
    const turned = turnedTo(own[g]!, [spots[g * 2]!, spots[g * 2 + 1]!], leads, spots);
    for (const [i, node] of list.entries()) laid.set([turned[i * 2]!, turned[i * 2 + 1]!], node * 2);
  }
  return laid;
}

/** The radius of a community. */
const reachOf = (laid: Coordinates): number => {
  let reach = 0;
  for (let i = 0; i < laid.length; i += 2) reach = Math.max(reach, Math.hypot(laid[i]!, laid[i + 1]!));
  return reach + STEP * 0.45;
};

/** Moves discs to the center and apart in turns. */
function discs(spots: Coordinates, reach: readonly number[]): Coordinates {
  const laid = centered(spots);
  for (let round = 0; round < 300; round++) {
    // Stages are wider than tall.
    for (let i = 0; i < laid.length; i++) laid[i]! *= i % 2 === 0 ? 0.991 : 0.972;
    for (let again = 0; again < 4; again++)
      for (let a = 0; a < reach.length; a++)
        for (let b = a + 1; b < reach.length; b++) {
          let [dx, dy] = [laid[b * 2]! - laid[a * 2]!, laid[b * 2 + 1]! - laid[a * 2 + 1]!];
          let apart = Math.hypot(dx, dy);
          const least = reach[a]! + reach[b]!;
          if (apart >= least) continue;
          if (apart < 1e-6) [dx, dy, apart] = [Math.cos(b), Math.sin(b), 1];
          const push = (least - apart) / apart;
          // The smaller disc moves more.
          const share = reach[b]! ** 2 / (reach[a]! ** 2 + reach[b]! ** 2);
          laid[a * 2]! -= dx * push * share;
          laid[a * 2 + 1]! -= dy * push * share;
          laid[b * 2]! += dx * push * (1 - share);
          laid[b * 2 + 1]! += dy * push * (1 - share);
        }
  }
  return laid;
}

const TURNS = 24;

/** A community at its position, turned so that nodes face their external links. */
function turnedTo(
  own: Coordinates,
  [x, y]: readonly [number, number],
  leads: readonly (readonly [node: number, group: number])[],
  spots: Coordinates,
): Coordinates {
  let best: Coordinates | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < TURNS * 2; turn++) {
    const angle = ((turn % TURNS) / TURNS) * 2 * Math.PI;
    const flip = turn < TURNS ? 1 : -1;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const laid = new Float64Array(own.length);
    for (let i = 0; i < own.length; i += 2) {
      laid[i] = x + own[i]! * cos * flip - own[i + 1]! * sin;
      laid[i + 1] = y + own[i]! * sin * flip + own[i + 1]! * cos;
    }
    const length = leads.reduce(
      (sum, [node, group]) => sum + Math.hypot(laid[node * 2]! - spots[group * 2]!, laid[node * 2 + 1]! - spots[group * 2 + 1]!),
      0,
    );
    if (length < least - 1e-6) [best, least] = [laid, length];
  }
  return best!;
}

/** Normalizes the weights of different kinds of links to one scale per graph. */
const evened = (edges: Edges): Edges => {
  const most = edges.reduce((max, [, , weight]) => Math.max(max, weight), 0) || 1;
  return edges.map(([a, b, weight]) => [a, b, 0.1 + weight / most] as const);
};

/** Applies forces to each part, then packs the parts. */
export function force(task: LayoutTask, onProgress: OnProgress): Coordinates {
  const laid = new Float64Array(task.nodes.length * 2);
  const parts = partsOf(task);
  const partOf = new Map(parts.flatMap((part, i) => part.map((node) => [node, i] as const)));
  const edges = evened(task.edges);
  const edgesOf = parts.map((): (readonly [number, number, number])[] => []);
  for (const edge of edges) edgesOf[partOf.get(edge[0])!]!.push(edge);
  let finished = 0;
  for (const [p, part] of parts.entries()) {
    if (part.length > 1) {
      const index = new Map(part.map((node, i) => [node, i]));
      const inner = edgesOf[p]!.map(([a, b, weight]) => [index.get(a)!, index.get(b)!, weight] as const);
      const ids = part.map((node) => task.nodes[node]!.id);
      const own = together(ids, inner, (share) => onProgress(((finished + share * part.length) / task.nodes.length) * 0.95, null));
      for (const [i, node] of part.entries()) {
        laid[node * 2] = own[i * 2]!;
        laid[node * 2 + 1] = own[i * 2 + 1]!;
      }
    }
    finished += part.length;
  }
  return centered(spread(pack(laid, parts), STEP * 0.34, 40, { wide: roomOf(task) }));
}

/** The space that a node takes. Entities are larger and have a label. */
export const roomOf =
  ({ nodes }: LayoutTask) =>
  (node: number): number =>
    nodes[node]!.kind === 'entity' ? ENTITY_ROOM : 1;

function centered(laid: Coordinates): Coordinates {
  const count = laid.length / 2;
  let [x, y] = [0, 0];
  for (let i = 0; i < count; i++) {
    x += laid[i * 2]! / count;
    y += laid[i * 2 + 1]! / count;
  }
  return laid.map((value, i) => Math.round((value - (i % 2 === 0 ? x : y)) * 10) / 10);
}

/** Communities by the Louvain method, numbered by size from 0 for the largest. */
export const groups = (task: Pick<LayoutTask, 'nodes' | 'edges'>): Int32Array =>
  groupsOf(
    task.nodes.map(({ id }) => id),
    evened(task.edges),
  );

function groupsOf(ids: readonly string[], edges: Edges): Int32Array {
  const graph = graphOf(ids, edges);
  if (graph.size === 0) return new Int32Array(ids.length).map((_, i) => i);
  const found = louvain(graph, { rng: chanceOf(1), getEdgeWeight: 'weight' });
  const sizes = new Map<number, number>();
  for (const group of Object.values(found)) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const order = new Map([...sizes].sort(([a, n], [b, m]) => m - n || a - b).map(([group], i) => [group, i]));
  return new Int32Array(ids.length).map((_, i) => order.get(found[String(i)]!)!);
}

/** Places new nodes near their neighbors without moving placed ones. */
export function near(task: LayoutTask): Coordinates {
  const laid = new Float64Array(task.nodes.length * 2);
  const fixed = task.nodes.map((node) => node.fixed);
  const links = linksOf(task);
  for (const [i, { id, fixed: place }] of task.nodes.entries()) {
    const [x, y] = place ? [place.x, place.y] : about(task, i, links, seedOf(id, STEP));
    laid[i * 2] = x;
    laid[i * 2 + 1] = y;
  }
  const movable = fixed.filter((place) => !place).length;
  if (movable > 0 && task.nodes.length <= MOST_NEAR && fixed.some((place) => place)) {
    const own = fcose(
      task.nodes.map(({ id }) => id),
      task.edges,
      { start: laid, fixed },
    );
    for (const [i, place] of fixed.entries()) if (!place) laid.set([own[i * 2]!, own[i * 2 + 1]!], i * 2);
  }
  spread(laid, STEP * 0.5, 60, { isFixed: (node) => fixed[node] !== null });
  return laid.map((value, i) => (fixed[Math.floor(i / 2)] ? value : Math.round(value * 10) / 10));
}

/** The center of its placed neighbors, with a small offset. */
function about(task: LayoutTask, node: number, links: readonly number[], [dx, dy]: readonly [number, number]): [number, number] {
  let [x, y, total] = [0, 0, 0];
  for (const [a, b] of task.edges) {
    const other = a === node ? b : b === node ? a : -1;
    const place = other >= 0 ? task.nodes[other]!.fixed : null;
    if (!place) continue;
    const pull = 1 / links[other]!;
    x += place.x * pull;
    y += place.y * pull;
    total += pull;
  }
  return total === 0 ? [dx, dy] : [x / total + dx, y / total + dy];
}

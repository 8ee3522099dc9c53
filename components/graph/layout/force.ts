import Graph from 'graphology';
import louvain from 'graphology-communities-louvain';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import { chanceOf, seedOf } from '#components/graph/layout/chance';
import { fcose } from '#components/graph/layout/fcose';
import { pack, partsOf, spread } from '#components/graph/layout/pack';
import { type Laid, type LayoutTask, linksOf, type OnProgress, STEP } from '#components/graph/layout/task';

/** Up to this many nodes fcose draws a community better; in a big graph it would take too long for all of them. */
const SMALL = 60;
const SMALL_OF_MANY = 30;
const MANY = 400;
/** What is placed and what is new, when something is added. */
const MOST_NEAR = 200;
/** Of what a fact has. */
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

/** ForceAtlas2 of what is too much for fcose, slice by slice. */
function forceAtlas(ids: readonly string[], edges: Edges, onShare: (share: number) => void): Laid {
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

/** Enlarged or reduced until an edge of middle length is a step long. */
function scaled(laid: Laid, edges: Edges): Laid {
  const lengths = edges
    .map(([a, b]) => Math.hypot(laid[a * 2]! - laid[b * 2]!, laid[a * 2 + 1]! - laid[b * 2 + 1]!))
    .filter((length) => length > 0)
    .sort((a, b) => a - b);
  const middle = lengths[Math.floor(lengths.length / 2)] ?? STEP;
  return laid.map((value) => (value / middle) * STEP);
}

/** One community, or a part that is none. */
const alone = (ids: readonly string[], edges: Edges, small: number, onShare: (share: number) => void): Laid =>
  spread(ids.length <= small ? fcose(ids, edges) : forceAtlas(ids, edges, onShare), STEP * 0.34, 40);

/**
 * A part that hangs together: each community by itself, then the communities about each other as discs, each turned to where its links
 * lead. Forces over the whole would draw a ball: in a conversation the speakers hang on everything.
 */
function together(ids: readonly string[], edges: Edges, onShare: (share: number) => void): Laid {
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
    const laid = centred(alone(names, inner[g]!, small, (share) => onShare((finished + share * list.length) / ids.length)));
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

/** How far a community reaches from its middle. */
const reachOf = (laid: Laid): number => {
  let reach = 0;
  for (let i = 0; i < laid.length; i += 2) reach = Math.max(reach, Math.hypot(laid[i]!, laid[i + 1]!));
  return reach + STEP * 0.45;
};

/** Discs drawn to the middle and pushed off each other by turns. */
function discs(spots: Laid, reach: readonly number[]): Laid {
  const laid = centred(spots);
  for (let round = 0; round < 300; round++) {
    // Stages are wider than high.
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
          // The smaller one gives way.
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

/** A community at its spot, turned so that what leads out lies towards where it leads. */
function turnedTo(
  own: Laid,
  [x, y]: readonly [number, number],
  leads: readonly (readonly [node: number, group: number])[],
  spots: Laid,
): Laid {
  let best: Laid | null = null;
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

/** Weights of kinds that mean different things, brought into one measure for each graph. */
const evened = (edges: Edges): Edges => {
  const most = edges.reduce((max, [, , weight]) => Math.max(max, weight), 0) || 1;
  return edges.map(([a, b, weight]) => [a, b, 0.1 + weight / most] as const);
};

/** Forces part by part, then the parts packed. */
export function force(task: LayoutTask, onProgress: OnProgress): Laid {
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
  // Entities are drawn larger and carry a name.
  const wide = (node: number): number => (task.nodes[node]!.kind === 'entity' ? ENTITY_ROOM : 1);
  return centred(spread(pack(laid, parts), STEP * 0.34, 40, { wide }));
}

function centred(laid: Laid): Laid {
  const count = laid.length / 2;
  let [x, y] = [0, 0];
  for (let i = 0; i < count; i++) {
    x += laid[i * 2]! / count;
    y += laid[i * 2 + 1]! / count;
  }
  return laid.map((value, i) => Math.round((value - (i % 2 === 0 ? x : y)) * 10) / 10);
}

/** Louvain; groups are numbered by their size, the largest 0. */
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

/** New nodes near what they hang on; what is placed does not move. */
export function near(task: LayoutTask): Laid {
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

/** The middle of what it hangs on that has a place, a step aside. */
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

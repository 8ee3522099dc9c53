import { type AddedNodes, type GraphAction, type Scene, sceneOf } from '#components/graph/acts';
import { Cancelled, type Layouter } from '#components/graph/layout/client';
import { grid } from '#components/graph/layout/plain';
import { fromWord, type LinkStep, shortOf } from '#components/graph/link';
import { type Graph, merged, type Positions, tiesOf, wayIn } from '#components/graph/model';
import type { Moment } from '#components/graph/moments';
import { type GraphContext, readNewNeighbors, readNode, readPath } from '#components/graph/queries';
import { NOTHING_BROUGHT as NOTHING_ADDED, placesOf, surroundings, taskOf } from '#components/graph/tasks';
import { ApiError } from '#lib/api/call';
import type { ExploredEdge } from '#lib/memory/graph/contract';

/** A slow step, and its progress from 0 to 1. */
export interface Busy {
  readonly what: 'layout' | 'expand' | 'bring' | 'path';
  readonly share: number;
}

/** The bank and mode that steps read from, and the times that a timeline uses. */
export interface Context {
  readonly asking: GraphContext;
  readonly moment: Moment;
}

/** A loaded graph with the position of each node. */
export interface PositionedGraph {
  readonly base: Graph;
  readonly places: Positions;
}

type OnShare = (share: number) => void;

/**
 * Lays out a graph by force, or from a former layout. If the user cancels, the nodes are placed on
 * a grid, which takes no time, and `acts` records it.
 */
export async function layBase(
  worker: Layouter,
  base: Graph,
  { moment, start }: { readonly moment: Moment; readonly start: Positions | null },
  onShare: OnShare,
): Promise<{ laid: PositionedGraph; acts: readonly GraphAction[] }> {
  const task = start ? taskOf(base, 'incremental', { moment, fixed: start }) : taskOf(base, 'force', { moment });
  try {
    return { laid: { base, places: placesOf(base.nodes, await worker.layout(task, onShare)) }, acts: [] };
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    const places = placesOf(base.nodes, grid(task));
    return { laid: { base, places }, acts: [{ kind: 'layout', name: 'grid', root: null, moment: 'mentioned', places }] };
  }
}

interface Replay {
  readonly acts: readonly GraphAction[];
  /** The number of steps of the link that no longer apply. */
  readonly lost: number;
  /** The error that ended the replay early, or null if all steps were tried. */
  readonly failure: unknown;
}

/**
 * Performs the steps of a link after `acts`, in order. Stops at the first step that fails, and when
 * `isCurrent` is false.
 */
export async function replay(
  worker: Layouter,
  word: string,
  { base, places }: PositionedGraph,
  before: readonly GraphAction[],
  contextNow: () => Context,
  isCurrent: () => boolean,
): Promise<Replay> {
  const acts = [...before];
  const steps = fromWord(word);
  // Steps that cannot be parsed are lost too.
  let lost = steps.length === 0 ? 0 : word.split('.').length - steps.length;
  for (const step of steps) {
    const scene = sceneOf(base, places, acts);
    const meant = resolved(step, scene);
    try {
      const act = meant && (await perform(worker, meant, scene, contextNow()));
      if (act) acts.push(act);
      else lost += 1;
    } catch (error) {
      // Later steps depend on this one.
      if (!isMissing(error)) return { acts, lost, failure: error };
      lost += 1;
    }
    if (!isCurrent()) break;
  }
  return { acts, lost, failure: null };
}

/** A step of a link with full ids, or null if its nodes are missing. */
function resolved(step: LinkStep, { graph }: Scene): LinkStep | null {
  const whole = new Map(graph.nodes.map(({ id }) => [shortOf(id), id]));
  switch (step.kind) {
    case 'path': {
      const [from, to] = [whole.get(step.from), whole.get(step.to)];
      return from && to ? { ...step, from, to } : null;
    }
    case 'hide':
    case 'isolate': {
      const ids = step.ids.map((id) => whole.get(id)).filter((id) => id !== undefined);
      return ids.length > 0 ? { ...step, ids } : null;
    }
    case 'layout':
      return { ...step, root: step.root === null ? null : (whole.get(step.root) ?? null) };
    case 'show':
    case 'end':
    case 'bring':
      return step;
    default: {
      const id = whole.get(step.id);
      return id ? { ...step, id } : null;
    }
  }
}

/** Nodes that are not hidden, regardless of other filters. */
const unhidden = ({ graph, hidden }: Scene): Graph => ({
  nodes: graph.nodes.filter(({ id }) => !hidden.has(id)),
  edges: graph.edges.filter(({ source, target }) => !hidden.has(source) && !hidden.has(target)),
});

/** The node no longer exists, as opposed to an unknown failure. */
const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400 || error.status === 422);

/** The act that a step performs on this scene, or null if it has no effect. */
export async function perform(
  worker: Layouter,
  step: LinkStep,
  scene: Scene,
  { asking, moment }: Context,
  onShare: OnShare = () => undefined,
): Promise<GraphAction | null> {
  switch (step.kind) {
    case 'expand': {
      const known = new Set(scene.graph.nodes.map(({ id }) => id));
      const found = await readNewNeighbors(asking, step.id, known);
      // If all neighbors are in the picture, their links to the node may be missing.
      const edges =
        found.nodes.length > 0 ? found.edges : found.edges.filter(({ source, target }) => source === step.id || target === step.id);
      const added = await settled(worker, scene, { ...found, edges }, step.id, moment);
      return added.nodes.length + added.edges.length === 0 ? null : { ...step, kind: 'expand', added };
    }
    case 'bring': {
      const known = new Set(scene.graph.nodes.map(({ id }) => id)).add(step.id);
      const [own, around] = await Promise.all([readNode(asking, step.id), readNewNeighbors(asking, step.id, known)]);
      const found = { nodes: [own, ...around.nodes], edges: around.edges };
      return { ...step, kind: 'bring', added: await settled(worker, scene, found, step.id, moment) };
    }
    case 'path': {
      // Visible links also form a path. This includes links by time, which a search in the bank
      // does not follow.
      const drawn = wayIn(tiesOf(unhidden(scene)), step.from, step.to);
      const found = await readPath(asking, step.from, step.to);
      if (drawn && (!found.found || drawn.nodes.length <= found.nodes.length)) return { ...step, ids: drawn.nodes, added: NOTHING_ADDED };
      if (!found.found) return null;
      return { ...step, ids: found.nodes.map(({ id }) => id), added: await settled(worker, scene, found, step.from, moment) };
    }
    case 'only': {
      const around = tiesOf(unhidden(scene)).get(step.id) ?? [];
      return { kind: 'isolate', about: step.id, ids: [step.id, ...new Set(around.map(({ other }) => other))] };
    }
    case 'layout': {
      const task = taskOf(scene.graph, step.name, { moment: step.moment, root: step.root });
      return { ...step, places: placesOf(scene.graph.nodes, await worker.layout(task, onShare)) };
    }
    case 'pin':
      // Rounded, as in a link.
      return { kind: 'pin', id: step.id, at: { x: Math.round(step.x), y: Math.round(step.y) } };
    case 'unpin':
      return { kind: 'unpin', id: step.id };
    default:
      return step;
  }
}

/** Places new nodes around the node that added them. */
async function settled(
  worker: Layouter,
  scene: Scene,
  found: { readonly nodes: Graph['nodes']; readonly edges: readonly ExploredEdge[] },
  about: string,
  moment: Moment,
): Promise<AddedNodes> {
  const known = new Set(scene.graph.nodes.map(({ id }) => id));
  const nodes = found.nodes.filter(({ id }) => !known.has(id));
  const graph = merged(scene.graph, { nodes, edges: found.edges });
  const edges = graph.edges.slice(scene.graph.edges.length);
  if (nodes.length === 0) return { ...NOTHING_ADDED, edges };
  const newcomers = new Set(nodes.map(({ id }) => id));
  const around = surroundings(graph, newcomers, scene.places, about);
  const laid = placesOf(around.nodes, await worker.layout(taskOf(around, 'near', { moment, fixed: scene.places })));
  return { nodes, edges, places: new Map([...laid].filter(([id]) => newcomers.has(id))) };
}

import { type Graph, type GraphNode, merged, type Point, type Positions } from '#components/graph/model';
import type { Moment } from '#components/graph/moments';
import { defined } from '#lib/base/defined';
import type { ExploredEdge } from '#lib/memory/graph/contract';

/**
 * The user's changes to a graph, as a list of acts. The picture is the loaded graph with these acts
 * applied in order. Undo removes the last act, and a link that contains the list shows the same
 * picture.
 */

export const LAYOUTS = ['force', 'rings', 'breadth', 'timeline', 'grid'] as const;
export type LayoutName = (typeof LAYOUTS)[number];

/** Nodes that an act added to the picture, with their positions. */
export interface AddedNodes {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly ExploredEdge[];
  readonly places: Positions;
}

export type GraphAction =
  | { readonly kind: 'expand'; readonly id: string; readonly added: AddedNodes }
  /** A node from elsewhere in the bank, with its neighbors. */
  | { readonly kind: 'bring'; readonly id: string; readonly added: AddedNodes }
  /** `ids`: the nodes and edges on the path, from end to end. */
  | { readonly kind: 'path'; readonly from: string; readonly to: string; readonly ids: readonly string[]; readonly added: AddedNodes }
  /** The path is no longer shown; nodes that it added remain. */
  | { readonly kind: 'end' }
  | {
      readonly kind: 'layout';
      readonly name: LayoutName;
      readonly root: string | null;
      readonly moment: Moment;
      readonly places: Positions;
    }
  | { readonly kind: 'pin'; readonly id: string; readonly at: Point }
  | { readonly kind: 'unpin'; readonly id: string }
  | { readonly kind: 'hide'; readonly ids: readonly string[] }
  /** `about`: set if the ids are this node and its neighbors. */
  | { readonly kind: 'isolate'; readonly ids: readonly string[]; readonly about?: string }
  | { readonly kind: 'show' };

export interface History {
  readonly done: readonly GraphAction[];
  readonly undone: readonly GraphAction[];
}
export const NOTHING_DONE: History = { done: [], undone: [] };

export type Move =
  | { readonly type: 'act'; readonly act: GraphAction }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'reset'; readonly done?: readonly GraphAction[] };

export function moved(history: History, move: Move): History {
  const { done, undone } = history;
  if (move.type === 'reset') return { done: move.done ?? [], undone: [] };
  if (move.type === 'act') return { done: [...done, move.act], undone: [] };
  if (move.type === 'undo') return done.length === 0 ? history : { done: done.slice(0, -1), undone: [...undone, defined(done.at(-1))] };
  return undone.length === 0 ? history : { done: [...done, defined(undone.at(-1))], undone: undone.slice(0, -1) };
}

export interface Scene {
  readonly graph: Graph;
  readonly places: Positions;
  readonly hidden: ReadonlySet<string>;
  readonly pinned: ReadonlySet<string>;
  readonly layout: LayoutName;
}

/** The nodes that must be visible after an act, even if they were hidden before. */
function wantedBy(act: Extract<GraphAction, { readonly added: AddedNodes }>): string[] {
  const added = act.added.nodes.map(({ id }) => id);
  if (act.kind === 'expand') return added;
  return [...added, ...(act.kind === 'path' ? act.ids : [act.id])];
}

/** The loaded graph with its layout and these acts applied. */
export function sceneOf(base: Graph, laid: Positions, acts: readonly GraphAction[]): Scene {
  let graph = base;
  let layout: LayoutName = 'force';
  const places = new Map(laid);
  const hidden = new Set<string>();
  const pinned = new Map<string, Point>();
  const put = (some: Positions) => {
    for (const [id, place] of some) if (!pinned.has(id)) places.set(id, place);
  };
  for (const act of acts) {
    switch (act.kind) {
      case 'expand':
      case 'bring':
      case 'path':
        graph = merged(graph, act.added);
        put(act.added.places);
        for (const id of wantedBy(act)) hidden.delete(id);
        break;
      case 'layout':
        layout = act.name;
        put(act.places);
        break;
      case 'pin':
        pinned.set(act.id, act.at);
        places.set(act.id, act.at);
        break;
      case 'unpin':
        pinned.delete(act.id);
        break;
      case 'hide':
        for (const id of act.ids) hidden.add(id);
        break;
      case 'isolate': {
        const isolatedIds = new Set(act.ids);
        for (const { id } of graph.nodes) if (!isolatedIds.has(id)) hidden.add(id);
        break;
      }
      case 'show':
        hidden.clear();
    }
  }
  return { graph, places, hidden, pinned: new Set(pinned.keys()), layout };
}

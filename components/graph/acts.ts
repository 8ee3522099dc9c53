import { type Graph, type GraphNode, merged, type Place, type Places } from '#components/graph/model';
import type { Moment } from '#components/graph/moments';
import { defined } from '#lib/base/defined';
import type { ExploredEdge } from '#lib/memory/graph/contract';

/**
 * What somebody did to a graph, as a list of acts. The picture is the graph as it was read with these acts done one after the other, so
 * undo takes the last one off, and a link that carries the list shows the same picture.
 */

export const LAYOUTS = ['force', 'rings', 'breadth', 'timeline', 'grid'] as const;
export type LayoutName = (typeof LAYOUTS)[number];

/** Nodes that an act brought into the picture, and where they were put. */
export interface Brought {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly ExploredEdge[];
  readonly places: Places;
}

export type Act =
  | { readonly kind: 'expand'; readonly id: string; readonly brought: Brought }
  /** a node from elsewhere in the bank, with its neighbours */
  | { readonly kind: 'bring'; readonly id: string; readonly brought: Brought }
  /** `ids`: what lies on it, from end to end */
  | { readonly kind: 'path'; readonly from: string; readonly to: string; readonly ids: readonly string[]; readonly brought: Brought }
  /** no path is shown any more; what it brought stays */
  | { readonly kind: 'end' }
  | { readonly kind: 'layout'; readonly name: LayoutName; readonly root: string | null; readonly moment: Moment; readonly places: Places }
  | { readonly kind: 'pin'; readonly id: string; readonly at: Place }
  | { readonly kind: 'unpin'; readonly id: string }
  | { readonly kind: 'hide'; readonly ids: readonly string[] }
  /** `about`: all are this one and what hangs on it */
  | { readonly kind: 'isolate'; readonly ids: readonly string[]; readonly about?: string }
  | { readonly kind: 'show' };

export interface History {
  readonly done: readonly Act[];
  readonly undone: readonly Act[];
}
export const NOTHING_DONE: History = { done: [], undone: [] };

export type Move =
  | { readonly type: 'act'; readonly act: Act }
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  | { readonly type: 'reset'; readonly done?: readonly Act[] };

export function moved(history: History, move: Move): History {
  const { done, undone } = history;
  if (move.type === 'reset') return { done: move.done ?? [], undone: [] };
  if (move.type === 'act') return { done: [...done, move.act], undone: [] };
  if (move.type === 'undo') return done.length === 0 ? history : { done: done.slice(0, -1), undone: [...undone, defined(done.at(-1))] };
  return undone.length === 0 ? history : { done: [...done, defined(undone.at(-1))], undone: undone.slice(0, -1) };
}

export interface Scene {
  readonly graph: Graph;
  readonly places: Places;
  readonly hidden: ReadonlySet<string>;
  readonly pinned: ReadonlySet<string>;
  readonly layout: LayoutName;
}

/** What is to be seen after an act, whatever was hidden before. */
function wantedBy(act: Extract<Act, { readonly brought: Brought }>): string[] {
  const brought = act.brought.nodes.map(({ id }) => id);
  if (act.kind === 'expand') return brought;
  return [...brought, ...(act.kind === 'path' ? act.ids : [act.id])];
}

/** The graph as it was read, laid out, with these acts done. */
export function sceneOf(base: Graph, laid: Places, acts: readonly Act[]): Scene {
  let graph = base;
  let layout: LayoutName = 'force';
  const places = new Map(laid);
  const hidden = new Set<string>();
  const pinned = new Map<string, Place>();
  const put = (some: Places) => {
    for (const [id, place] of some) if (!pinned.has(id)) places.set(id, place);
  };
  for (const act of acts) {
    switch (act.kind) {
      case 'expand':
      case 'bring':
      case 'path':
        graph = merged(graph, act.brought);
        put(act.brought.places);
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
        const kept = new Set(act.ids);
        for (const { id } of graph.nodes) if (!kept.has(id)) hidden.add(id);
        break;
      }
      case 'show':
        hidden.clear();
    }
  }
  return { graph, places, hidden, pinned: new Set(pinned.keys()), layout };
}

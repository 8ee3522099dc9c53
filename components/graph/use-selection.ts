'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ALL_IN_VIEW, type GraphFilters, OTHER_MODE, type SetGraphFilters } from '#components/graph/filters';
import { wordOfBringing, wordOfEdge } from '#components/graph/link';
import { type GraphEdge, type GraphNode, isDrawnIn } from '#components/graph/model';
import type { SearchableNode } from '#components/graph/search';
import { categoryOf } from '#components/graph/show';
import type { NodeActs, PanMode } from '#components/graph/side';
import type { GraphExplorer } from '#components/graph/use-explorer';
import type { useView } from '#components/graph/use-view';
import { entities } from '#components/strings/entities';
import { graph as t } from '#components/strings/graph';
import { announce } from '#components/ui/live';
import { toast } from '#components/ui/toast';
import type { GraphMode } from '#lib/memory/graph/literals';

interface Options {
  readonly set: SetGraphFilters;
  readonly filters: GraphFilters;
  readonly explored: GraphExplorer;
  readonly seen: ReturnType<typeof useView>;
  /** Moves the viewport to the selection. */
  readonly onLook: (id: string, how: 'fly' | 'reveal') => void;
  /** Fits these nodes into view: a path, or an expansion if part of it is out of view. */
  readonly onSeek: (ids: readonly string[], how: 'enclose' | 'reach') => void;
  /** Focuses the picture. */
  readonly onFocus: () => void;
}

/** The selected node or link, actions on it, and the start of an unfinished path. */
export function useSelection({ set, filters, explored, seen, onLook, onSeek, onFocus }: Options) {
  const { scene, act } = explored;
  const { view, ties, byId, inView } = seen;
  const [wayFrom, setWayFrom] = useState<string | null>(null);
  /** Nodes of the path that was just found. */
  const [made, setMade] = useState<readonly string[] | null>(null);
  // The viewport moves after the details have opened, because they cover part of the picture.
  const [look, setLook] = useState<{ readonly id: string; readonly how: 'fly' | 'reveal' } | null>(null);
  const goTo = useEffectEvent(onLook);
  useEffect(() => {
    if (look) goTo(look.id, look.how);
  }, [look]);
  // After the picture contains the nodes.
  const [sought, seek] = useState<{ readonly ids: readonly string[]; readonly how: 'enclose' | 'reach' } | null>(null);
  const seekNow = useEffectEvent(onSeek);
  useEffect(() => {
    if (sought) seekNow(sought.ids, sought.how);
  }, [sought]);
  // An added node, to be selected once it has loaded, unless the user has selected something else.
  const [awaited, setAwaited] = useState<{ readonly id: string } | null>(null);
  const looks = useRef(0);
  const lookElsewhere = (): void => {
    looks.current += 1;
    setAwaited(null);
  };
  const nameOf = (id: string): string => byId.get(id)?.label ?? '';

  const say = (node: GraphNode): string =>
    t.say(
      node.label,
      node.kind === 'entity' ? entities.kinds[categoryOf(node)] : t.kinds[node.kind],
      ties.get(node.id)?.length ?? 0,
      node.kind === 'entity' ? node.mentions : null,
      view?.fresh.has(node.id) ?? false,
    );
  /** Selects only this node. Keyboard navigation adds no history entries. */
  const visit = (id: string | null, how: PanMode = 'reveal', history: 'replace' | 'push' = 'replace') => {
    lookElsewhere();
    void set({ sel: id, edge: null }, { history });
    const node = id === null ? undefined : byId.get(id);
    if (!node) return;
    announce(say(node));
    if (how !== 'stay') setLook({ id: node.id, how });
  };
  const selectEdge = (edge: GraphEdge) => {
    lookElsewhere();
    void set({ sel: null, edge: wordOfEdge(edge) }, { history: 'push' });
    announce(t.sayLink(nameOf(edge.source), edge.kind, nameOf(edge.target)));
  };
  const findWay = async (from: string, to: string) => {
    setWayFrom(null);
    setMade(null);
    const way = await act({ kind: 'path', from, to });
    if (way === undefined) return;
    if (way?.kind !== 'path') return toast.note(t.pathNone);
    announce(t.pathFound(way.ids.length - 1));
    setMade(way.ids);
  };
  /** Like `visit`, but ends an unfinished path. Arrow keys pass many nodes before that. */
  const select = (id: string | null, how: PanMode = 'reveal') => {
    if (id !== null && wayFrom !== null && wayFrom !== id) void findWay(wayFrom, id);
    visit(id, how, id === filters.sel && filters.edge === null ? 'replace' : 'push');
  };

  /** Switches to another picture that starts with these acts. */
  const turn = (mode: GraphMode, word: string | null = null) => {
    lookElsewhere();
    setWayFrom(null);
    if (explored.canUndo) toast.note(t.modeChanged(filters.mode));
    void set({ ...OTHER_MODE, mode, acts: word });
  };
  const bring = async ({ id, kind }: SearchableNode) => {
    if (!isDrawnIn(filters.mode, kind)) {
      turn('both', wordOfBringing(id));
      return setAwaited({ id });
    }
    const before = looks.current;
    const isFiltered = byId.has(id) && !scene?.hidden.has(id);
    if (!isFiltered && !(await act({ kind: 'bring', id }))) return;
    if (looks.current === before) setAwaited({ id });
  };
  const isThere = awaited !== null && byId.has(awaited.id);
  const isSeen = awaited !== null && inView.has(awaited.id);
  /** Returns whether there were filters to clear. */
  const openFilters = useEffectEvent((): boolean => {
    const isFiltered = Object.keys(ALL_IN_VIEW).some((key) => isSet(filters[key as keyof typeof ALL_IN_VIEW]));
    if (isFiltered) void set(ALL_IN_VIEW);
    return isFiltered;
  });
  // A path across filtered nodes would be announced but not visible.
  const showWay = useEffectEvent((ids: readonly string[]) => {
    if (!ids.every((id) => inView.has(id) || !byId.has(id)) && openFilters()) return;
    seek({ ids, how: 'enclose' });
    setMade(null);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: cleared filters change what is in view
  useEffect(() => {
    if (made !== null) showWay(made);
  }, [made, inView]);
  const arrive = useEffectEvent((id: string) => select(id, 'fly'));
  useEffect(() => {
    if (awaited === null || !isThere) return;
    if (isSeen) arrive(awaited.id);
    else openFilters();
  }, [awaited, isThere, isSeen]);

  const acts: NodeActs = {
    select,
    expand: async (id) => {
      const made = await act({ kind: 'expand', id });
      if (made?.kind === 'expand') seek({ ids: [id, ...made.added.nodes.map((node) => node.id)], how: 'reach' });
      if (made === undefined) return;
      const { nodes, edges } = made?.kind === 'expand' ? made.added : { nodes: [], edges: [] };
      announce(nodes.length > 0 ? t.expanded(nodes.length) : edges.length > 0 ? t.expandedLinks(edges.length) : t.expandNone);
    },
    hide: (id) => {
      void act({ kind: 'hide', ids: [id] });
      announce(t.hidden(nameOf(id)));
      void set({ sel: null, edge: null });
      if (wayFrom === id) setWayFrom(null);
      onFocus();
    },
    isolate: async (id) => {
      const made = await act({ kind: 'only', id });
      if (made?.kind === 'isolate') announce(t.isolated(made.ids.length));
    },
    pin: (id) => {
      const isPinned = scene?.pinned.has(id);
      const at = scene?.places.get(id);
      if (isPinned) void act({ kind: 'unpin', id });
      else if (at) void act({ kind: 'pin', id, ...at });
      announce((isPinned ? t.unpinned : t.pinned)(nameOf(id)));
    },
    way: (id) => {
      if (wayFrom !== null && wayFrom !== id) return void findWay(wayFrom, id);
      setWayFrom(wayFrom === id ? null : id);
      announce(wayFrom === id ? t.pathStopped : t.pathPick(nameOf(id)));
    },
    link: selectEdge,
  };
  const stopWay = () => {
    setWayFrom(null);
    announce(t.pathStopped);
  };
  const endPath = () => {
    void act({ kind: 'end' });
    announce(t.pathEnded);
  };
  return { acts, visit, turn, bring, wayFrom, stopWay, endPath, nameOf };
}

export type Selection = ReturnType<typeof useSelection>;

const isSet = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

'use client';

import { type KeyboardEvent, useRef } from 'react';
import type { Stage } from '#components/graph/draw/stage';
import { type NodeLinks, nearest } from '#components/graph/model';
import type { GraphExplorer } from '#components/graph/use-explorer';
import { onGraphKey } from '#components/graph/use-keys';
import type { Selection } from '#components/graph/use-selection';
import type { useView } from '#components/graph/use-view';
import { defined } from '#lib/base/defined';

interface Options {
  readonly explored: GraphExplorer;
  readonly seen: ReturnType<typeof useView>;
  readonly selection: Selection;
  readonly stage: Stage | null;
  readonly onOpen: () => void;
}

/** Keyboard navigation from node to node, and actions on the current node. */
export function useWalk({ explored, seen, selection, stage, onOpen }: Options) {
  const { scene, undo, redo } = explored;
  const { selected, edge, listed, inView, ties, path } = seen;
  const { acts, visit, wayFrom, stopWay, endPath } = selection;
  /** The start of the current walk through neighbors. */
  const round = useRef<{ from: string; at: number } | null>(null);
  /** The last current node. After hiding a node, navigation continues from its position. */
  const last = useRef<string | null>(null);
  if (selected !== null) last.current = selected;

  const move = (direction: 'up' | 'down' | 'left' | 'right') => {
    const places = scene?.places;
    const from = selected ?? last.current;
    const first = listed[0]?.id ?? null;
    const to =
      from !== null && places?.has(from) ? (nearest(places, [...inView], from, direction) ?? (selected === null ? first : null)) : first;
    if (to !== null) visit(to);
  };
  const step = (by: 1 | -1) => {
    // Cycles around the node where the walk started, until an arrow or click leaves it.
    const known = round.current && hangsOn(round.current.from, selected, ties) ? round.current : null;
    const { from, at: before } = known ?? { from: selected ?? listed[0]?.id ?? '', at: by > 0 ? -1 : 0 };
    const around = ties.get(from) ?? [];
    if (around.length === 0) return;
    const at = (before + by + around.length) % around.length;
    round.current = { from, at };
    visit(defined(around[at]).other);
  };
  /** The link just followed, otherwise the strongest one. */
  const link = () => {
    const mine = ties.get(selected ?? '') ?? [];
    const walked = mine.find(({ other }) => other === round.current?.from) ?? mine[0];
    if (walked) acts.link(walked.edge);
  };
  const here = (does: (id: string) => void) => () => {
    if (selected !== null) does(selected);
  };
  return (event: KeyboardEvent) =>
    onGraphKey(event, {
      move,
      step,
      // If a path has a start, this chooses its end.
      open: edge ? onOpen : here((id) => (wayFrom !== null && wayFrom !== id ? acts.way(id) : onOpen())),
      expand: here(acts.expand),
      hide: here(acts.hide),
      isolate: here(acts.isolate),
      pin: here(acts.pin),
      way: here(acts.way),
      link,
      fly: here((id) => stage?.fly(id)),
      zoom: (factor) => stage?.zoomBy(factor),
      whole: () => stage?.fit(true),
      undo,
      redo,
      leave: () => {
        if (wayFrom !== null) return stopWay();
        if (path !== null) return endPath();
        round.current = null;
        last.current = null;
        visit(null);
      },
    });
}

/** Whether the current node is the center of the walk or one of its neighbors. */
const hangsOn = (middle: string, at: string | null, ties: NodeLinks): boolean =>
  at === middle || (ties.get(middle) ?? []).some(({ other }) => other === at);

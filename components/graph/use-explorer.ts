'use client';

import { useCallback, useMemo, useReducer, useRef, useState } from 'react';
import { type GraphAction, moved, NOTHING_DONE, sceneOf } from '#components/graph/acts';
import { type Graph, withId } from '#components/graph/model';
import type { Moment } from '#components/graph/moments';
import type { Busy, PositionedGraph } from '#components/graph/perform';
import type { GraphContext } from '#components/graph/queries';
import { useGroups, useLayouter } from '#components/graph/use-layouter';
import { useLink } from '#components/graph/use-link';
import { type CurrentPicture, useTurns } from '#components/graph/use-turns';
import { graph as t } from '#components/strings/graph';
import { toast } from '#components/ui/toast';
import type { Explorer } from '#lib/memory/graph/contract';

interface Options {
  readonly data: Explorer | undefined;
  /** The graph of these filters failed to load, so the former one must not be shown. */
  readonly hasFailed: boolean;
  readonly asking: GraphContext;
  readonly moment: Moment;
  /** The acts in the URL, and a callback that writes them there; null if they are too long. */
  readonly word: string;
  readonly onWord: (word: string | null) => void;
}

/** The loaded graph, the position of each node, and the acts on it. */
export function useExplorer({ data, hasFailed, asking, moment, word, onWord }: Options) {
  const base = useMemo((): Graph | null => (data ? { nodes: data.nodes, edges: data.edges.map(withId) } : null), [data]);
  const [laid, setLaid] = useState<PositionedGraph | null>(null);
  const [{ done, undone }, dispatch] = useReducer(moved, NOTHING_DONE);
  const [busy, setBusy] = useState<Busy | null>(null);
  const scene = useMemo(() => (laid && !hasFailed ? sceneOf(laid.base, laid.places, done) : null), [laid, hasFailed, done]);
  const now = useRef<CurrentPicture>({ asking, moment, scene, base: laid?.base });
  now.current = { asking, moment, scene, base: laid?.base };

  const layouter = useLayouter();
  const groups = useGroups(layouter, scene?.graph, now);
  const onLoaded = useCallback((loaded: PositionedGraph, acts: readonly GraphAction[]) => {
    setLaid(loaded);
    dispatch({ type: 'reset', done: acts });
  }, []);
  const { isLayingOut, onSuccess } = useLink({ base, word, layouter, now, onBusy: setBusy, onLoaded, laid, done, onWord });
  const turns = useTurns({ layouter, now, onBusy: setBusy, onStep: dispatch, onSuccess });
  const cancel = useCallback(() => {
    toast.note(isLayingOut.current ? t.stoppedFirst : t.stopped);
    layouter.cancel();
  }, [layouter, isLayingOut]);
  return { base: laid?.base, scene, groups, busy, ...turns, cancel, canUndo: done.length > 0, canRedo: undone.length > 0, done };
}

export type GraphExplorer = ReturnType<typeof useExplorer>;

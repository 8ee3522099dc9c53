'use client';

import { useEffect, useRef, useState } from 'react';
import type { Coloring } from '#components/graph/draw/look';
import type { Stage } from '#components/graph/draw/stage';
import type { Picture } from '#components/graph/draw/svg';
import { viewpointOf } from '#components/graph/link';
import type { GraphExplorer } from '#components/graph/use-explorer';
import { NOBODY, type useView } from '#components/graph/use-view';

/** The parts of the picture that files share. */
export type SharedPicture = Omit<Picture, 'colors' | 'legend' | 'lines' | 'caption' | 'frame'>;

interface Options {
  readonly stage: Stage | null;
  readonly explored: GraphExplorer;
  readonly seen: ReturnType<typeof useView>;
  /** The node that a link leads to. */
  readonly wanted: string | null;
  /** The viewpoint of a copied link. */
  readonly at: string | null;
  readonly isPhone: boolean;
  readonly coloring: Coloring;
}

/** Shows the view on the stage and returns it for files, or null if there is nothing to show. */
export function usePicture({
  stage,
  explored: { base, scene, done },
  seen,
  wanted,
  at,
  isPhone,
  coloring,
}: Options): (() => SharedPicture) | null {
  const { view, ink, looks, widths, across, ties, hulls, axis, listed, selected, way, inView } = seen;
  const graph = view?.graph;
  const places = scene?.places;
  const pinned = scene?.pinned ?? NOBODY;
  const fresh = view?.fresh ?? NOBODY;
  useEffect(() => {
    if (!stage || !graph || !places || !ink) return;
    stage.set({ graph, places, looks, widths, across, ties, hulls, axis, ink, selected, way, fresh, pinned });
  }, [stage, graph, places, looks, widths, across, ties, hulls, axis, ink, selected, way, fresh, pinned]);

  // Fits everything into view for a new picture or another part of it. Other acts do not move the
  // viewport.
  const framed = done.findLast(({ kind }) => kind === 'layout' || kind === 'isolate' || kind === 'show');
  const isReady = ink !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what makes another picture
  useEffect(() => {
    if (stage && base && isReady) stage.fit();
  }, [stage, isReady, base, framed]);

  // The legend grows with the number of colors and covers more. Closed details cover nothing.
  const entries = seen.communities.length + seen.lineCounts.length;
  const isLookedAt = selected !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are what covers the picture
  useEffect(() => stage?.refit(), [stage, coloring, entries, isLookedAt]);

  // A link with a node starts there. On a phone, the details leave little room.
  const [first] = useState(wanted);
  const [start] = useState(at);
  const hasFirst = first !== null && start === null && inView.has(first);
  useEffect(() => {
    if (stage && first !== null && hasFirst) stage[isPhone ? 'begin' : 'reveal'](first);
  }, [stage, first, hasFirst, isPhone]);

  // A copied link starts where it was copied. Later pictures are fitted.
  const started = useRef<Stage | null>(null);
  const isShown = base !== null && isReady && places !== undefined;
  useEffect(() => {
    if (!stage || start === null || !isShown || (started.current !== null && started.current !== stage)) return;
    const viewpoint = started.current === null ? viewpointOf(start, places) : null;
    if (viewpoint) stage.look(viewpoint);
    started.current = stage;
  }, [stage, start, isShown, places]);

  if (!graph || !places || !ink) return null;
  return () => ({
    ...graph,
    places,
    looks,
    widths,
    across,
    hulls,
    fresh,
    selected,
    way,
    named: listed.map(({ id }) => id),
    ink,
  });
}

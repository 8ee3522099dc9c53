'use client';

import { useTheme } from 'next-themes';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Insets } from '#components/graph/draw/aim';
import { type Ink, readInk } from '#components/graph/draw/ink';
import { Stage, type StageCallbacks } from '#components/graph/draw/stage';
import { useMedia } from '#components/ui/media';

/** The colors of the theme. Updated when the theme changes. */
export function useInk(): Ink | null {
  const { resolvedTheme } = useTheme();
  const isForced = useMedia('(forced-colors: active)');
  const [ink, set] = useState<Ink | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors are read from the page, and change with the theme and the contrast
  useEffect(() => {
    // The theme attribute is set after this component renders.
    const frame = requestAnimationFrame(() => set(readInk(document.documentElement)));
    return () => cancelAnimationFrame(frame);
  }, [resolvedTheme, isForced]);
  return ink;
}

/** A stage in an element, for as long as this component is mounted. */
export function useStage(container: RefObject<HTMLElement | null>, acts: StageCallbacks & { readonly insets: () => Insets }): Stage | null {
  const isCalm = useMedia('(prefers-reduced-motion: reduce)');
  const [stage, set] = useState<Stage | null>(null);
  const latest = useRef(acts);
  latest.current = acts;
  useEffect(() => {
    if (!container.current) return;
    const made = new Stage(
      container.current,
      {
        onSelect: (id) => latest.current.onSelect(id),
        onEdge: (id) => latest.current.onEdge(id),
        onExpand: (id) => latest.current.onExpand(id),
        onPin: (id, at) => latest.current.onPin(id, at),
        onViewpoint: (viewpoint) => latest.current.onViewpoint(viewpoint),
      },
      { calm: isCalm, insets: () => latest.current.insets() },
    );
    set(made);
    return () => {
      made.destroy();
      set(null);
    };
  }, [container, isCalm]);
  return stage;
}

'use client';

import { useEffect, useEffectEvent, useRef } from 'react';
import type { BannerText } from '#components/graph/banner';
import { type GraphFilters, isNarrowed } from '#components/graph/filters';
import type { Graph } from '#components/graph/model';
import type { GraphView, Window } from '#components/graph/show';
import { graph as t } from '#components/strings/graph';
import { announce } from '#components/ui/live';
import { useSettled } from '#components/ui/use-settled';

interface Options {
  readonly base: Graph | undefined;
  readonly banner: BannerText | null;
  readonly filters: GraphFilters;
  readonly view: GraphView | null;
  readonly window: Window | null;
}

/** Dragging a slider is one change. In milliseconds. */
const SETTLED_MS = 600;

/**
 * Announces the content of a new picture, and the nodes in view after each change of the filters
 * here.
 */
export function useAnnouncements({ base, banner, filters, view, window }: Options): void {
  // A new picture is announced once, not on every act.
  const announceGraph = useEffectEvent(({ nodes }: Graph) => {
    if (banner) announce(t.sayPicture(filters.mode, nodes.length > 0 ? banner.text : isNarrowed(filters) ? t.emptyFiltered : t.empty));
  });
  useEffect(() => {
    if (base) announceGraph(base);
  }, [base]);

  const { off, lines, groups, links, time, from, to, only } = filters;
  const settled = useSettled(JSON.stringify([off, lines, groups, links, time, from, to, only]), SETTLED_MS);
  const before = useRef<Graph | undefined>(undefined);
  // Once per change. A new picture was already announced.
  const announceChange = useEffectEvent((_filtered: string, picture: Graph | undefined) => {
    const isSame = before.current === picture;
    before.current = picture;
    if (!isSame || !picture || !view) return;
    const shown = t.sayView(view.graph.nodes.length, view.graph.edges.length);
    announce(window ? t.sayWindow(time, t.range(window.from, window.to), view.fresh.size, shown) : shown);
  });
  useEffect(() => announceChange(settled, base), [settled, base]);
}

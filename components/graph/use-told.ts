'use client';

import { useEffect, useEffectEvent, useRef } from 'react';
import type { Told } from '#components/graph/banner';
import { type GraphFilters, isNarrowed } from '#components/graph/filters';
import type { Graph } from '#components/graph/model';
import type { View, Window } from '#components/graph/show';
import { graph as t } from '#components/strings/graph';
import { announce } from '#components/ui/live';
import { useSettled } from '#components/ui/use-settled';

interface Options {
  readonly base: Graph | undefined;
  readonly told: Told | null;
  readonly filters: GraphFilters;
  readonly view: View | null;
  readonly window: Window | null;
}

/** A slider that is dragged is one change. */
const SETTLED_MS = 600;

/** Says what another picture holds, and what is in view after each change of what is filtered here. */
export function useTold({ base, told, filters, view, window }: Options): void {
  // Another picture is told once, not whatever is done to it.
  const tellPicture = useEffectEvent(({ nodes }: Graph) => {
    if (told) announce(`${t.modes[filters.mode]}. ${nodes.length > 0 ? told.text : isNarrowed(filters) ? t.emptyFiltered : t.empty}`);
  });
  useEffect(() => {
    if (base) tellPicture(base);
  }, [base]);

  const { off, lines, groups, links, time, from, to, only } = filters;
  const settled = useSettled(JSON.stringify([off, lines, groups, links, time, from, to, only]), SETTLED_MS);
  const before = useRef<Graph | undefined>(undefined);
  // Once for each change; another picture was told already.
  const tellChange = useEffectEvent((_filtered: string, picture: Graph | undefined) => {
    const isSame = before.current === picture;
    before.current = picture;
    if (!isSame || !picture || !view) return;
    const when = window ? `${t.moments[time]} ${t.range(window.from, window.to)}, ${t.fresh(view.fresh.size)}. ` : '';
    announce(when + t.sayView(view.graph.nodes.length, view.graph.edges.length));
  });
  useEffect(() => tellChange(settled, base), [settled, base]);
}

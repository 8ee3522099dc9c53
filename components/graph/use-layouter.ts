'use client';

import { type RefObject, useEffect, useRef, useState } from 'react';
import { formerGroups, formerLayout, rememberGroups } from '#components/graph/former-layout';
import { Layouter } from '#components/graph/layout/client';
import type { Graph } from '#components/graph/model';
import type { Context } from '#components/graph/perform';
import { taskOf } from '#components/graph/tasks';
import { defined } from '#lib/base/defined';

/** A worker that lays out graphs. Its work is canceled when the component unmounts. */
export function useLayouter(): Layouter {
  const [layouter] = useState(() => new Layouter());
  useEffect(() => () => layouter.cancel(), [layouter]);
  return layouter;
}

/** The community number of each node of a graph. Known nodes stay in theirs. */
export function useGroups(layouter: Layouter, graph: Graph | undefined, now: RefObject<Context>): ReadonlyMap<string, number> {
  const [groups, setGroups] = useState<ReadonlyMap<string, number>>(new Map());
  const latest = useRef(groups);
  latest.current = groups;
  useEffect(() => {
    if (!graph) return;
    let isCurrent = true;
    const { asking } = now.current;
    const former = formerGroups(graph.nodes, formerLayout(asking), latest.current);
    layouter.groups(taskOf(graph, 'force', { moment: 'mentioned' }), former).then(
      (found) => {
        if (!isCurrent) return;
        const next = new Map(graph.nodes.map(({ id }, i) => [id, defined(found[i])]));
        setGroups(next);
        rememberGroups(asking, next);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [layouter, graph, now]);
  return groups;
}

'use client';

import { useEffect, useState } from 'react';
import { Layouter } from '#components/graph/layout/client';
import type { Graph } from '#components/graph/model';
import { taskOf } from '#components/graph/tasks';
import { defined } from '#lib/base/defined';

/** A worker that lays out graphs. Its work is canceled when the component unmounts. */
export function useLayouter(): Layouter {
  const [layouter] = useState(() => new Layouter());
  useEffect(() => () => layouter.cancel(), [layouter]);
  return layouter;
}

/** The community number of each node of a graph. */
export function useGroups(layouter: Layouter, graph: Graph | undefined): ReadonlyMap<string, number> {
  const [groups, setGroups] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    if (!graph) return;
    let isCurrent = true;
    layouter.groups(taskOf(graph, 'force', { moment: 'mentioned' })).then(
      (found) => isCurrent && setGroups(new Map(graph.nodes.map(({ id }, i) => [id, defined(found[i])]))),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [layouter, graph]);
  return groups;
}

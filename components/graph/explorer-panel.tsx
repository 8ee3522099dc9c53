'use client';

import { useQueryClient } from '@tanstack/react-query';
import { NodeList } from '#components/graph/node-list';
import { Filters } from '#components/graph/panel';
import type { GraphPage } from '#components/graph/use-graph-page';
import { NOBODY } from '#components/graph/use-view';
import { graph as t } from '#components/strings/graph';
import { Scroller } from '#components/ui/scroller';

/** Filters and the list of nodes, before the picture. */
export const ExplorerPanel = ({ page }: { page: GraphPage }) => (
  <section aria-label={t.panel} className="flex w-[216px] shrink-0 flex-col border-line border-e">
    <Scroller label={t.filtersOf} className="max-h-[64%] shrink-0">
      <ExplorerFilters page={page} />
    </Scroller>
    <ExplorerList page={page} />
  </section>
);

export function ExplorerFilters({ page: { filters, set, asking, seen, read } }: { page: GraphPage }) {
  const client = useQueryClient();
  return (
    <Filters
      filters={filters}
      set={set}
      org={asking.org}
      bankId={asking.bankId}
      counts={seen.counts}
      onReread={() => void client.invalidateQueries({ queryKey: ['graph', asking.org, asking.bankId] })}
      isIncomplete={read.data?.incomplete ?? false}
      isReading={read.isFetching}
    />
  );
}

export const ExplorerList = ({ page: { filters, seen, selection, isEmpty } }: { page: GraphPage }) =>
  !isEmpty && (
    <NodeList
      key={filters.mode}
      nodes={seen.listed}
      ties={seen.ties}
      selected={seen.selected}
      fresh={seen.view?.fresh ?? NOBODY}
      onSelect={(id) => selection.acts.select(id)}
    />
  );

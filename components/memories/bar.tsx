'use client';

import { ArrowDownWideNarrow, ListFilter } from 'lucide-react';
import { useState } from 'react';
import { GROUPS, type MemoryFilters, type MemoryView, type TimelineGroup, VIEWS } from '#components/memories/ask';
import { Facets } from '#components/memories/facets';
import type { SetMemoryFilters } from '#components/memories/filters';
import { memories as t } from '#components/strings/memories';
import { Button } from '#components/ui/button';
import { Segment } from '#components/ui/choice';
import { Dialog } from '#components/ui/dialog';
import { useMedia, WIDE } from '#components/ui/media';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#components/ui/menu';
import { FilterRow } from '#components/ui/page';
import { SearchInput } from '#components/ui/search-input';
import { MEMORY_SORTS } from '#lib/memory/memories/literals';

export interface BarProps {
  filters: MemoryFilters & { readonly view: MemoryView; readonly group: TimelineGroup };
  set: SetMemoryFilters;
  total: number | undefined;
}

const ORDERS = ['desc', 'asc'] as const;

/** Search, view and order. Includes the facets if there is no room next to the list. */
export function Bar({ filters, set, total }: BarProps) {
  const isWide = useMedia(WIDE);
  const { sort, order, view, group } = filters;
  return (
    <FilterRow
      label={t.filters}
      search={
        <SearchInput
          label={t.search}
          placeholder={t.searchShort}
          value={filters.q}
          onChange={(q) => void set({ q: q || null })}
          className="!w-72"
        />
      }
      note={
        <Menu
          label={t.sort}
          trigger={
            <Button look="ghost" icon={ArrowDownWideNarrow}>
              {t.sortOf(t.sorts[sort], t.orders[order])}
            </Button>
          }
        >
          <MenuLabel>{t.sort}</MenuLabel>
          {MEMORY_SORTS.map((each) => (
            <MenuItem key={each} checked={each === sort} onSelect={() => void set({ sort: each })}>
              {t.sorts[each]}
            </MenuItem>
          ))}
          <MenuSeparator />
          {ORDERS.map((each) => (
            <MenuItem key={each} checked={each === order} onSelect={() => void set({ order: each })}>
              {t.orders[each]}
            </MenuItem>
          ))}
        </Menu>
      }
    >
      {!isWide && <FacetsButton filters={filters} set={set} total={total} />}
      <Segment
        label={t.view}
        value={view}
        onChange={(next) => void set({ view: next })}
        choices={VIEWS.map((value) => ({ value, label: t.views[value] }))}
      />
      {view === 'timeline' && (
        <Segment
          label={t.group}
          value={group}
          onChange={(next) => void set({ group: next })}
          choices={GROUPS.map((value) => ({ value, label: t.groups[value] }))}
        />
      )}
    </FilterRow>
  );
}

function FacetsButton({ filters, set, total }: Omit<BarProps, 'filters'> & { filters: MemoryFilters }) {
  const [isOpen, open] = useState(false);
  return (
    <>
      <Button icon={ListFilter} onClick={() => open(true)}>
        {t.filtersShort}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => open(false)}
        title={t.filtersShort}
        width="md"
        footer={
          <Button look="primary" className="grow" onClick={() => open(false)}>
            {t.showResults(total)}
          </Button>
        }
      >
        <Facets filters={filters} set={set} />
      </Dialog>
    </>
  );
}

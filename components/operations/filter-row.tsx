'use client';

import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import { KINDS, type OperationFilters, type SetOperationFilters } from '#components/operations/filters';
import { kindOf } from '#components/operations/words';
import { operations as t } from '#components/strings/operations';
import { Segment } from '#components/ui/choice';
import { FilterMenu } from '#components/ui/filter-menu';
import { MenuItem } from '#components/ui/menu';
import { FilterRow } from '#components/ui/page';
import type { OperationPage } from '#lib/jobs/operations/contract';
import { OPERATION_STATUSES } from '#lib/jobs/operations/literals';

interface OperationFilterRowProps {
  filters: OperationFilters;
  set: SetOperationFilters;
  counts: OperationPage['counts'] | undefined;
  sort: ReactNode;
}

export function OperationFilterRow({ filters: { status, kind }, set, counts, sort }: OperationFilterRowProps) {
  const all = counts && OPERATION_STATUSES.reduce((sum, each) => sum + counts[each], 0);
  return (
    <FilterRow label={t.filters} sort={sort}>
      <Segment
        label={t.status}
        value={status ?? 'all'}
        onChange={(next) => void set({ status: next === 'all' ? null : next, offset: null })}
        choices={[
          { value: 'all', label: t.all, ...(all !== undefined && { count: all }) },
          ...OPERATION_STATUSES.map((value) => ({ value, label: t.states[value], ...(counts && { count: counts[value] }) })),
        ]}
      />
      <FilterMenu
        label={t.kind}
        icon={ListFilter}
        any={t.anyKind}
        chosen={kind && kindOf(kind)}
        onRemove={() => void set({ kind: null, offset: null })}
        removeLabel={t.takeOff}
      >
        {KINDS.map((each) => (
          <MenuItem key={each} onSelect={() => void set({ kind: each, offset: null })}>
            {kindOf(each)}
          </MenuItem>
        ))}
      </FilterMenu>
    </FilterRow>
  );
}

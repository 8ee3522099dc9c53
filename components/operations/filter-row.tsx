'use client';

import { ListFilter } from 'lucide-react';
import { KINDS, type OperationFilters, type SetOperationFilters } from '#components/operations/filters';
import { kindOf } from '#components/operations/words';
import { operations as t } from '#components/strings/operations';
import { Chip } from '#components/ui/badge';
import { Button } from '#components/ui/button';
import { Segment } from '#components/ui/choice';
import { Menu, MenuItem } from '#components/ui/menu';
import { FilterRow } from '#components/ui/page';
import type { OperationPage } from '#lib/jobs/operations/contract';
import { OPERATION_STATUSES } from '#lib/jobs/operations/literals';

interface OperationFilterRowProps {
  filters: OperationFilters;
  set: SetOperationFilters;
  counts: OperationPage['counts'] | undefined;
}

export function OperationFilterRow({ filters: { status, kind }, set, counts }: OperationFilterRowProps) {
  const all = counts && OPERATION_STATUSES.reduce((sum, each) => sum + counts[each], 0);
  return (
    <FilterRow label={t.filters}>
      <Segment
        label={t.status}
        value={status ?? 'all'}
        onChange={(next) => void set({ status: next === 'all' ? null : next, offset: null })}
        choices={[
          { value: 'all', label: t.all, ...(all !== undefined && { count: all }) },
          ...OPERATION_STATUSES.map((value) => ({ value, label: t.states[value], ...(counts && { count: counts[value] }) })),
        ]}
      />
      {kind === null ? (
        <Menu
          label={t.kind}
          align="start"
          trigger={
            <Button look="ghost" icon={ListFilter}>
              {t.anyKind}
            </Button>
          }
        >
          {KINDS.map((each) => (
            <MenuItem key={each} onSelect={() => void set({ kind: each, offset: null })}>
              {kindOf(each)}
            </MenuItem>
          ))}
        </Menu>
      ) : (
        <Chip onRemove={() => void set({ kind: null, offset: null })} removeLabel={t.takeOff(kindOf(kind))}>
          {kindOf(kind)}
        </Chip>
      )}
    </FilterRow>
  );
}

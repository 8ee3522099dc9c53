'use client';

import { ArrowDownUp } from 'lucide-react';
import { ui as t } from '#components/strings/ui';
import { IconButton } from '#components/ui/button';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#components/ui/menu';
import type { Column } from '#components/ui/table';

type Order = 'asc' | 'desc';

export interface SortMenuProps<By extends string> {
  columns: readonly Pick<Column<never>, 'id' | 'header' | 'sortable' | 'firstOrder'>[];
  sort: { by: By; order: Order };
  onSort: (sort: { by: By; order: Order }) => void;
}

const ORDERS: readonly Order[] = ['asc', 'desc'];

/** Sorting for lists without column headers: on a phone, or at high zoom. */
export function SortMenu<By extends string>({ columns, sort, onSort }: SortMenuProps<By>) {
  const choices = columns.filter(({ sortable }) => sortable);
  const chosen = choices.find(({ id }) => id === sort.by);
  const orders = t.orders[chosen?.sortable ?? 'text'];
  const label = t.sortedBy(chosen?.header ?? sort.by, orders[sort.order]);
  return (
    <Menu label={t.sort} trigger={<IconButton icon={ArrowDownUp} label={label} look="secondary" tooltip={false} className="md:hidden" />}>
      <MenuLabel>{t.sort}</MenuLabel>
      {choices.map(({ id, header, firstOrder = 'asc' }) => (
        <MenuItem key={id} checked={id === sort.by} onSelect={() => id !== sort.by && onSort({ by: id as By, order: firstOrder })}>
          {header}
        </MenuItem>
      ))}
      <MenuSeparator />
      {ORDERS.map((order) => (
        <MenuItem key={order} checked={order === sort.order} onSelect={() => onSort({ by: sort.by, order })}>
          {orders[order]}
        </MenuItem>
      ))}
    </Menu>
  );
}

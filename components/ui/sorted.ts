'use client';

import { useState } from 'react';
import type { Column, SortValue } from '#components/ui/table';

export interface Sort {
  by: string;
  order: 'asc' | 'desc';
}

/** Compares "Key 2" before "Key 10", and timestamps of one format by time. */
const { compare } = new Intl.Collator('en', { numeric: true });

/** Sorts a complete list. Rows with equal values keep their order. */
export function sortedBy<Row>(rows: readonly Row[], valueIn: (row: Row) => SortValue, order: Sort['order']): Row[] {
  const sign = order === 'asc' ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [valueIn(one), valueIn(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b)));
  });
}

/** Sorts a list that is loaded completely by the values of its columns, at first by `first`. */
export function useSorted<Row>(columns: readonly Column<Row>[], first: Sort) {
  const [chosen, onSort] = useState<Sort | null>(null);
  const sort = chosen ?? first;
  const valueIn = columns.find(({ id }) => id === sort.by)?.value;
  return { sort, onSort, sorted: (rows: readonly Row[]): readonly Row[] => (valueIn ? sortedBy(rows, valueIn, sort.order) : rows) };
}

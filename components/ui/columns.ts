'use client';

import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Column } from '#components/ui/table';

/** What a user can choose of the columns of a list. */
export interface ColumnChoice {
  readonly choices: readonly { readonly id: string; readonly header: string; readonly isShown: boolean }[];
  readonly toggle: (id: string) => void;
}

const nameOf = (list: string): string => `columns:${list}`;

function readHidden(list: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(nameOf(list)) ?? '[]');
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
  } catch {
    // Not stored by this function, or the browser refuses storage.
    return [];
  }
}

function writeHidden(list: string, hidden: readonly string[]): void {
  try {
    if (hidden.length === 0) localStorage.removeItem(nameOf(list));
    else localStorage.setItem(nameOf(list), JSON.stringify(hidden));
  } catch {
    // The choice lasts until the page is left.
  }
}

/**
 * The shown columns of a list and the choice of them, stored in this browser under the name `list`.
 * The title of a row and its actions are always shown.
 */
export function useColumns<Each extends Pick<Column<never>, 'id' | 'header' | 'phone' | 'hideHeader'>>(
  list: string,
  columns: readonly Each[],
) {
  const [hidden, hide] = useState<readonly string[]>([]);
  // After hydration, because the server does not know the choice.
  useEffect(() => hide(readHidden(list)), [list]);
  const toggle = useCallback(
    (id: string) =>
      hide((ids) => {
        const next = ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
        writeHidden(list, next);
        return next;
      }),
    [list],
  );
  const shown = useMemo(() => columns.filter(({ id }) => !hidden.includes(id)), [columns, hidden]);
  const choice: ColumnChoice = {
    choices: columns
      .filter(({ phone, hideHeader }) => phone !== 'title' && !hideHeader)
      .map(({ id, header }) => ({ id, header, isShown: !hidden.includes(id) })),
    toggle,
  };
  return { shown, choice };
}

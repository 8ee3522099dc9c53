'use client';

import { useCallback, useMemo, useRef, useState } from 'react';

/** The ids between two of a list, both included. Only `to` if `from` is not in the list. */
export function idsBetween(ids: readonly string[], from: string | null, to: string): readonly string[] {
  const [start, end] = [from === null ? -1 : ids.indexOf(from), ids.indexOf(to)];
  return start < 0 || end < 0 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}

/** Adds the ids, or removes them if `isOn` is false. */
export function withIds(chosen: ReadonlySet<string>, ids: readonly string[], isOn: boolean): ReadonlySet<string> {
  const next = new Set(chosen);
  for (const id of ids) {
    if (isOn) next.add(id);
    else next.delete(id);
  }
  return next;
}

export interface Selection<Item> {
  /** The chosen items that are listed, in the order of the list. */
  readonly items: readonly Item[];
  readonly isChosen: (id: string) => boolean;
  /** Items that cannot be chosen are rows of the list, too. */
  readonly canChoose: (id: string) => boolean;
  /** `isRange`: includes the items from the last one that was toggled. */
  readonly toggle: (id: string, isOn: boolean, isRange: boolean) => void;
  /** Chooses all listed items, or none. */
  readonly toggleAll: (isOn: boolean) => void;
  readonly isAll: boolean;
  readonly clear: () => void;
}

/**
 * The chosen items of a list. An item that is no longer listed is not chosen: what a batch action
 * changes is always in sight. `idOf` must be stable.
 */
export function useSelection<Item>(listed: readonly Item[], idOf: (item: Item) => string): Selection<Item> {
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const ids = useMemo(() => listed.map(idOf), [listed, idOf]);
  const listedIds = useMemo(() => new Set(ids), [ids]);
  const latest = useRef(ids);
  latest.current = ids;
  const toggle = useCallback((id: string, isOn: boolean, isRange: boolean) => {
    const from = isRange ? last.current : null;
    last.current = id;
    choose((all) => withIds(all, idsBetween(latest.current, from, id), isOn));
  }, []);
  const toggleAll = useCallback((isOn: boolean) => choose(new Set(isOn ? latest.current : [])), []);
  const clear = useCallback(() => choose(new Set()), []);
  const items = useMemo(() => listed.filter((item) => chosen.has(idOf(item))), [listed, chosen, idOf]);
  return {
    items,
    isChosen: (id) => chosen.has(id),
    canChoose: (id) => listedIds.has(id),
    toggle,
    toggleAll,
    isAll: items.length > 0 && items.length === listed.length,
    clear,
  };
}

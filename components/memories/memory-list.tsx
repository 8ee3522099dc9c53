'use client';

import { useQueries, useQuery } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { aheadOf, groupOf, type MemoryQuery, type MemoryView, type TimelineGroup, timeOf } from '#components/memories/ask';
import { memoryPath } from '#components/memories/paths';
import { countsQuery, memoriesQuery, memoryQuery, PAGE } from '#components/memories/queries';
import { groupText, MemoryRow, ROW_HEIGHT } from '#components/memories/row';
import { useBank, useConsole } from '#components/shell/console-context';
import { memories as t } from '#components/strings/memories';
import { cx } from '#components/ui/cx';
import { isOverlaid, isTyping } from '#components/ui/keys';
import type { MemoryListItem } from '#lib/memory/memories/contract';

/** Pixels of the window that bars cover, so that J and K leave no row below them. */
const COVERED = { scrollPaddingStart: 104, scrollPaddingEnd: 72 } as const;

export interface MemoryListProps {
  ask: MemoryQuery;
  first: readonly MemoryListItem[];
  total: number;
  view: MemoryView;
  group: TimelineGroup;
  openId: string | null;
  /** The id of the memory to scroll to, from a link. Null for the top. */
  startAt: string | null;
  /** The ids of the chosen parts of rows. */
  shown: ReadonlySet<string>;
  onOpen: (id: string | null) => void;
  /** The data is outdated: dimmed while it is loaded again. */
  stale: boolean;
  /** The chosen memories, for batch actions. Null if none can be chosen. */
  chosen: ReadonlyMap<string, MemoryListItem> | null;
  onChoose: (memories: readonly MemoryListItem[], isOn: boolean) => void;
  /** Reports the memories before and after the open one. */
  onNeighbors: (neighbors: Neighbors) => void;
}

export interface Neighbors {
  readonly previous: string | null;
  readonly next: string | null;
}

/** The visible pages after the first, and their loaded data. */
function usePages(ask: MemoryQuery, from: number, to: number, isStale: boolean) {
  const { organization } = useConsole();
  const bankId = useBank();
  const pages = Array.from(
    { length: Math.max(0, Math.floor(to / PAGE) - Math.floor(from / PAGE) + 1) },
    (_, i) => Math.floor(from / PAGE) + i,
  ).filter((page) => page > 0 && !isStale);
  const read = useQueries({ queries: pages.map((page) => memoriesQuery(organization.slug, bankId, ask, page * PAGE)) });
  return (index: number): MemoryListItem | undefined => read[pages.indexOf(Math.floor(index / PAGE))]?.data?.items[index % PAGE];
}

/** The index of a memory in the list, counted if it is not on the first page. Null if unknown. */
function useStart(ask: MemoryQuery, id: string | null, first: readonly MemoryListItem[]): number | null {
  const { organization } = useConsole();
  const bankId = useBank();
  const at = first.findIndex((memory) => memory.id === id);
  const isElsewhere = id !== null && at < 0;
  const { data: memory } = useQuery({ ...memoryQuery(organization.slug, bankId, id ?? ''), enabled: isElsewhere });
  const ahead = isElsewhere && memory ? aheadOf(ask, memory) : null;
  const { data: counts } = useQuery(countsQuery(organization.slug, bankId, ahead ? [ahead] : []));
  return at >= 0 ? at : (counts?.[0] ?? null);
}

/**
 * A virtualized list of all matching memories: only visible rows are rendered and only their pages
 * are loaded, so the scroll bar is accurate. J and K move; Enter opens.
 */
export function MemoryList({
  ask,
  first,
  total,
  view,
  group,
  openId,
  startAt,
  shown: shownParts,
  onOpen,
  stale,
  chosen,
  onChoose,
  onNeighbors,
}: MemoryListProps) {
  const { organization } = useConsole();
  const bankId = useBank();
  const list = useRef<HTMLOListElement>(null);
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => setOffset((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), []);
  const virtual = useWindowVirtualizer({ count: total, estimateSize: () => ROW_HEIGHT, overscan: 8, scrollMargin: offset, ...COVERED });
  const start = useStart(ask, startAt, first);
  useEffect(() => {
    if (start !== null && start > 0) virtual.scrollToIndex(start, { align: 'center' });
  }, [start, virtual]);
  const shown = virtual.getVirtualItems();
  const [top, bottom] = [shown[0], shown.at(-1)];
  const [from, to] = [top?.index ?? 0, bottom?.index ?? Math.min(total, PAGE) - 1];
  const above = top ? top.start - offset : 0;
  const below = bottom ? virtual.getTotalSize() - (bottom.end - offset) : Math.max(0, total - 1 - to) * ROW_HEIGHT;
  const beyond = usePages(ask, from, to, stale);
  const at = (index: number): MemoryListItem | undefined => (index < PAGE ? first[index] : beyond(index));

  const place = useRef<{ id: string; index: number } | null>(null);
  const here = openId === null ? null : placeOf(openId, place.current, from, to, at);
  place.current = here;
  const previous = here && here.index > 0 ? (at(here.index - 1)?.id ?? null) : null;
  const next = here ? (at(here.index + 1)?.id ?? null) : null;
  useEffect(() => onNeighbors({ previous, next }), [previous, next, onNeighbors]);

  useKeys({ list, total, previous, next, openId, onOpen, scrollTo: (index) => virtual.scrollToIndex(index, { align: 'auto' }) });

  const loaded = useRef(at);
  loaded.current = at;
  const last = useRef<number | null>(null);
  const choose = useCallback(
    (index: number, isOn: boolean, isRange: boolean) => {
      const from = isRange ? (last.current ?? index) : index;
      last.current = index;
      const [start, end] = [Math.min(from, index), Math.max(from, index)];
      onChoose(
        Array.from({ length: end - start + 1 }, (_, i) => loaded.current(start + i)).filter((memory) => memory !== undefined),
        isOn,
      );
    },
    [onChoose],
  );

  const groupAt = (index: number): string | null | undefined => {
    const memory = at(index);
    return memory && groupOf(timeOf(memory, ask.sort), group);
  };
  const labelAt = (index: number): string | null => {
    const own = groupAt(index);
    return own === undefined || (index > 0 && groupAt(index - 1) === own) ? null : groupText(own);
  };
  return (
    <ol
      ref={list}
      aria-label={t.list}
      aria-busy={stale || undefined}
      data-selecting={(chosen?.size ?? 0) > 0 || undefined}
      style={{ paddingTop: above, paddingBottom: below }}
      className={cx('group/list transition-opacity duration-120', stale && 'opacity-60')}
    >
      {Array.from({ length: Math.max(0, Math.min(to, total - 1) - from + 1) }, (_, i) => {
        const index = from + i;
        const memory = at(index);
        return (
          <MemoryRow
            key={memory?.id ?? index}
            memory={memory}
            index={index}
            total={total}
            at={memory ? timeOf(memory, ask.sort) : null}
            group={view === 'timeline' ? labelAt(index) : undefined}
            isOfDay={view === 'timeline' && group === 'day'}
            isOpen={memory !== undefined && memory.id === openId}
            href={memory && memoryPath(organization.slug, bankId, memory.id)}
            shown={shownParts}
            isChosen={chosen === null || !memory ? undefined : chosen.has(memory.id)}
            onOpen={onOpen}
            onChoose={choose}
            measure={virtual.measureElement}
          />
        );
      })}
    </ol>
  );
}

/** The index of the open memory, if it is loaded. Searches only if it has moved. */
function placeOf(
  id: string,
  last: { id: string; index: number } | null,
  from: number,
  to: number,
  at: (index: number) => MemoryListItem | undefined,
): { id: string; index: number } | null {
  if (last?.id === id && at(last.index)?.id === id) return last;
  for (let index = Math.max(0, from - 1); index <= to + 1; index++) if (at(index)?.id === id) return { id, index };
  return null;
}

interface Keys {
  list: React.RefObject<HTMLOListElement | null>;
  total: number;
  previous: string | null;
  next: string | null;
  openId: string | null;
  onOpen: (id: string | null) => void;
  scrollTo: (index: number) => void;
}

/**
 * J and K move the open memory, or the focus if none is open. Arrow keys move the focus. X chooses
 * the focused row.
 */
function useKeys(keys: Keys) {
  const latest = useRef(keys);
  latest.current = keys;
  const focusBy = useCallback((by: 1 | -1) => {
    const { list, total, scrollTo } = latest.current;
    const row = document.activeElement?.closest<HTMLElement>('[data-row]');
    const isInside = row && list.current?.contains(row);
    const position = isInside ? Number(row.getAttribute('aria-posinset')) + by : by === 1 ? 1 : total;
    const target = Math.min(total, Math.max(1, position));
    scrollTo(target - 1);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[aria-posinset="${target}"] [data-opens]`)?.focus());
  }, []);
  useEffect(() => {
    const act = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isOverlaid()) return;
      if (event.key === 'x') {
        const row = document.activeElement?.closest('[data-row]');
        if (row && latest.current.list.current?.contains(row)) row.querySelector<HTMLInputElement>('[data-selects]')?.click();
        return;
      }
      const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp';
      if (isArrow && !(event.target instanceof HTMLElement && event.target.hasAttribute('data-opens'))) return;
      if (!isArrow && event.key !== 'j' && event.key !== 'k') return;
      event.preventDefault();
      const by = event.key === 'j' || event.key === 'ArrowDown' ? 1 : -1;
      const { openId, previous, next, onOpen, scrollTo, list } = latest.current;
      const other = by === 1 ? next : previous;
      if (openId === null || isArrow) return focusBy(by);
      if (other === null) return;
      onOpen(other);
      const row = list.current?.querySelector(`[data-row="${CSS.escape(other)}"]`);
      if (row) scrollTo(Number(row.getAttribute('aria-posinset')) - 1);
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [focusBy]);
}

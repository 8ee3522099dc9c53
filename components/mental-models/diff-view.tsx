'use client';

import { ChevronsUpDown } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { type Comparison, type FoldedRows, folded } from '#components/mental-models/compare';
import { Cell, type RowContext } from '#components/mental-models/diff-row';
import type { ComparisonRow } from '#components/mental-models/rows';
import { mentalModel as t } from '#components/strings/mental-model';
import { cx } from '#components/ui/cx';
import { announce } from '#components/ui/live';
import { focusInto } from '#components/ui/reveal';

interface DiffViewProps {
  comparison: Comparison;
  isSplit: boolean;
  around: RowContext;
  /** Column headings of a split view. */
  heads: readonly [ReactNode, ReactNode];
  /** Index of the current change, or null. */
  at: number | null;
  /** Prefix of the row ids, if the page has several comparisons. */
  prefix?: string;
}

export const changeId = (at: number, prefix = 'change'): string => `${prefix}-${at}`;

/** Two versions, unified or side by side. Long unchanged stretches are folded. */
export function DiffView({ comparison, isSplit, around, heads, at, prefix }: DiffViewProps) {
  const { rows } = comparison;
  const [opened, open] = useState<ReadonlySet<number>>(new Set());
  const shown = useMemo(() => folded(rows, { isRaw: around.isRaw, opened }), [rows, around.isRaw, opened]);
  const changes = useMemo(() => changeNumbers(rows), [rows]);
  const view = useRef<HTMLElement>(null);
  const unfolded = useRef<number | null>(null);
  const unfold = ({ at: place, lines, rows: parts }: FoldedRows) => {
    unfolded.current = place;
    open(new Set([...opened, place]));
    announce(t.unfold(lines, parts));
  };
  // The button disappears with the fold, so the focus moves to the unfolded rows.
  useEffect(() => {
    if (opened.size > 0 && unfolded.current !== null) focusInto(view.current?.querySelector(`[data-at="${unfolded.current}"]`));
    unfolded.current = null;
  }, [opened]);
  return (
    <section ref={view} aria-label={t.difference} className="min-w-0">
      {isSplit && (
        <div className="grid grid-cols-2 divide-x divide-line border-line-soft border-b bg-sunken text-12 text-muted">
          <div className="min-w-0 px-3 py-2">{heads[0]}</div>
          <div className="min-w-0 px-3 py-2">{heads[1]}</div>
        </div>
      )}
      {shown.map((one) => {
        if ('fold' in one) return <Folded key={`f${one.at}`} fold={one} isRaw={around.isRaw} onOpen={() => unfold(one)} />;
        const number = changes.get(one.at);
        return (
          <div
            key={one.at}
            id={number === undefined ? undefined : changeId(number, prefix)}
            tabIndex={number === undefined ? undefined : -1}
            data-at={one.at}
            data-row={one.is}
            data-unit={(one.to ?? one.from)?.id ?? undefined}
            className={cx(
              'scroll-my-24',
              !around.isRaw && 'border-line-soft border-b last:border-b-0',
              number !== undefined && number === at
                ? 'outline-2 -outline-offset-2 outline-focus'
                : 'outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus',
            )}
          >
            {isSplit ? <SplitRow row={one} around={around} /> : <UnifiedRow row={one} around={around} />}
          </div>
        );
      })}
    </section>
  );
}

/** The number of the change at each index that is one. */
function changeNumbers(rows: readonly ComparisonRow[]): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  for (const [at, { is }] of rows.entries()) if (is !== 'same') numbers.set(at, numbers.size);
  return numbers;
}

function UnifiedRow({ row, around }: { row: ComparisonRow; around: RowContext }) {
  switch (row.is) {
    case 'same':
    case 'evidence':
      return <Cell unit={row.to} otherLine={row.from.line} row={row} look={row.is} around={around} isUnified />;
    case 'removed':
      return <Cell unit={row.from} row={row} look="old" around={around} isUnified />;
    case 'added':
      return <Cell unit={row.to} row={row} look="new" around={around} isUnified />;
    case 'changed':
      return (
        <>
          <Cell unit={row.from} row={row} look="old" around={around} isUnified />
          <Cell unit={row.to} row={row} look="new" around={around} isUnified />
        </>
      );
  }
}

/** An empty cell on this side. */
const Nil = () => (
  <div aria-hidden className="bg-[repeating-linear-gradient(135deg,var(--line)_0_1px,transparent_1px_7px)] bg-sunken opacity-60" />
);

function SplitRow({ row, around }: { row: ComparisonRow; around: RowContext }) {
  const [left, right] = row.is === 'same' || row.is === 'evidence' ? [row.is, row.is] : (['old', 'new'] as const);
  return (
    <div className="grid grid-cols-2 divide-x divide-line [&>*]:min-w-0">
      {row.from ? <Cell unit={row.from} row={row} look={left} around={around} /> : <Nil />}
      {row.to ? <Cell unit={row.to} row={row} look={right} around={around} /> : <Nil />}
    </div>
  );
}

const Folded = ({ fold: { rows, lines }, isRaw, onOpen }: { fold: FoldedRows; isRaw: boolean; onOpen: () => void }) => (
  <div className="flex min-h-8 items-center gap-2 border-line-soft border-b bg-sunken px-3 text-12 text-faint last:border-b-0">
    <ChevronsUpDown size={13} aria-hidden />
    <span>{isRaw ? t.foldedLines(lines) : t.folded(lines, rows)}</span>
    <button type="button" onClick={onOpen} className="link ms-auto phone:min-h-11">
      {t.unfold(lines, rows)}
    </button>
  </div>
);

/** Scrolls to the row of a block and focuses it. */
export function goToUnit(ids: readonly string[]): void {
  const row = ids.map((id) => document.querySelector<HTMLElement>(`[data-unit="${CSS.escape(id)}"]`)).find((one) => one !== null);
  row?.scrollIntoView({ block: 'center' });
  row?.focus({ preventScroll: true });
}

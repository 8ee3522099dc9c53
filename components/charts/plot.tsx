'use client';

import dynamic from 'next/dynamic';
import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { LABELS, SCALE } from '#components/charts/measures';
import { stepOf } from '#components/charts/step';
import { Skeleton } from '#components/ui/states';

const StackBars = dynamic(() => import('#components/charts/stack-bars').then(({ StackBars: Bars }) => Bars), {
  ssr: false,
  loading: () => <Skeleton className="mt-36 ml-11" />,
});

/** One bar, in parts from bottom to top. */
export interface StackBar {
  readonly from: string;
  /** The bucket is incomplete. */
  readonly isOpen: boolean;
  readonly parts: readonly number[];
}

export interface PlotProps<Bar extends StackBar> {
  bars: readonly Bar[];
  /** CSS colors of the parts, from bottom to top. */
  colors: readonly string[];
  height: number;
  /** Describes the chart in a sentence for screen readers. */
  summary: string;
  cursorLabel: string;
  /** Short label for the axis, and the number of labels. */
  tickOf: (bar: Bar) => string;
  labels: number;
  /** Describes a bar in a sentence for screen readers. Null if none is selected. */
  words: (bar: Bar | null) => string;
  /** Opens the content of a bar. Without it, bars are read-only. */
  onOpen?: (bar: Bar) => void;
  /** The element around the drawing, for export. */
  frame?: RefObject<HTMLDivElement | null>;
  /** The readout next to the selected bar. */
  children: (bar: Bar, at: number) => ReactNode;
}

/**
 * Stacked bars with a cursor that follows pointer, touch and arrow keys. The plot is one slider,
 * whose value is the current bar for screen readers. Enter or a click opens the bar. Time runs from
 * left to right in each language.
 */
export function Plot<Bar extends StackBar>({
  bars,
  colors,
  height,
  summary,
  cursorLabel,
  tickOf,
  labels,
  words,
  onOpen,
  frame,
  children,
}: PlotProps<Bar>) {
  const [cursor, put] = useState<number | null>(null);
  /** Position of the cursor before the current touch. */
  const before = useRef<number | null>(null);
  const at = cursor === null ? null : Math.min(cursor, bars.length - 1);
  const current = at === null ? null : (bars[at] ?? null);
  const pointed = (event: PointerEvent<HTMLElement>): number => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return Math.min(bars.length - 1, Math.max(0, Math.floor(((event.clientX - left) / width) * bars.length)));
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && current) return onOpen?.(current);
    if (event.key === 'Escape') return put(null);
    const next = stepOf(event.key, at, bars.length);
    if (next === null) return;
    event.preventDefault();
    put(next);
  };
  return (
    <figure aria-label={summary} className="min-w-0">
      <div ref={frame} dir="ltr" className="relative" style={{ height }}>
        {at !== null && (
          <span aria-hidden className="absolute top-2 rounded-sm bg-hover" style={{ ...slotOf(at, bars.length), bottom: LABELS }} />
        )}
        <div className="relative h-full [&_*]:outline-none" aria-hidden>
          <StackBars bars={bars} colors={colors} height={height} labelOf={tickOf as (bar: StackBar) => string} labels={labels} />
        </div>
        <div
          role="slider"
          tabIndex={0}
          aria-label={cursorLabel}
          aria-orientation="horizontal"
          aria-valuemin={0}
          aria-valuemax={Math.max(0, bars.length - 1)}
          aria-valuenow={at ?? 0}
          aria-valuetext={words(current)}
          onKeyDown={keys}
          onPointerMove={(event) => event.pointerType === 'mouse' && put(pointed(event))}
          onPointerLeave={(event) => event.pointerType === 'mouse' && document.activeElement !== event.currentTarget && put(null)}
          onPointerDown={(event) => {
            before.current = event.pointerType === 'mouse' ? pointed(event) : at;
            put(pointed(event));
          }}
          onClick={() => current && before.current === at && current.parts.some((n) => n > 0) && onOpen?.(current)}
          onBlur={() => put(null)}
          className={`absolute top-0 right-0 touch-pan-y rounded-sm focus-visible:-outline-offset-1 ${onOpen ? 'cursor-pointer' : ''}`}
          style={{ left: SCALE, bottom: LABELS }}
        />
        {current && at !== null && children(current, at)}
      </div>
    </figure>
  );
}

const slotOf = (at: number, count: number) => ({
  left: `calc(${SCALE}px + (100% - ${SCALE}px) * ${at / count})`,
  width: `calc((100% - ${SCALE}px) / ${count})`,
});

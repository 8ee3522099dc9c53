'use client';

import { Plot, type StackBar } from '#components/charts/plot';
import { number } from '#components/strings/counted';
import { cx } from '#components/ui/cx';
import { PHONE, useMedia } from '#components/ui/media';

export type { StackBar } from '#components/charts/plot';

export interface StackPart {
  readonly name: string;
  /** A CSS color. */
  readonly color: string;
}

export interface StackChartProps {
  bars: readonly StackBar[];
  /** From bottom to top. */
  parts: readonly StackPart[];
  /** Describes the chart in a sentence for screen readers. */
  summary: string;
  cursorLabel: string;
  height?: number;
  /** Short name for the axis. */
  tickOf: (bar: StackBar) => string;
  /** Full name for the readout. */
  nameOf: (bar: StackBar) => string;
  amountOf: (n: number) => string;
  /** Describes a bar in a sentence for screen readers. Null if none is selected. */
  words: (bar: StackBar | null) => string;
}

/** Colors of the parts, from bottom to top. */
export const STACK_COLORS = [
  'var(--chart-1)',
  'var(--chart-2)',
  'var(--chart-3)',
  'var(--chart-4)',
  'var(--chart-5)',
  'var(--chart-6)',
] as const;

const sumOf = (bar: StackBar): number => bar.parts.reduce((sum, n) => sum + n, 0);

/** A read-only chart of stacked amounts. */
export function StackChart({ bars, parts, summary, cursorLabel, height = 232, tickOf, nameOf, amountOf, words }: StackChartProps) {
  const isPhone = useMedia(PHONE);
  return (
    <Plot
      bars={bars}
      colors={parts.map(({ color }) => color)}
      height={height}
      summary={summary}
      cursorLabel={cursorLabel}
      tickOf={tickOf}
      labels={isPhone ? 4 : 6}
      words={words}
    >
      {(bar, at) => <Reading bar={bar} parts={parts} isLeft={at < bars.length / 2} name={nameOf(bar)} amountOf={amountOf} />}
    </Plot>
  );
}

interface ReadingProps extends Pick<StackChartProps, 'parts' | 'amountOf'> {
  bar: StackBar;
  /** The bar is in the left half, so the readout is on the right. */
  isLeft: boolean;
  name: string;
}

function Reading({ bar, parts, isLeft, name, amountOf }: ReadingProps) {
  const shown = parts.map((part, at) => ({ ...part, n: bar.parts[at] ?? 0 })).filter(({ n }) => n > 0);
  return (
    <div
      aria-hidden
      className={cx(
        'pointer-events-none absolute top-2 z-10 w-60 max-w-[60%] rounded-md border border-line bg-raised px-3 py-2 text-12 shadow-2',
        isLeft ? 'right-2' : 'left-13',
      )}
    >
      <div className="mb-1 flex items-baseline justify-between gap-2">
        <span className="font-semibold">{name}</span>
        <span className="text-faint tabular-nums">{amountOf(sumOf(bar))}</span>
      </div>
      {shown.toReversed().map(({ name: part, color, n }) => (
        <div key={part} className="flex items-center gap-2">
          <Swatch color={color} />
          <span className="min-w-0 grow truncate">{part}</span>
          <span className="font-medium tabular-nums">{number(n)}</span>
        </div>
      ))}
    </div>
  );
}

const Swatch = ({ color }: { color: string }) => (
  <span aria-hidden className="size-2 shrink-0 rounded-[2px]" style={{ background: color }} />
);

/** The colors with their totals. */
export function StackLegend({ parts, totals, label }: { parts: readonly StackPart[]; totals: readonly number[]; label: string }) {
  return (
    <ul aria-label={label} className="flex min-w-0 flex-wrap gap-x-4 gap-y-1">
      {parts.map(({ name, color }, at) => (
        <li key={name} className="flex min-w-0 items-center gap-1.5">
          <Swatch color={color} />
          <span className="min-w-0 truncate text-muted">{name}</span>
          <span className="tabular-nums">{number(totals[at] ?? 0)}</span>
        </li>
      ))}
    </ul>
  );
}

'use client';

import { Plot, type StackBar } from '#components/charts/plot';
import { number } from '#components/strings/counted';
import { cx } from '#components/ui/cx';
import { PHONE, useMedia } from '#components/ui/media';

export type { StackBar } from '#components/charts/plot';

export interface StackPart {
  readonly name: string;
  /** a CSS color */
  readonly color: string;
}

export interface StackChartProps {
  bars: readonly StackBar[];
  /** from the bottom up */
  parts: readonly StackPart[];
  /** what is drawn, in a sentence, for screen readers */
  summary: string;
  cursorLabel: string;
  height?: number;
  /** short, for the scale */
  tickOf: (bar: StackBar) => string;
  /** whole, for the reading */
  nameOf: (bar: StackBar) => string;
  amountOf: (n: number) => string;
  /** a bar in a sentence, for screen readers; null: none is chosen */
  words: (bar: StackBar | null) => string;
}

/** The colours of parts, from the bottom up. */
export const STACK_COLORS = [
  'var(--chart-1)',
  'var(--chart-2)',
  'var(--chart-3)',
  'var(--chart-4)',
  'var(--chart-5)',
  'var(--chart-6)',
] as const;

const sumOf = (bar: StackBar): number => bar.parts.reduce((sum, n) => sum + n, 0);

/** Amounts in parts, for reading alone. */
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
  /** the bar stands in the left half, so there is room at the right */
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

/** What the colours mean, each with its total. */
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

'use client';

import { useId } from 'react';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, XAxis, YAxis } from 'recharts';
import { HEADROOM, LABELS, SCALE } from '#components/charts/measures';
import type { StackBar } from '#components/charts/plot';
import { scaleOf, ticksOf } from '#components/charts/series';
import { number, numberFormat } from '#components/strings/counted';

export interface StackBarsProps {
  bars: readonly StackBar[];
  /** CSS colors of the parts, from bottom to top. */
  colors: readonly string[];
  height: number;
  labelOf: (bar: StackBar) => string;
  /** Number of bars with a label. */
  labels: number;
}

interface Piece {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly payload: StackBar;
}

/**
 * Parts are separated by one pixel. Non-zero parts are always visible, and incomplete ones are
 * hatched.
 */
const pieceOf =
  (at: number, color: string, hatch: string) =>
  ({ x, y, width, height, payload }: Piece) => {
    if ((payload.parts[at] ?? 0) === 0) return <g />;
    const drawn = Math.max(1, height > 3 ? height - 1 : height);
    return <rect x={x} y={y + height - drawn} width={Math.max(1, width)} height={drawn} fill={payload.isOpen ? `url(#${hatch})` : color} />;
  };

const compact = numberFormat({ notation: 'compact', maximumFractionDigits: 1 });
/** Digits that fit next to the scale, in the same notation for the whole scale. */
const shortUpTo = (highest: number): ((n: number) => string) => (highest < 10_000 ? number : compact);

/** Stacked bars without interaction. */
export function StackBars({ bars, colors, height, labelOf, labels }: StackBarsProps) {
  const id = useId().replaceAll(/[^\w-]/g, '');
  const places = new Map(bars.map((bar, at) => [bar.from, at]));
  const drawTick = ({ x, y, payload }: { x: number; y: number; payload: { value: string } }) => {
    const at = places.get(payload.value);
    const bar = at === undefined ? undefined : bars[at];
    if (!bar) return <g />;
    const anchor = bars.length < 3 ? 'middle' : at === 0 ? 'start' : at === bars.length - 1 ? 'end' : 'middle';
    return (
      <text x={x} y={y + 10} textAnchor={anchor} fontSize={11} fill="var(--text-3)">
        {labelOf(bar)}
      </text>
    );
  };
  const highest = Math.max(0, ...bars.map(({ parts }) => parts.reduce((sum, n) => sum + n, 0)));
  const scale = scaleOf(highest);
  return (
    <ResponsiveContainer width="100%" height={height}>
      <BarChart
        data={bars as StackBar[]}
        margin={{ top: HEADROOM, right: 0, bottom: 0, left: 0 }}
        barCategoryGap={bars.length > 40 ? 1 : '12%'}
        accessibilityLayer={false}
        tabIndex={-1}
      >
        <defs>
          {colors.map((color, at) => (
            <pattern key={color} id={`${id}-${at}`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="5" height="5" fill="var(--surface)" />
              <rect width="2.5" height="5" fill={color} />
            </pattern>
          ))}
        </defs>
        <CartesianGrid vertical={false} stroke="var(--chart-grid)" />
        <XAxis
          dataKey="from"
          height={LABELS}
          interval={0}
          ticks={ticksOf(bars.length, labels).flatMap((at) => bars[at]?.from ?? [])}
          tick={drawTick as never}
          tickLine={false}
          axisLine={{ stroke: 'var(--line-strong)' }}
        />
        <YAxis
          width={SCALE}
          ticks={scale}
          domain={[0, scale.at(-1) ?? 0]}
          tick={{ fontSize: 11, fill: 'var(--text-3)' }}
          tickFormatter={shortUpTo(highest)}
          tickLine={false}
          axisLine={false}
        />
        {colors.map((color, at) => (
          <Bar
            key={color}
            dataKey={(bar: StackBar) => bar.parts[at] ?? 0}
            stackId="all"
            isAnimationActive={false}
            shape={pieceOf(at, color, `${id}-${at}`) as never}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

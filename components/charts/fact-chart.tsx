'use client';

import type { RefObject } from 'react';
import { SCALE } from '#components/charts/measures';
import { Plot } from '#components/charts/plot';
import { type Bucket, nameOf, STACK, sumOf, tickText } from '#components/charts/series';
import { charts as t } from '#components/strings/charts';
import { number } from '#components/strings/counted';
import { ui } from '#components/strings/ui';
import { Bead } from '#components/ui/bead';
import { cx } from '#components/ui/cx';
import { PHONE, useMedia } from '#components/ui/media';
import type { FactType } from '#lib/base/literals';
import type { SeriesUnit } from '#lib/memory/stats/literals';

export interface FactChartProps {
  buckets: readonly Bucket[];
  unit: SeriesUnit;
  shown: readonly FactType[];
  /** Describes the chart in a sentence for screen readers. */
  summary: string;
  height?: number;
  onOpen: (bucket: Bucket) => void;
  /** The element around the drawing, for export. */
  frame?: RefObject<HTMLDivElement | null>;
}

/** The number of memories by type and bucket. */
export function FactChart({ buckets, unit, shown, summary, height = 264, onOpen, frame }: FactChartProps) {
  const isPhone = useMedia(PHONE);
  const types = STACK.filter((type) => shown.includes(type));
  const bars = buckets.map((bucket) => ({ from: bucket.from, isOpen: bucket.isOpen, parts: types.map((type) => bucket[type]), bucket }));
  return (
    <Plot
      bars={bars}
      colors={types.map((type) => `var(--${type})`)}
      height={height}
      summary={summary}
      cursorLabel={t.cursor}
      tickOf={({ from, isOpen }) => (isOpen ? t.open[unit] : tickText(from, unit))}
      labels={isPhone || unit === 'hour' ? 4 : 6}
      words={(bar) => (bar ? t.bucket(nameOf(bar.from, unit), bar.bucket, sumOf(bar.bucket, shown), bar.isOpen) : t.noBucket)}
      onOpen={({ bucket }) => onOpen(bucket)}
      {...(frame && { frame })}
    >
      {({ bucket }, at) => <Readout bucket={bucket} at={at} count={buckets.length} unit={unit} shown={shown} />}
    </Plot>
  );
}

interface ReadoutProps {
  bucket: Bucket;
  at: number;
  count: number;
  unit: SeriesUnit;
  shown: readonly FactType[];
}

/** The readout next to the selected bar, on the side with more room. */
function Readout({ bucket, at, count, unit, shown }: ReadoutProps) {
  const isLeft = at < count / 2;
  const share = (isLeft ? at + 1 : at) / count;
  return (
    <div
      aria-hidden
      className={cx(
        'pointer-events-none absolute top-2 z-10 w-44 rounded-md border border-line bg-raised px-3 py-2 text-12 shadow-2',
        !isLeft && '-translate-x-full',
      )}
      style={{
        left: `clamp(${isLeft ? 0 : 176}px, calc(${SCALE}px + (100% - ${SCALE}px) * ${share} ${isLeft ? '+' : '-'} 6px), calc(100% - ${isLeft ? 176 : 0}px))`,
      }}
    >
      <div className="mb-1 flex items-baseline justify-between gap-2">
        <span className="font-semibold">{nameOf(bucket.from, unit)}</span>
        <span className="text-faint">{bucket.isOpen ? t.open[unit] : t.units[unit]}</span>
      </div>
      {STACK.toReversed()
        .filter((type) => shown.includes(type))
        .map((type) => (
          <div key={type} className="flex items-center gap-2">
            <Bead kind={type} size={9} />
            <span className="grow">{ui.facts[type]}</span>
            <span className="font-medium tabular-nums">{number(bucket[type])}</span>
          </div>
        ))}
      {sumOf(bucket, shown) > 0 && <p className="mt-1 hidden text-faint [@media(pointer:coarse)]:block">{t.tapAgain}</p>}
    </div>
  );
}

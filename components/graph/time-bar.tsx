'use client';

import { ChevronDown } from 'lucide-react';
import { Slider } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import type { GraphNode } from '#components/graph/model';
import { MOMENTS, type Moment } from '#components/graph/moments';
import { type Histogram, histogramOf, spanOf, timelessOf, type Window } from '#components/graph/show';
import { graph as t } from '#components/strings/graph';
import { Button } from '#components/ui/button';
import { Checkbox } from '#components/ui/checkbox';
import { cx } from '#components/ui/cx';
import { Menu, MenuItem } from '#components/ui/menu';
import { defined } from '#lib/base/defined';

export const BARS = 60;

interface TimeBarProps {
  /** All nodes, regardless of the window. */
  nodes: readonly GraphNode[];
  moment: Moment;
  onMoment: (moment: Moment) => void;
  window: Window | null;
  onWindow: (window: Window | null) => void;
  only: boolean;
  onOnly: (only: boolean) => void;
  fresh: number;
}

/** A histogram of when nodes begin, with a window over it. */
export function TimeBar({ nodes, moment, onMoment, window, onWindow, only, onOnly, fresh }: TimeBarProps) {
  const histogram = histogramOf(nodes, moment, BARS);
  const timeless = timelessOf(nodes, moment);
  const once = histogram ? undefined : nodes.map((node) => spanOf(node, moment)?.[0]).find((at) => at !== undefined);
  return (
    <section aria-label={t.time} className="rounded-md border border-line bg-surface/95 px-3 py-2 shadow-2">
      <div className="flex min-h-7 flex-wrap items-center gap-x-3 gap-y-1">
        <Menu
          label={t.moment}
          align="start"
          side="top"
          trigger={
            <Button look="ghost" size="sm" className="-ms-2 !text-13">
              {t.moments[moment]}
              <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
            </Button>
          }
        >
          {MOMENTS.map((each) => (
            <MenuItem key={each} mark="radio" checked={each === moment} onSelect={() => each !== moment && onMoment(each)}>
              {t.moments[each]}
            </MenuItem>
          ))}
        </Menu>
        {histogram && (
          <span className="text-12 text-muted tabular-nums">
            {window ? (
              <>
                <span className="font-medium text-ink">{t.range(window.from, window.to)}</span> · {t.fresh(fresh)}
              </>
            ) : (
              t.range(histogram.from, histogram.to)
            )}
            {histogram.low > histogram.from || histogram.high < histogram.to ? <> · {t.scale(histogram.low, histogram.high)}</> : null}
            {timeless > 0 && <> · {t.timeless(timeless, moment)}</>}
          </span>
        )}
        {window && (
          <span className="ms-auto flex items-center gap-2">
            <Checkbox label={t.onlyWindow} checked={only} onChange={({ target }) => onOnly(target.checked)} />
            <Button size="sm" onClick={() => onWindow(null)}>
              {t.wholeTime}
            </Button>
          </span>
        )}
      </div>
      {histogram ? (
        <Brush histogram={histogram} window={window} onWindow={onWindow} />
      ) : (
        <p className="text-12 text-faint">{once === undefined ? t.noTime : t.oneTime(once)}</p>
      )}
    </section>
  );
}

/**
 * Bars with two handles, from left to right in each language. The picture follows a drag at most
 * once per frame.
 */
function Brush({
  histogram,
  window,
  onWindow,
}: {
  histogram: Histogram;
  window: Window | null;
  onWindow: (window: Window | null) => void;
}) {
  const { from, to, low: first, high: last, bars } = histogram;
  const stretch = (last - first) / BARS;
  const placeOf = (time: number): number => Math.min(BARS, Math.max(0, Math.round((time - first) / stretch)));
  const outer: [number, number] = window ? [placeOf(window.from), placeOf(window.to)] : [0, BARS];
  const [held, hold] = useState<[number, number] | null>(null);
  const [low, high] = held ?? outer;
  const frame = useRef(0);
  useEffect(() => () => cancelAnimationFrame(frame.current), []);
  // The ends of the window extend to the first and last time.
  const timeOf = (at: number): number => (at === 0 ? from : at === BARS ? to : Math.round(first + at * stretch));
  const take = ([a, b]: number[]) => {
    const next: [number, number] = [Math.min(defined(a), defined(b)), Math.max(defined(a), defined(b))];
    if (next[0] === next[1]) return;
    hold(next);
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() =>
      onWindow(next[0] === 0 && next[1] === BARS ? null : { from: timeOf(next[0]), to: timeOf(next[1]) }),
    );
  };
  const most = Math.max(...bars, 1);
  return (
    <div dir="ltr" className="relative mt-1 h-9">
      <div aria-hidden className="absolute inset-x-0 bottom-0 flex h-8 items-end gap-px">
        {bars.map((n, i) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={i}
            className={cx(
              'min-w-0 grow rounded-t-[1px] forced-colors:bg-[CanvasText]',
              i >= low && i < high && (held || window) ? 'bg-accent' : 'bg-line-strong',
            )}
            style={{ height: n === 0 ? 1 : `${Math.max(8, (n / most) * 100)}%` }}
          />
        ))}
      </div>
      <Slider.Root
        dir="ltr"
        min={0}
        max={BARS}
        step={1}
        minStepsBetweenThumbs={1}
        value={[low, high]}
        onValueChange={take}
        onValueCommit={() => hold(null)}
        className="absolute inset-0 flex touch-none select-none items-center"
      >
        <Slider.Track className="relative h-full grow">
          <Slider.Range className={cx('absolute h-full', (held || window) && 'border-accent border-x bg-accent-tint/40')} />
        </Slider.Track>
        {(['from', 'to'] as const).map((end, i) => (
          <Slider.Thumb
            key={end}
            aria-label={t[end]}
            aria-valuetext={t.day(timeOf(i === 0 ? low : high))}
            className="block h-5 w-2.5 rounded-sm border border-accent bg-surface shadow-1 hover:bg-accent-tint phone:h-9 phone:w-4"
          />
        ))}
      </Slider.Root>
    </div>
  );
}

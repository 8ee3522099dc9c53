import { reflect as t } from '#components/strings/reflect';
import { cx } from '#components/ui/cx';
import { SERIES } from '#components/ui/score';

/**
 * A time axis from the question to the end of the last step, or until now. It runs from left to
 * right in each language.
 */

/** Steps without duration are still visible. */
const LEAST_WIDTH = '3px';
const percent = (share: number): string => `${(Math.min(1, Math.max(0, share)) * 100).toFixed(2)}%`;

/** Start, end and middle of the axis. Each step states its times as text. */
export const Ruler = ({ totalMs }: { totalMs: number }) => (
  <p
    aria-hidden
    dir="ltr"
    className="mb-3 ml-6 flex justify-between border-line-soft border-b pb-1 text-11 text-faint tabular-nums rtl:mr-6 rtl:ml-0"
  >
    <span>0</span>
    <span>{t.steps.ms(totalMs / 2)}</span>
    <span>{t.steps.ms(totalMs)}</span>
  </p>
);

interface TrackProps {
  series: number;
  startMs: number;
  durationMs: number;
  totalMs: number;
  /** The step failed. */
  isFailed: boolean;
}

/** The bar of a step on the time axis. */
export const Track = ({ series, startMs, durationMs, totalMs, isFailed }: TrackProps) => (
  <span
    aria-hidden
    dir="ltr"
    className="relative mt-1 block h-2 overflow-hidden rounded-[2px] bg-[linear-gradient(to_right,transparent_calc(100%-1px),var(--line)_0)] bg-[size:25%_100%] bg-line-soft"
  >
    <span
      style={{
        left: `min(${percent(startMs / totalMs)}, calc(100% - ${LEAST_WIDTH}))`,
        width: percent(durationMs / totalMs),
        minWidth: LEAST_WIDTH,
      }}
      className={cx('absolute inset-y-0 rounded-[2px] forced-color-adjust-none', SERIES[series], isFailed && 'opacity-50')}
    />
  </span>
);

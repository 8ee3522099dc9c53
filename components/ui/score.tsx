import { cx } from '#components/ui/cx';

/** A bar of a score: name, length and text. */
export interface ScorePart {
  readonly id: string;
  readonly label: string;
  /** From 0 to 1. */
  readonly share: number;
  readonly text: string;
}

/** Background classes of the chart series. */
export const SERIES = ['bg-[var(--chart-1)]', 'bg-[var(--chart-2)]', 'bg-[var(--chart-3)]', 'bg-[var(--chart-4)]', 'bg-[var(--chart-6)]'];

export const Swatch = ({ series, className }: { series: number; className?: string }) => (
  <span aria-hidden className={cx('inline-block size-2.5 shrink-0 rounded-[2px] forced-color-adjust-none', SERIES[series], className)} />
);

const percent = (share: number): string => `${Math.round(Math.min(1, Math.max(0, share)) * 100)}%`;

/** Small columns in fixed order, or thin bars on a phone. Zero is a gray line. */
export function ScoreColumns({ parts, className }: { parts: readonly ScorePart[]; className?: string }) {
  return (
    <ul className={cx('flex items-end gap-[3px] phone:gap-4', className)}>
      {parts.map(({ id, label, share, text }, at) => (
        <li
          key={id}
          title={`${label} ${text}`}
          className="relative flex h-7 w-2.5 items-end phone:h-1 phone:w-auto phone:grow phone:items-stretch"
        >
          <span className="sr-only">
            {label} {text}
          </span>
          <span aria-hidden className="absolute inset-x-0 bottom-0 h-px bg-line-strong" />
          <span
            aria-hidden
            style={{ '--share': percent(share) } as React.CSSProperties}
            className={cx(
              'relative w-full rounded-t-[2px] forced-color-adjust-none md:h-(--share) phone:h-1 phone:w-(--share) phone:rounded-[2px]',
              share > 0 && SERIES[at],
            )}
          />
        </li>
      ))}
    </ul>
  );
}

/** A share as a horizontal bar. */
export const ScoreBar = ({ series, share, className }: { series: number; share: number; className?: string }) => (
  <span aria-hidden className={cx('block h-1.5 overflow-hidden rounded-full bg-line-soft', className)}>
    <span style={{ width: percent(share) }} className={cx('block h-full rounded-full forced-color-adjust-none', SERIES[series])} />
  </span>
);

/** The parts of a sum side by side. */
export const ScoreStack = ({ parts }: { parts: readonly { readonly series: number; readonly value: number }[] }) => {
  const sum = parts.reduce((all, { value }) => all + value, 0);
  return (
    <span aria-hidden className="flex h-2.5 gap-px overflow-hidden rounded-sm bg-line-soft">
      {parts.map(({ series, value }) => (
        <span
          key={series}
          style={{ width: percent(sum > 0 ? value / sum : 0) }}
          className={cx('block h-full forced-color-adjust-none', SERIES[series])}
        />
      ))}
    </span>
  );
};

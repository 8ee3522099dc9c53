import { charts as t } from '#components/strings/charts';
import { dateFormat } from '#components/strings/counted';
import { defined } from '#lib/base/defined';
import { FACT_TYPES, type FactType } from '#lib/base/literals';
import type { Timeseries } from '#lib/memory/stats/contract';
import type { SeriesUnit } from '#lib/memory/stats/literals';

/** Formats and exports time series. Pure, all times in UTC. */

export type Counts = Readonly<Record<FactType, number>>;

export interface Bucket extends Counts {
  /** ISO 8601, inclusive. */
  readonly from: string;
  /** ISO 8601, exclusive. */
  readonly to: string;
  /** Incomplete at the time of reading. */
  readonly isOpen: boolean;
}

/** From bottom to top of a bar. */
export const STACK = FACT_TYPES;

const YEARS = { year: 1, decade: 10, century: 100 } as const;

/** The start of the bucket after the one that starts at `from`. */
export function endOf(from: string, unit: SeriesUnit): string {
  const end = new Date(from);
  if (unit === 'minute') end.setUTCMinutes(end.getUTCMinutes() + 1);
  else if (unit === 'hour') end.setUTCHours(end.getUTCHours() + 1);
  else if (unit === 'day') end.setUTCDate(end.getUTCDate() + 1);
  else if (unit === 'week') end.setUTCDate(end.getUTCDate() + 7);
  else if (unit === 'month') end.setUTCMonth(end.getUTCMonth() + 1);
  else end.setUTCFullYear(end.getUTCFullYear() + YEARS[unit]);
  return end.toISOString();
}

/** Buckets within the series. `readAt` in milliseconds: its bucket is incomplete. */
export const bucketsOf = ({ buckets, trunc, ...range }: Pick<Timeseries, 'buckets' | 'trunc' | 'from' | 'to'>, readAt: number): Bucket[] =>
  buckets.map(({ time, ...counts }) => {
    const from = Math.max(Date.parse(time), Date.parse(range.from));
    const to = Math.min(Date.parse(endOf(time, trunc)), Date.parse(range.to));
    return { ...counts, from: new Date(from).toISOString(), to: new Date(to).toISOString(), isOpen: from <= readAt && readAt < to };
  });

export const sumOf = (counts: Counts, shown: readonly FactType[] = STACK): number => shown.reduce((sum, type) => sum + counts[type], 0);

export const totalsOf = (buckets: readonly Counts[]): Counts => ({
  world: buckets.reduce((sum, { world }) => sum + world, 0),
  experience: buckets.reduce((sum, { experience }) => sum + experience, 0),
  observation: buckets.reduce((sum, { observation }) => sum + observation, 0),
});

/** The highest bucket, the first of several, or null if all are empty. */
export const highestOf = (buckets: readonly Bucket[], shown: readonly FactType[]): Bucket | null =>
  buckets.reduce<Bucket | null>((best, bucket) => (sumOf(bucket, shown) > (best ? sumOf(best, shown) : 0) ? bucket : best), null);

/** The range of non-empty buckets and their number, or null if all are empty. */
export function filledOf(buckets: readonly Bucket[]): { from: string; to: string; isOpen: boolean; count: number } | null {
  const first = buckets.findIndex((bucket) => sumOf(bucket) > 0);
  const last = buckets.findLastIndex((bucket) => sumOf(bucket) > 0);
  const [begin, end] = [buckets[first], buckets[last]];
  return begin && end ? { from: begin.from, to: end.to, isOpen: end.isOpen, count: last - first + 1 } : null;
}

const STEPS = [1, 2, 5];
const MOST_STEPS = 5;

/** Round integers at equal distances, from 0 to the first that is not below `highest`. */
export function scaleOf(highest: number): number[] {
  if (highest <= 0) return [0, 1, 2, 3, 4];
  const tens = 10 ** Math.max(0, Math.floor(Math.log10(highest / MOST_STEPS)));
  const step = defined([...STEPS, 10].map((each) => each * tens).find((each) => highest / each <= MOST_STEPS));
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, at) => at * step);
}

/** At most `most` label positions at equal distances, including the last position. */
export function ticksOf(count: number, most: number): number[] {
  const step = Math.max(1, Math.ceil((count - 1) / Math.max(1, most - 1)));
  const labels = Math.ceil(count / step);
  return Array.from({ length: labels }, (_, at) => count - 1 - (labels - 1 - at) * step);
}

const format = (options: Intl.DateTimeFormatOptions): ((at: string) => string) => {
  const text = dateFormat({ timeZone: 'UTC', ...options });
  return (at) => text(at).replace(',', '');
};
const time = format({ hour: '2-digit', minute: '2-digit' });
const dayAndTime = format({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const day = format({ day: 'numeric', month: 'short' });
const weekday = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
const month = format({ month: 'short', year: 'numeric' });
const year = format({ year: 'numeric' });
const years =
  (count: number) =>
  (at: string): string =>
    t.years(year(at), Number(at.slice(0, 4)) + count - 1);

/** Labels below the axis. */
export const tickText = (from: string, unit: SeriesUnit): string =>
  ({ minute: time, hour: dayAndTime, day, week: day, month, year, decade: year, century: year })[unit](from);

/** Names in the table, the readout and for screen readers. */
export const nameOf = (from: string, unit: SeriesUnit): string =>
  ({ minute: dayAndTime, hour: dayAndTime, day: weekday, week: weekday, month, year, decade: years(10), century: years(100) })[unit](from);

const HEAD = ['from', 'before', ...STACK, 'total', 'complete'];

/** Contains only numbers and times, so no spreadsheet formulas. */
export const csvOf = (buckets: readonly Bucket[]): string =>
  [HEAD, ...buckets.map((bucket) => [bucket.from, bucket.to, ...STACK.map((type) => bucket[type]), sumOf(bucket), !bucket.isOpen])]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('');

import { defined } from '#lib/base/defined';
import type { SeriesUnit } from '#lib/memory/stats/literals';

/** Determines the buckets of a time series from its query. Pure. */

export interface Period {
  readonly name: string;
  readonly unit: SeriesUnit;
  /** the start of the first bucket */
  readonly start: Date;
  /** start of the counted time, inclusive; within the first bucket */
  readonly from: Date;
  /** end of the counted time, exclusive; within the last bucket or at its end */
  readonly until: Date;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

const PERIODS: Readonly<Record<string, { readonly unit: SeriesUnit; readonly count: number; readonly length: number }>> = {
  '1h': { unit: 'minute', count: 60, length: HOUR },
  '12h': { unit: 'hour', count: 12, length: 12 * HOUR },
  '1d': { unit: 'hour', count: 24, length: DAY },
  '7d': { unit: 'day', count: 7, length: 7 * DAY },
  '30d': { unit: 'day', count: 30, length: 30 * DAY },
  '90d': { unit: 'day', count: 90, length: 90 * DAY },
};
const DEFAULT_PERIOD = '7d';

/** In ascending order, with the maximum length of each unit in milliseconds. */
const UNITS: readonly (readonly [SeriesUnit, number])[] = [
  ['minute', 60 * SECOND],
  ['hour', HOUR],
  ['day', DAY],
  ['week', 7 * DAY],
  ['month', 31 * DAY],
  ['year', 366 * DAY],
  ['decade', 3653 * DAY],
  ['century', 36_525 * DAY],
];
export const MOST_BUCKETS = 120;

/** As in PostgreSQL: the 1990s begin in 1990, the 20th century in 1901. */
const decadeOf = (year: number): number => Math.floor(year / 10) * 10;
const centuryOf = (year: number): number => Math.floor((year - 1) / 100) * 100 + 1;

/** The start of the minute, hour, day, week (Monday), month, year, decade or century in UTC. */
export function truncate(date: Date, unit: SeriesUnit): Date {
  const parts = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes()] as const;
  const [year, month, day, hour, minute] = parts;
  const start = new Date(0);
  if (unit === 'century') start.setUTCFullYear(centuryOf(year), 0, 1);
  else if (unit === 'decade') start.setUTCFullYear(decadeOf(year), 0, 1);
  else if (unit === 'year') start.setUTCFullYear(year, 0, 1);
  else if (unit === 'month') start.setUTCFullYear(year, month, 1);
  else if (unit === 'week') start.setUTCFullYear(year, month, day - ((date.getUTCDay() + 6) % 7));
  else start.setUTCFullYear(year, month, day);
  if (unit === 'hour' || unit === 'minute') start.setUTCHours(hour, unit === 'minute' ? minute : 0);
  return start;
}

/** The start of the next bucket. */
function next(start: Date, unit: SeriesUnit): Date {
  const [year, month, day] = [start.getUTCFullYear(), start.getUTCMonth(), start.getUTCDate()];
  const end = new Date(start);
  if (unit === 'minute' || unit === 'hour') return new Date(start.getTime() + (unit === 'hour' ? HOUR : 60 * SECOND));
  if (unit === 'century') end.setUTCFullYear(year + 100);
  else if (unit === 'decade') end.setUTCFullYear(year + 10);
  else if (unit === 'year') end.setUTCFullYear(year + 1);
  else if (unit === 'month') end.setUTCFullYear(year, month + 1);
  else end.setUTCDate(day + (unit === 'week' ? 7 : 1));
  return end;
}

export interface PeriodQuery {
  readonly period: string;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/**
 * A period up to now ends with its current bucket, regardless of the clock of the database. null:
 * `from` is not before `to`.
 */
export function periodOf({ period, from, to }: PeriodQuery, now: Date): Period | null {
  const name = Object.hasOwn(PERIODS, period) ? period : DEFAULT_PERIOD;
  const { unit, count, length } = defined(PERIODS[name]);
  if (!from && !to) {
    const last = truncate(now, unit);
    const until = next(last, unit);
    const start = new Date(last.getTime() - (count - 1) * (until.getTime() - last.getTime()));
    return { name, unit, start, from: start, until };
  }
  const end = to ?? now;
  const first = from ?? new Date(end.getTime() - length);
  if (first >= end) return null;
  const span = end.getTime() - first.getTime();
  const [fitting] = UNITS.find(([, longest]) => span / longest <= MOST_BUCKETS - 1) ?? defined(UNITS[UNITS.length - 1]);
  const until = to ?? next(truncate(now, fitting), fitting);
  return { name: 'custom', unit: fitting, start: truncate(first, fitting), from: first, until };
}

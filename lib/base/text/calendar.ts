import { defined } from '#lib/base/defined';
import type { DateGrain } from '#lib/base/literals';

/**
 * Civil time arithmetic for the date grammar. A moment is in milliseconds as if the speaker's clock
 * were UTC. The caller of the grammar adds the zone's offset before and subtracts it afterwards.
 * Spans are half open.
 */
export interface TimeSpan {
  readonly start: number;
  /** exclusive */
  readonly end: number;
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const startOfDay = (moment: number): number => Math.floor(moment / DAY) * DAY;
export const yearOf = (moment: number): number => new Date(moment).getUTCFullYear();
export const monthOf = (moment: number): number => new Date(moment).getUTCMonth();
/** Monday is 0. */
export const weekdayOf = (moment: number): number => (new Date(moment).getUTCDay() + 6) % 7;
export const startOfWeek = (moment: number): number => startOfDay(moment) - weekdayOf(moment) * DAY;

export const dayAt = (start: number, days = 1): TimeSpan => ({ start, end: start + days * DAY });
export const monthSpan = (year: number, month: number, months = 1): TimeSpan => ({
  start: Date.UTC(year, month, 1),
  end: Date.UTC(year, month + months, 1),
});
export const yearSpan = (year: number, years = 1): TimeSpan => monthSpan(year, 0, 12 * years);
export const quarterSpan = (year: number, quarter: number): TimeSpan => monthSpan(year, quarter * 3, 3);

/** Null for a day that does not exist, such as 31 April. */
export function daySpan(year: number, month: number, day: number): TimeSpan | null {
  const start = Date.UTC(year, month, day);
  return monthOf(start) === month && new Date(start).getUTCDate() === day ? dayAt(start) : null;
}

/**
 * Calendar months, the day clipped to the month's last: 31 March minus one month is 29 February (or
 * 28).
 */
export function addMonths(moment: number, months: number): number {
  const date = new Date(moment);
  const first = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0)).getUTCDate();
  return first + (Math.min(date.getUTCDate(), last) - 1) * DAY + (moment - startOfDay(moment));
}

/**
 * Meteorological, northern: spring is March to May; a winter belongs to the year of its December.
 */
export const SEASON_MONTHS: Record<string, number> = { spring: 2, summer: 5, autumn: 8, fall: 8, winter: 11 };
export const seasonSpan = (year: number, season: string): TimeSpan => monthSpan(year, defined(SEASON_MONTHS[season]), 3);

export type CalendarUnit = 'day' | 'week' | 'weekend' | 'month' | 'quarter' | 'year' | 'decade';
export const UNIT_GRAIN: Record<CalendarUnit, DateGrain> = {
  day: 'day',
  week: 'week',
  weekend: 'day',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
  decade: 'decade',
};

/**
 * The calendar unit `offset` units after the one that contains `moment`; -1 is the previous one.
 */
export function unitSpan(unit: CalendarUnit, moment: number, offset: number): TimeSpan {
  switch (unit) {
    case 'day':
      return dayAt(startOfDay(moment) + offset * DAY);
    case 'week':
      return dayAt(startOfWeek(moment) + offset * 7 * DAY, 7);
    case 'weekend':
      return dayAt(startOfWeek(moment) + (5 + offset * 7) * DAY, 2);
    case 'month':
      return monthSpan(yearOf(moment), monthOf(moment) + offset);
    case 'quarter':
      return quarterSpan(yearOf(moment), Math.floor(monthOf(moment) / 3) + offset);
    case 'year':
      return yearSpan(yearOf(moment) + offset);
    case 'decade':
      return yearSpan(Math.floor(yearOf(moment) / 10) * 10 + offset * 10, 10);
  }
}

/** `count` units before (negative) or after a moment, as on a calendar. */
export function shift(unit: CalendarUnit, moment: number, count: number): number {
  switch (unit) {
    case 'day':
      return moment + count * DAY;
    case 'week':
    case 'weekend':
      return moment + count * 7 * DAY;
    case 'month':
      return addMonths(moment, count);
    case 'quarter':
      return addMonths(moment, count * 3);
    case 'year':
      return addMonths(moment, count * 12);
    case 'decade':
      return addMonths(moment, count * 120);
  }
}

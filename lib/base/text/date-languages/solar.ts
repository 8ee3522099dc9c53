import { DAY, dayAt, type TimeSpan, yearOf } from '#lib/base/text/calendar';

/**
 * The solar calendar of Iran and Afghanistan: the year begins at the spring equinox, six months
 * have 31 days. Leap years by the 33-year cycle, which agrees with the official calendar from 1178
 * to 1634 (1799 to 2256). Months are numbered from 0.
 */

/** Days from 1 January of the year 0 to 1 January 1970. */
const EPOCH_DAYS = 719_528;

function startOfMonth(year: number, month: number): number {
  const shifted = year + 1595;
  const leapDays = Math.floor(shifted / 33) * 8 + Math.floor(((shifted % 33) + 3) / 4);
  const days = 365 * shifted + leapDays - 355_668 + (month < 6 ? month * 31 : (month - 6) * 30 + 186);
  return (days + 1 - EPOCH_DAYS) * DAY;
}

/** Months beyond 11 or below 0 belong to other years. */
export function solarMonthSpan(year: number, month: number): TimeSpan {
  const at = (index: number): number => startOfMonth(year + Math.floor(index / 12), ((index % 12) + 12) % 12);
  return { start: at(month), end: at(month + 1) };
}

export const solarYearSpan = (year: number): TimeSpan => ({ start: startOfMonth(year, 0), end: startOfMonth(year + 1, 0) });

/** Null for a day that does not exist, such as the 31st of the seventh month. */
export function solarDaySpan(year: number, month: number, day: number): TimeSpan | null {
  const { start, end } = solarMonthSpan(year, month);
  const at = start + (day - 1) * DAY;
  return day >= 1 && at < end ? dayAt(at) : null;
}

/** The year whose New Year falls into a Gregorian year is that year minus this number. */
export const SOLAR_YEARS = 621;

/** The solar month or year `offset` after the one that contains a moment. */
export function solarUnitSpan(unit: 'month' | 'year', moment: number, offset: number): TimeSpan {
  const latest = yearOf(moment) - SOLAR_YEARS;
  const year = solarYearSpan(latest).start <= moment ? latest : latest - 1;
  if (unit === 'year') return solarYearSpan(year + offset);
  let month = 11;
  while (solarMonthSpan(year, month).start > moment) month--;
  return solarMonthSpan(year, month + offset);
}

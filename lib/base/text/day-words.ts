import { DAY, startOfWeek } from '#lib/base/text/calendar';

/** Dates for people, in UTC: `7 May 2023`, `May 2023`, `8 to 9 July 2023`. */

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

export const dayWords = (date: Date): string => `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;

const isFirst = (date: Date): boolean => date.getUTCDate() === 1;
const isLast = (date: Date): boolean => isFirst(new Date(date.getTime() + DAY));

/** A span of time by the calendar, with its first and its last day. */
export interface CalendarSpan {
  readonly unit: 'day' | 'days' | 'week' | 'months' | 'years';
  readonly from: Date;
  readonly to: Date;
}

/** The end is inclusive; null: only the start is known. */
export function calendarSpan(start: Date, end: Date | null): CalendarSpan {
  if (!end || end.getTime() - start.getTime() < DAY) return { unit: 'day', from: start, to: start };
  const span = { from: start, to: end };
  if (isFirst(start) && isLast(end)) return { unit: start.getUTCMonth() === 0 && end.getUTCMonth() === 11 ? 'years' : 'months', ...span };
  const isWeek = startOfWeek(start.getTime()) === start.getTime() && Math.round((end.getTime() - start.getTime()) / DAY) === 7;
  return { unit: isWeek ? 'week' : 'days', ...span };
}

/** The end is inclusive; null: only the start is known. */
export function spanWords(start: Date, end: Date | null): string {
  const { unit, from, to } = calendarSpan(start, end);
  const [fromYear, toYear] = [from.getUTCFullYear(), to.getUTCFullYear()];
  const [fromMonth, toMonth] = [MONTHS[from.getUTCMonth()], MONTHS[to.getUTCMonth()]];
  const year = fromYear === toYear ? '' : ` ${fromYear}`;
  const isOneMonth = fromMonth === toMonth && fromYear === toYear;
  switch (unit) {
    case 'day':
      return dayWords(from);
    case 'week':
      return `the week of ${dayWords(from)}`;
    case 'years':
      return fromYear === toYear ? `${fromYear}` : `${fromYear} to ${toYear}`;
    case 'months':
      return isOneMonth ? `${toMonth} ${toYear}` : `${fromMonth}${year} to ${toMonth} ${toYear}`;
    case 'days':
      return `${from.getUTCDate()}${isOneMonth ? '' : ` ${fromMonth}`}${year} to ${dayWords(to)}`;
  }
}

import { DAY, startOfWeek } from '#lib/base/text/calendar';

/** Dates for people, in UTC: `7 May 2023`, `May 2023`, `8 to 9 July 2023`. */

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

export const dayWords = (date: Date): string => `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;

const isFirst = (date: Date): boolean => date.getUTCDate() === 1;
const isLast = (date: Date): boolean => isFirst(new Date(date.getTime() + DAY));

/** The end is inclusive; null: only the start is known. */
export function spanWords(start: Date, end: Date | null): string {
  if (!end || end.getTime() - start.getTime() < DAY) return dayWords(start);
  const [from, to] = [start, end].map((date) => ({ year: date.getUTCFullYear(), month: date.getUTCMonth() })) as [Month, Month];
  if (isFirst(start) && isLast(end)) {
    if (from.month === 0 && to.month === 11) return from.year === to.year ? `${from.year}` : `${from.year} to ${to.year}`;
    if (from.year === to.year && from.month === to.month) return `${MONTHS[from.month]} ${from.year}`;
    return `${MONTHS[from.month]}${from.year === to.year ? '' : ` ${from.year}`} to ${MONTHS[to.month]} ${to.year}`;
  }
  const isWeek = startOfWeek(start.getTime()) === start.getTime() && Math.round((end.getTime() - start.getTime()) / DAY) === 7;
  if (isWeek) return `the week of ${dayWords(start)}`;
  const day = `${start.getUTCDate()}${from.month === to.month && from.year === to.year ? '' : ` ${MONTHS[from.month]}`}`;
  return `${day}${from.year === to.year ? '' : ` ${from.year}`} to ${dayWords(end)}`;
}

interface Month {
  readonly year: number;
  readonly month: number;
}

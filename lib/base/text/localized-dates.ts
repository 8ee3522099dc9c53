import { type CalendarSpan, calendarSpan } from '#lib/base/text/day-words';

/** Dates for people in a language other than English, in UTC, by the Gregorian calendar. */
export interface LocalizedDates {
  readonly day: (date: Date) => string;
  /** The end is inclusive; null: only the start is known. */
  readonly span: (start: Date, end: Date | null) => string;
}

const FIELDS: Readonly<Record<'day' | 'month' | 'year', Intl.DateTimeFormatOptions>> = {
  day: { dateStyle: 'long' },
  month: { year: 'numeric', month: 'long' },
  year: { year: 'numeric' },
};

/**
 * `language`: an ISO 639-1 code. `weekOf`: the words for the week that begins on a day. Spans of
 * months and years are Gregorian, so languages with another calendar use it here, too.
 */
export function localizedDates(language: string, weekOf: (day: string) => string): LocalizedDates {
  const formatOf = (fields: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { ...fields, calendar: 'gregory', timeZone: 'UTC' });
  const [days, months, years] = [formatOf(FIELDS.day), formatOf(FIELDS.month), formatOf(FIELDS.year)];
  const day = (date: Date): string => days.format(date);
  const words = ({ unit, from, to }: CalendarSpan): string => {
    switch (unit) {
      case 'day':
        return day(from);
      case 'days':
        return days.formatRange(from, to);
      case 'week':
        return weekOf(day(from));
      case 'months':
        return months.formatRange(from, to);
      case 'years':
        return years.formatRange(from, to);
    }
  };
  return { day, span: (start, end) => words(calendarSpan(start, end)) };
}

/**
 * The words of a language's calendar: weekdays, months, "yesterday", "today", "tomorrow". Short
 * texts often name a day and nothing else that shows their language.
 */
const MONTHS = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 15));
/** From a Monday on. */
const DAYS = Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 5, 1 + day));
const WORD = /^\p{L}{4,}$/u;

function namesIn(language: string): string[] {
  const inUtc = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' });
  const weekday = inUtc({ weekday: 'long' });
  // with a day, the month has the form in which a date contains it
  const [month, dayOfMonth] = [inUtc({ month: 'long' }), inUtc({ month: 'long', day: 'numeric' })];
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  return [
    ...DAYS.map((day) => weekday.format(day)),
    ...MONTHS.flatMap((date) => [month.format(date), ...dayOfMonth.format(date).split(/[\s.]+/)]),
    ...[-2, -1, 0, 1, 2].map((days) => relative.format(days, 'day')),
  ].flatMap((name) => [name, ...name.split('-').slice(0, 1)]);
}

const ENGLISH = new Set(namesIn('en').map((name) => name.toLowerCase()));

/** Lower-case words of at least four letters that English does not have. */
export const CALENDAR_WORDS = (language: string): string[] =>
  [...new Set(namesIn(language).map((name) => name.toLowerCase()))].filter((name) => WORD.test(name) && !ENGLISH.has(name));

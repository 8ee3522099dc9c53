import { defined, present } from '#lib/base/defined';
import { HOUR, MINUTE } from '#lib/base/text/calendar';
import { MONTH, monthNumber, YEAR, yearNumber } from '#lib/base/text/date-words';

/** Dates and times of day as chats, exports and minutes write them next to messages. */

export type Day =
  /** `year` is null where none is written */
  | { readonly form: 'named'; readonly year: number | null; readonly month: number; readonly day: number }
  | NumericDay
  /** "Today", "Yesterday" */
  | { readonly form: 'relative'; readonly daysAgo: number };

/** 5/6/2024: only the whole text shows which of the two is the month */
export interface NumericDay {
  readonly form: 'slashed';
  /** null: none is written */
  readonly year: number | null;
  readonly first: number;
  readonly second: number;
  /** the last number if it has two digits: in 26/5/2 it is the day */
  readonly shortYear?: number;
  /** the last number is too short for a year */
  readonly isYearFirst?: true;
  /** the first number has one digit, so it is no year of two */
  readonly isYearLast?: true;
  /** with dots the day comes first, unless the text shows otherwise */
  readonly isDotted?: true;
  /** 05/6/2024; phones that write the month first do not */
  readonly isPadded?: true;
  /** the weekday beside the date, from 0, Sunday; in another language its name may be of another */
  readonly weekday?: number;
}

export type DayOrder = 'day first' | 'month first' | 'year first';

export interface Stamp {
  readonly day: Day | null;
  /** milliseconds since midnight */
  readonly clock: number | null;
  /** AM or PM is specified */
  readonly halfDay: boolean;
  /** milliseconds ahead of UTC, if the stamp specifies it */
  readonly zone: number | null;
  /** the order in which phones of its language write dates, if its words show a language */
  readonly leans?: DayOrder;
}

const DAY_NUMBER = '(?<!\\d)(?<day>\\d{1,2})(?:st|nd|rd|th)?(?![\\d:])';
const YEAR_FIRST = /(?<!\d)(?<year>\d{4})(?<sep>[-/.])(?<month>\d{1,2})\k<sep>(?<day>\d{1,2})(?!\d)/;
const YEAR_LAST = /(?<!\d)(?<first>\d{1,2})(?<sep>[-/.])(?<second>\d{1,2})\k<sep>(?<year>\d{4}|\d{2})(?!\d)/;
const DAY_MONTH = new RegExp(`${DAY_NUMBER}(?:\\sof)?[\\s-](?<month>${MONTH})(?:,?[\\s-]{1,2}(?<year>${YEAR}))?`, 'i');
const MONTH_DAY = new RegExp(`(?<!\\p{L})(?<month>${MONTH})\\s${DAY_NUMBER}(?:,?\\s{1,2}(?<year>${YEAR}))?`, 'iu');
const WEEKDAY = /(?<!\p{L})(sun|mon|tue|wed|thu|fri|sat)(?:day|s|sday|nesday|r|rs|rsday|urday)?(?!\p{L})/iu;
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const RELATIVE = /(?<!\p{L})(today|yesterday)(?!\p{L})/iu;
/** "14:03", "2:03:11 PM", "10:30:00.250+02:00"; chats write a narrow space before PM */
export const CLOCK = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?[ap]\.?m\b\.?)?(?:\s?(?:UTC|GMT)?[+-]\d{2}:?\d{2}\b|\s?(?:Z|UTC|GMT)\b)?`;
const CLOCK_PARTS =
  /(?<![\d:.])(?<hour>\d{1,2})(?::(?<minute>\d{2})(?::(?<second>\d{2}(?:[.,]\d{1,9})?))?)?(?:\s?(?<half>[ap])\.?m\b\.?)?(?:\s?(?:UTC|GMT)?(?<zone>[+-]\d{2}:?\d{2})\b|\s?(?<utc>Z|UTC|GMT)\b)?/gi;

function dayIn(text: string): { day: Day; words: string } | null {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) {
    const { year, month, day } = defined(yearFirst.groups);
    return { day: { form: 'named', year: Number(year), month: Number(month) - 1, day: Number(day) }, words: yearFirst[0] };
  }
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast) {
    const { first, second, sep, year: digits } = defined(yearLast.groups);
    const year = defined(digits).length === 4 ? Number(digits) : present(yearNumber(digits));
    // with dots, the day always comes first
    if (sep === '.') return { day: { form: 'named', year, month: Number(second) - 1, day: Number(first) }, words: yearLast[0] };
    const weekday = WEEKDAYS.indexOf(WEEKDAY.exec(text)?.[1]?.toLowerCase() ?? '');
    const day = { form: 'slashed', year, first: Number(first), second: Number(second) } as const;
    return { day: weekday < 0 ? day : { ...day, weekday }, words: yearLast[0] };
  }
  const named = DAY_MONTH.exec(text) ?? MONTH_DAY.exec(text);
  if (named) {
    const { year, month, day } = defined(named.groups);
    return { day: { form: 'named', year: yearNumber(year), month: monthNumber(defined(month)), day: Number(day) }, words: named[0] };
  }
  const relative = RELATIVE.exec(text);
  return relative && { day: { form: 'relative', daysAgo: defined(relative[1]).toLowerCase() === 'today' ? 0 : 1 }, words: relative[0] };
}

function clockIn(text: string): (Omit<Stamp, 'day'> & { words: string }) | null {
  for (const match of text.matchAll(CLOCK_PARTS)) {
    const { hour, minute, second, half, utc, zone } = defined(match.groups);
    if (minute === undefined && half === undefined) continue;
    let hours = Number(hour);
    if (half) hours = (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
    if (hours > 24 || Number(minute ?? 0) > 59) continue;
    const clock = hours * HOUR + Number(minute ?? 0) * MINUTE + Math.round(Number((second ?? '0').replace(',', '.')) * 1000);
    const ahead = zone ? (zone.startsWith('-') ? -1 : 1) * (Number(zone.slice(1, 3)) * HOUR + Number(zone.slice(-2)) * MINUTE) : 0;
    return { clock, halfDay: half !== undefined, zone: utc || zone ? ahead : null, words: match[0] };
  }
  return null;
}

interface StampMatch {
  readonly stamp: Stamp;
  /** the remaining words */
  readonly rest: string;
}

/** "May 4 10:01:12 2025": the year behind the time, as programs in C write it */
const YEAR_BEHIND = new RegExp(
  `(?<!\\p{L})(${MONTH}\\s{1,2}\\d{1,2})(\\s\\d{1,2}:\\d{2}(?::\\d{2})?(?:\\s[A-Z]{3,4})?)\\s((?:19|20)\\d{2})(?!\\d)`,
  'iu',
);
const withYearBefore = (text: string): string => text.replace(YEAR_BEHIND, '$1 $3$2');

/** The date and time of day in a short text; null if there is neither. */
export function readStamp(text: string): StampMatch | null {
  const words = withYearBefore(text);
  return stampWith(words, dayIn(words));
}

/** Like `readStamp`, if only a date counts. */
export function readDated(text: string): StampMatch | null {
  const words = withYearBefore(text);
  const day = dayIn(words);
  return day && stampWith(words, day);
}

function stampWith(text: string, found: ReturnType<typeof dayIn>): StampMatch | null {
  const other = found ? text.replace(found.words, ' ').replace(/^(\s*)T(?=\d)/, '$1') : text;
  const clock = clockIn(other);
  if (!found && !clock) return null;
  const { words, ...time } = clock ?? { words: '', clock: null, halfDay: false, zone: null };
  return { stamp: { day: found?.day ?? null, ...time }, rest: words === '' ? other : other.replace(words, ' ') };
}

import { defined, present } from '#lib/base/defined';
import type { DateGrain } from '#lib/base/literals';
import {
  type CalendarUnit,
  DAY,
  dayAt,
  monthSpan,
  startOfDay,
  startOfWeek,
  type TimeSpan,
  unitSpan,
  weekdayOf,
  yearOf,
  yearSpan,
} from '#lib/base/text/calendar';
import { type DateRule, fixed, groups, needsNow, type ReadingClock, yearBeside, yearly } from '#lib/base/text/date-rules';
import {
  countOf,
  FULL_WEEKDAY,
  MONTH,
  monthNumber,
  NUMBER,
  phrasePattern,
  weekdayNumber,
  YEAR,
  yearNumber,
} from '#lib/base/text/date-words';

/**
 * Parts of a longer time: the second half of May, the first week of June, the last Friday of 2025,
 * week 47, so far this year.
 */

/** What has parts: a month, a year, or a relative one of them. */
const WHOLE = `(?:(?<month>${MONTH})(?:(?:, ?| (?:of |in )?)(?<y>${YEAR})| (?:of )?(?<monthrel>last|this|next) year\\b)?|(?<y2>${YEAR})|(?<rel>last|this|next|the) (?<whole>month|quarter|year)\\b)`;

const STEP: Record<string, number> = { last: -1, this: 0, the: 0, next: 1 };

/** A part of the match of `WHOLE`, in any year. */
function partOf(
  match: RegExpExecArray,
  moment: ReadingClock,
  grain: DateGrain,
  part: (whole: TimeSpan, isMonth: boolean) => TimeSpan | null,
) {
  const { month, y, monthrel, y2, rel, whole } = groups(match);
  if (month) {
    const number = monthNumber(month);
    if (monthrel)
      return needsNow(grain, moment, (now) => part(monthSpan(yearOf(now) + defined(STEP[monthrel.toLowerCase()]), number), true));
    return yearly(grain, moment, yearNumber(y), undefined, (year) => part(monthSpan(year, number), true));
  }
  if (y2) return fixed(grain, yearNumber(y2), part(yearSpan(present(yearNumber(y2))), false));
  const unit = defined(whole).toLowerCase() as CalendarUnit;
  return needsNow(grain, moment, (now) => part(unitSpan(unit, now, defined(STEP[defined(rel).toLowerCase()])), unit === 'month'));
}

const ORDINAL = '(?<n>first|second|third|fourth|fifth|last|[1-5](?:st|nd|rd|th))';
/** From 1; the last is -1. */
const PLACES: Record<string, number> = { first: 1, second: 2, third: 3, fourth: 4, fifth: 5, last: -1 };
const placeOf = (word: string): number => PLACES[word.toLowerCase()] ?? Number.parseInt(word, 10);

const inside = (part: TimeSpan, whole: TimeSpan): TimeSpan | null => (part.start >= whole.start && part.start < whole.end ? part : null);

function half(whole: TimeSpan, isMonth: boolean, isSecond: boolean): TimeSpan {
  const start = new Date(whole.start);
  const days = Math.round((whole.end - whole.start) / DAY);
  const middle = isMonth
    ? whole.start + Math.floor(days / 2) * DAY
    : Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + Math.round(days / 30.5 / 2), 1);
  return isSecond ? { start: middle, end: whole.end } : { start: whole.start, end: middle };
}

/**
 * Weeks of a month are its days 1 to 7, 8 to 14 and so on; the last week is its last seven days.
 */
function weekOf(whole: TimeSpan, place: number): TimeSpan | null {
  if (place < 0) return { start: whole.end - 7 * DAY, end: whole.end };
  const start = whole.start + (place - 1) * 7 * DAY;
  return inside({ start, end: Math.min(whole.end, start + 7 * DAY) }, whole);
}

function weekdayIn(whole: TimeSpan, place: number, weekday: number, days: number): TimeSpan | null {
  if (place < 0) {
    const last = whole.end - DAY;
    return dayAt(last - ((weekdayOf(last) - weekday + 7) % 7) * DAY, days);
  }
  const first = whole.start + ((weekday - weekdayOf(whole.start) + 7) % 7) * DAY;
  return inside(dayAt(first + (place - 1) * 7 * DAY, days), whole);
}

/** The given number of days, weeks or months from the beginning, or before the end. */
function atEnd(whole: TimeSpan, isLast: boolean, count: number, unit: string): TimeSpan {
  const date = new Date(isLast ? whole.end : whole.start);
  const days = count * (unit.startsWith('week') ? 7 : 1) * DAY;
  if (!unit.startsWith('month'))
    return isLast ? { start: whole.end - days, end: whole.end } : { start: whole.start, end: whole.start + days };
  const month = date.getUTCMonth() - (isLast ? count : 0);
  return monthSpan(date.getUTCFullYear(), month, count);
}

/** ISO 8601: the first week of a year contains 4 January. */
function isoWeek(year: number, week: number): TimeSpan | null {
  const start = startOfWeek(Date.UTC(year, 0, 4)) + (week - 1) * 7 * DAY;
  return week >= 1 && week <= 53 && start < startOfWeek(Date.UTC(year + 1, 0, 4)) ? dayAt(start, 7) : null;
}

const WEEKDAY_IN_WEEK = (weekday: string, rel: string, moment: ReadingClock) =>
  needsNow('day', moment, (now) => dayAt(startOfWeek(now) + (defined(STEP[rel.toLowerCase()]) * 7 + weekdayNumber(weekday)) * DAY));

const SO_FAR_UNIT = '(?<unit>week|month|quarter|year)';
const soFar = (unit: string, moment: ReadingClock) =>
  needsNow(unit === 'week' ? 'week' : unit === 'month' ? 'month' : unit === 'quarter' ? 'quarter' : 'year', moment, (now) => ({
    start: unitSpan(unit as CalendarUnit, now, 0).start,
    end: startOfDay(now) + DAY,
  }));

export const PARTS: DateRule[] = [
  {
    // the first half of May 2025 · the second half of last year · h2 2025
    pattern: phrasePattern(`(?<!\\p{L})(?:(?<n>first|second|last|1st|2nd) half of ${WHOLE}|h(?<h>[12]) (?<hy>${YEAR}))`),
    read(match, moment) {
      const { n, h, hy } = groups(match);
      if (h) return fixed('season', yearNumber(hy), half(yearSpan(present(yearNumber(hy))), false, h === '2'));
      const isMonth = groups(match).month !== undefined || /^month$/i.test(groups(match).whole ?? '');
      return partOf(match, moment, isMonth ? 'week' : 'season', (whole) => half(whole, isMonth, !/^(?:first|1st)$/i.test(defined(n))));
    },
  },
  {
    // the second week of November 2025
    pattern: phrasePattern(`(?<!\\p{L})${ORDINAL} week (?:of|in) ${WHOLE}`),
    read: (match, moment) => partOf(match, moment, 'week', (whole) => weekOf(whole, placeOf(defined(groups(match).n)))),
  },
  {
    // the first three months of 2025 · the last two weeks of July · the last days of May
    pattern: phrasePattern(
      `(?<!\\p{L})(?<which>first|last) (?:(?<count>${NUMBER}|couple of|few) )?(?<parts>days|weeks|months) (?:of|in) ${WHOLE}`,
    ),
    read(match, moment) {
      const { which, count, parts } = groups(match);
      const number = count ? Math.round(countOf(count)) : defined(parts).toLowerCase() === 'days' ? 7 : 2;
      const grain = defined(parts).toLowerCase() === 'months' ? 'quarter' : 'week';
      return partOf(match, moment, grain, (whole) =>
        atEnd(whole, defined(which).toLowerCase() === 'last', number, defined(parts).toLowerCase()),
      );
    },
  },
  {
    // the first Monday of June 2026 · the last weekend of May
    pattern: phrasePattern(`(?<!\\p{L})${ORDINAL} (?:(?<weekday>${FULL_WEEKDAY})|weekend) (?:of|in) ${WHOLE}`),
    read(match, moment) {
      const { n, weekday } = groups(match);
      const [day, days] = weekday ? [weekdayNumber(weekday), 1] : [5, 2];
      return partOf(match, moment, 'day', (whole) => weekdayIn(whole, placeOf(defined(n)), day, days));
    },
  },
  {
    // Tuesday last week · Thursday of next week
    pattern: phrasePattern(`(?<!\\p{L})(?<weekday>${FULL_WEEKDAY}) (?:of )?(?<rel>last|this|next) week(?!\\p{L})`),
    read: (match, moment) => WEEKDAY_IN_WEEK(defined(groups(match).weekday), defined(groups(match).rel), moment),
  },
  {
    // last week Tuesday · last week on Tuesday
    pattern: phrasePattern(`(?<!\\p{L})(?<rel>last|this|next) week,? (?:on )?(?<weekday>${FULL_WEEKDAY})(?!\\p{L})`),
    read: (match, moment) => WEEKDAY_IN_WEEK(defined(groups(match).weekday), defined(groups(match).rel), moment),
  },
  {
    // week 47 of 2025 · calendar week 12 2025
    pattern: phrasePattern(`(?<!\\p{L})(?:calendar |iso )?(?:week|cw|kw) (?<w>\\d{1,2})(?:,? (?:of |in )?|/)(?<y>(?:19|20)\\d\\d)(?!\\d)`),
    read: (match) => fixed('week', Number(groups(match).y), isoWeek(Number(groups(match).y), Number(groups(match).w))),
  },
  {
    // week 47 last year · week 3 of next year
    pattern: phrasePattern(`(?<!\\p{L})(?:calendar |iso )?(?:week|cw|kw) (?<w>\\d{1,2}),? (?:of )?(?<rel>last|this|next) year(?!\\p{L})`),
    read: (match, moment) =>
      needsNow('week', moment, () => isoWeek(present(yearBeside(moment, groups(match).rel)), Number(groups(match).w))),
  },
  {
    // 2025-W12
    pattern: /(?<![\d.-])(?<y>(?:19|20)\d\d)-?w(?<w>\d{2})(?!\d)/gi,
    read: (match) => fixed('week', Number(groups(match).y), isoWeek(Number(groups(match).y), Number(groups(match).w))),
  },
  {
    // earlier this month · so far this year
    pattern: phrasePattern(`(?<!\\p{L})(?:earlier this|so far this|thus far this) ${SO_FAR_UNIT}(?!\\p{L})`),
    read: (match, moment) => soFar(defined(groups(match).unit).toLowerCase(), moment),
  },
  {
    // this year so far · this month to date · year to date
    pattern: phrasePattern(`(?<!\\p{L})(?:this )?${SO_FAR_UNIT} (?:so far|to date)(?!\\p{L})`),
    read: (match, moment) => soFar(defined(groups(match).unit).toLowerCase(), moment),
  },
  {
    // later this week
    pattern: phrasePattern(`(?<!\\p{L})later this ${SO_FAR_UNIT}(?!\\p{L})`),
    read(match, moment) {
      const unit = defined(groups(match).unit).toLowerCase() as CalendarUnit;
      return needsNow(unit === 'week' ? 'week' : unit === 'month' ? 'month' : unit === 'quarter' ? 'quarter' : 'year', moment, (now) => ({
        start: startOfDay(now),
        end: unitSpan(unit, now, 0).end,
      }));
    },
  },
];

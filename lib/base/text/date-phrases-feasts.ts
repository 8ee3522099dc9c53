import { defined } from '#lib/base/defined';
import { DAY, dayAt, daySpan, type TimeSpan, weekdayOf } from '#lib/base/text/calendar';
import { type DateRule, groups, which, yearly } from '#lib/base/text/date-rules';
import { phrasePattern, WHICH, wordsOf, YEAR, yearNumber } from '#lib/base/text/date-words';

/**
 * Feasts and holidays by name: Christmas, Easter, New Year, Thanksgiving. Western ones; if
 * countries differ, the American.
 */

/** Easter Sunday of the western calendar (Meeus, Jones and Butcher), in milliseconds. */
function easter(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return Date.UTC(year, Math.floor(f / 31) - 1, (f % 31) + 1);
}

/** The nth weekday of this kind in a month, from 1. */
function nth(year: number, month: number, weekday: number, place: number): number {
  const first = Date.UTC(year, month, 1);
  return first + (((weekday - weekdayOf(first) + 7) % 7) + (place - 1) * 7) * DAY;
}

const [MONDAY, THURSDAY, SUNDAY] = [0, 3, 6];
const beside =
  (distance: number, days = 1) =>
  (year: number) =>
    dayAt(easter(year) + distance * DAY, days);
const on = (month: number, day: number) => (year: number) => defined(daySpan(year, month, day));

/** The first match names the feast. */
const NAMES: readonly (readonly [pattern: RegExp, at: (year: number) => TimeSpan | null])[] = [
  [/^christmas (?:holidays?|break|vacation)/, (year) => ({ start: Date.UTC(year, 11, 20), end: Date.UTC(year + 1, 0, 7) })],
  [/^christmas eve/, on(11, 24)],
  [/^christmas/, on(11, 25)],
  [/^boxing/, on(11, 26)],
  [/^new year['’]?s? eve/, on(11, 31)],
  [/^new year/, on(0, 1)],
  [/^halloween/, on(9, 31)],
  [/^valentine/, on(1, 14)],
  [/^leap/, (year) => daySpan(year, 1, 29)],
  [/^good friday/, beside(-2)],
  [/^easter sunday/, beside(0)],
  [/^easter monday/, beside(1)],
  [/^easter/, beside(-2, 4)],
  [/^shrove/, beside(-47)],
  [/^ash/, beside(-46)],
  [/^palm/, beside(-7)],
  [/^maundy/, beside(-3)],
  [/^ascension/, beside(39)],
  [/^whit monday/, beside(50)],
  [/^(?:pentecost|whitsun)/, beside(49)],
  [/^thanksgiving/, (year) => dayAt(nth(year, 10, THURSDAY, 4))],
  [/^black friday/, (year) => dayAt(nth(year, 10, THURSDAY, 4) + DAY)],
  [/^cyber/, (year) => dayAt(nth(year, 10, THURSDAY, 4) + 4 * DAY)],
  [/^mother/, (year) => dayAt(nth(year, 4, SUNDAY, 2))],
  [/^labou?r day/, (year) => dayAt(nth(year, 8, MONDAY, 1))],
  [/^independence day/, on(6, 4)],
];
/** "over Christmas" */
const CHRISTMAS_DAYS = (year: number): TimeSpan => dayAt(Date.UTC(year, 11, 24), 3);
const FEAST =
  "christmas(?: (?:eve|day|holidays?|break|vacation))?|boxing day|new year['’]?s?(?: (?:eve|day))?|halloween|valentine['’]?s? day|leap day|good friday|easter(?: (?:sunday|monday|weekend))?|shrove tuesday|ash wednesday|palm sunday|maundy thursday|ascension day|whit monday|pentecost|whitsun|thanksgiving|black friday|cyber monday|mother['’]?s['’]? day|labou?r day|independence day";

export const FEASTS: DateRule[] = [
  {
    // between Christmas and New Year 2025
    pattern: phrasePattern(
      `(?<!\\p{L})between (?:the )?christmas(?: day)? and (?:the )?new year['’]?s?(?: (?:eve|day))?(?!\\p{L})(?:(?:, ?| (?:of |in )?)(?<y>${YEAR}))?`,
    ),
    read: (match, moment) =>
      yearly('week', moment, yearNumber(groups(match).y), undefined, (year) => ({
        start: Date.UTC(year, 11, 25),
        end: Date.UTC(year + 1, 0, 2),
      })),
  },
  {
    // last Christmas · on New Year's Eve · Halloween 2022 · over the Christmas holidays
    pattern: phrasePattern(
      `(?<!\\p{L})(?:${WHICH}|(?<=(?:^|[^\\p{L}])(?<prep>(?:on|at|for|since|before|after|until|by|over|during|around|in) (?:the )?))|)(?<feast>${FEAST})(?!\\p{L})(?:(?:, ?| (?:of |in )?)(?<y>${YEAR}))?(?=(?<beside> (?:of )?(?:last|this|next) year\\b)?)`,
    ),
    read(match, moment) {
      const { prep, feast, y, beside } = groups(match);
      const word = which(match);
      if (!prep && word === undefined && !y && !beside) return null;
      const name = wordsOf(defined(feast));
      const isLong = name === 'christmas' && /^(?:during|over)/i.test(prep ?? '');
      const at = isLong ? CHRISTMAS_DAYS : defined(NAMES.find(([pattern]) => pattern.test(name)))[1];
      return { ...yearly(/holi|break|vacation/.test(name) ? 'week' : 'day', moment, yearNumber(y), word, at), isFeast: true };
    },
  },
];

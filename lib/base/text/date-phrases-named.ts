import { defined, present } from '#lib/base/defined';
import { daySpan, HOUR, MINUTE, monthSpan, type TimeSpan, weekdayOf } from '#lib/base/text/calendar';
import { type DateRule, fixed, groups, needsNow, RECURRING, type ReadingClock, which, yearBeside, yearly } from '#lib/base/text/date-rules';
import {
  DAY_NUMBER,
  MONTH,
  monthNumber,
  numberOf,
  phrasePattern,
  WEEKDAY,
  WHICH,
  weekdayNumber,
  YEAR,
  yearNumber,
} from '#lib/base/text/date-words';

/** Dates that name their day or month: 2024-05-06, May 5, the 5th of May, last July. */

/** Months that are also names or verbs need a preposition or a number beside them. */
const WEAK_MONTH = /^(?:may|march|mar|april|june|august|aug|jan|jun|dec|sep|sept|nov|oct|apr|jul|feb)\b/i;
const BEFORE_MONTH =
  /(?:^|[^\p{L}])(?:in|since|during|until|till|by|of|before|after|from|between|early|late|mid|around|through|throughout|end|beginning|start|middle|for|every|each|back in|starting)[\s-]{1,4}$/iu;
const DAY_IN_WORDS = /(?:first|second|third|(?<!mon)th)\s{1,4}of\s{1,4}$/i;

/** Days of a month, from the first to the last one, of a year; null if they do not exist. */
export const dayRange = (first: number, last: number | null) => (month: number) => (year: number) => {
  const start = daySpan(year, month, first);
  const end = last === null ? start : daySpan(year, month, last);
  return start && end && end.end > start.start ? { start: start.start, end: end.end } : null;
};

/** One or more days of a month, of the year that follows. */
function dayOf(match: RegExpExecArray, moment: ReadingClock) {
  const { weekday, month, d, d2, y, rel } = groups(match);
  if (rel && moment.now === null) return null;
  const at = dayRange(present(numberOf(d)), numberOf(d2))(monthNumber(defined(month)));
  return yearly('day', moment, yearNumber(y) ?? yearBeside(moment, rel), which(match), at, weekday);
}

/** Milliseconds of `Z`, `+02:00` or `-0330`. */
function zoneOffset(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const digits = zone.replace(/\D/g, '');
  return (zone.startsWith('-') ? -1 : 1) * (Number(digits.slice(0, 2)) * HOUR + Number(digits.slice(2)) * MINUTE);
}

/**
 * "January to March", "March and April": a month beside another one needs no preposition of its
 * own.
 */
function betweenMonths(text: string, match: RegExpExecArray): boolean {
  const before = text.slice(Math.max(0, match.index - 40), match.index);
  return (
    new RegExp(`${MONTH}\\s{0,4}(?:\\d{4}\\s{0,4})?(?:to|and|or|through|until|[-–—])\\s{0,4}$`, 'i').test(before) ||
    /^\s{0,4}(?:to|and|or|through|[-–—])\s{0,4}(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(
      text.slice(match.index + match[0].length),
    )
  );
}

/** Dates in figures that mean the same in every language. */
export const ISO_DATES: DateRule[] = [
  {
    // 2024-05-06, 2024-05-06T10:30:00Z, 2024/05/06
    pattern:
      /(?<![\d.-])(?<y>\d{4})(?<sep>[-/])(?<m>\d{1,2})\k<sep>(?<d>\d{1,2})(?:[T ](?<hh>\d{2}):(?<mm>\d{2})(?::(?<ss>\d{2})(?:[.,]\d{1,9})?)?(?<zone>Z|[+-]\d{2}:?\d{2})?)?(?!\d)/gi,
    read(match, moment) {
      const { y, m, d, hh, mm, ss, zone } = groups(match);
      const day = Number(y) < 1000 ? null : daySpan(Number(y), Number(m) - 1, Number(d));
      if (!day || !hh) return fixed('day', Number(y), day);
      const local = day.start + Number(hh) * HOUR + Number(mm) * MINUTE + Number(ss ?? 0) * 1000;
      const at = zone ? local - zoneOffset(zone) + moment.offset : local;
      return fixed('instant', Number(y), Number(hh) < 25 && Number(mm) < 60 ? { start: at, end: at + 1 } : null);
    },
  },
  {
    // 2024-05
    pattern: /(?<![\d.-])(?<y>(?:19|20)\d\d)-(?<m>0[1-9]|1[0-2])(?![\d-])/g,
    read: (match) => fixed('month', Number(groups(match).y), monthSpan(Number(groups(match).y), Number(groups(match).m) - 1)),
  },
];

export const NAMED: DateRule[] = [
  ...ISO_DATES,
  {
    // 05/2024
    pattern: /(?<![\d./-])(?<m>0?[1-9]|1[0-2])\/(?<y>(?:19|20)\d\d)(?![\d/]|[.-]\d)/g,
    read: (match) => fixed('month', Number(groups(match).y), monthSpan(Number(groups(match).y), Number(groups(match).m) - 1)),
  },
  {
    // 5/6/2024 is 6 May unless only the second number can be a month, or the weekday before it is
    // that of 5 June; 6.5.2024 starts with the day
    pattern: phrasePattern(
      `(?<![\\d./-])(?:(?<!\\p{L})(?<weekday>${WEEKDAY}),? \\(?)?(?<a>\\d{1,2})(?<sep>[/.-])(?<b>\\d{1,2})\\k<sep>(?<y>(?:19|20)\\d\\d|\\d\\d)(?![\\d]|[./-]\\d)`,
    ),
    read(match) {
      const { weekday, a, b, sep, y } = groups(match);
      if (sep !== '/' && defined(y).length === 2) return null;
      const year = defined(y).length === 2 ? present(yearNumber(y)) : Number(y);
      const dayFirst = daySpan(year, Number(b) - 1, Number(a));
      const monthFirst = daySpan(year, Number(a) - 1, Number(b));
      const isOn = (span: TimeSpan | null): boolean =>
        weekday !== undefined && span !== null && weekdayOf(span.start) === weekdayNumber(weekday);
      const isDayFirst = sep === '.' || Number(a) > 12 || (sep === '/' && isOn(dayFirst) && !isOn(monthFirst));
      return fixed('day', year, isDayFirst ? dayFirst : monthFirst);
    },
  },
  {
    // Sun May 4 10:01:12 2025 +0200, as programs in C write it
    pattern: phrasePattern(
      `(?<!\\p{L})(?:${WEEKDAY} )?(?<month>${MONTH}) (?<d>\\d{1,2}) (?<hh>\\d{2}):(?<mm>\\d{2}):(?<ss>\\d{2}) (?:[A-Z]{3,4} )?(?<y>(?:19|20)\\d\\d)(?: (?<zone>[+-]\\d{2}:?\\d{2}))?(?!\\d)`,
    ),
    read(match, moment) {
      const { month, d, hh, mm, ss, y, zone } = groups(match);
      const day = daySpan(Number(y), monthNumber(defined(month)), Number(d));
      if (!day || Number(hh) > 23 || Number(mm) > 59) return null;
      const local = day.start + Number(hh) * HOUR + Number(mm) * MINUTE + Number(ss) * 1000;
      const at = zone ? local - zoneOffset(zone) + moment.offset : local;
      return fixed('instant', Number(y), { start: at, end: at + 1 });
    },
  },
  {
    // on 5/6
    pattern: phrasePattern(
      '(?<=\\b(?:on|by|since|before|after|until|from) )(?<m>0?[1-9]|1[0-2])/(?<d>0?[1-9]|[12]\\d|3[01])(?![\\d/]|\\.\\d)',
    ),
    read: (match, moment) =>
      yearly('day', moment, null, undefined, (year) => daySpan(year, Number(groups(match).m) - 1, Number(groups(match).d))),
  },
  {
    // Friday, May 5th, 2023 · May 5-9 · May 5 to 9 2023
    pattern: phrasePattern(
      `(?<!\\p{L})(?:(?<weekday>${WEEKDAY}),? (?:the )?)?(?:(?<which>last|this|next) )?(?<month>${MONTH}) (?:the )?(?<d>${DAY_NUMBER})(?:(?: ?[-–—] ?| (?:to|through|until|and) )(?<d2>${DAY_NUMBER})(?! (?:${MONTH})))?(?:(?:, ?| (?:of |in )?)(?<y>${YEAR})|(?: of)? (?<rel>last|this|next) year\\b)?`,
    ),
    read(match, moment, text) {
      const { month, d, y, rel } = groups(match);
      // "they may 5 times a week": a lower-case verb and a plain number
      if (
        /^(?:may|march)$/.test(defined(month)) &&
        !y &&
        !rel &&
        !/(?:st|nd|rd|th)$/i.test(defined(d)) &&
        !/\b(?:on|by|since|before|after|until|from|to|between|and|of|last|next|this)\s{1,4}$/i.test(
          text.slice(0, match.index + match[0].indexOf(defined(month))),
        )
      ) {
        if (/^\s{1,4}\p{L}/u.test(text.slice(match.index + match[0].length))) return null;
      }
      if (
        /^\s{0,4}(?:miles?|kilomet|km\b|people|percent|times?\b|years?\b|months?\b|weeks?\b|days?\b|hours?\b|minutes?\b)/i.test(
          text.slice(match.index + match[0].length),
        )
      )
        return null;
      return dayOf(match, moment);
    },
  },
  {
    // 5 May 2023 · the 5th of May · 5-9 May
    pattern: phrasePattern(
      `(?<![\\p{L}\\d.,/:-])(?:(?<weekday>${WEEKDAY}),? (?:the )?)?(?<d>${DAY_NUMBER})(?:(?: ?[-–—] ?| (?:to|through|until|and) )(?:the )?(?<d2>${DAY_NUMBER}))?(?: of|,)? (?:(?<which>last|this|next) )?(?<month>${MONTH})(?:(?:, ?| (?:of |in )?)(?<y>${YEAR})|(?: of)? (?<rel>last|this|next) year\\b)?`,
    ),
    read(match, moment) {
      const { month, d, y, rel } = groups(match);
      if (/^(?:may|march)$/.test(defined(month)) && !y && !rel && !/(?:st|nd|rd|th)$/i.test(defined(d)) && !/\bof\b/i.test(match[0]))
        return null;
      return dayOf(match, moment);
    },
  },
  {
    // May 2023 · May of 2023 · March last year
    pattern: phrasePattern(`(?<!\\p{L})(?<month>${MONTH})(?:, ?| (?:of |in )?)(?:(?<y>${YEAR})|(?:of )?(?<rel>last|this|next) year\\b)`),
    read(match, moment, text) {
      const { month, y, rel } = groups(match);
      if (DAY_IN_WORDS.test(text.slice(Math.max(0, match.index - 16), match.index))) return undefined;
      if (rel) {
        return needsNow('month', moment, () => monthSpan(present(yearBeside(moment, rel)), monthNumber(defined(month))));
      }
      return yearly('month', moment, yearNumber(y), undefined, (year) => monthSpan(year, monthNumber(defined(month))));
    },
  },
  {
    // in March · last July · January
    pattern: phrasePattern(`(?<!\\p{L})${WHICH}?(?<month>${MONTH})(?!['’]\\p{L}|[-/]\\d| \\d)`),
    read(match, moment, text) {
      const { month } = groups(match);
      const before = text.slice(Math.max(0, match.index - 16), match.index);
      if (RECURRING.test(before)) return null;
      // "the twelfth of May": a day in words is left to chrono-node
      if (DAY_IN_WORDS.test(before)) return undefined;
      const word = which(match);
      const weak = WEAK_MONTH.test(defined(month)) || /^\p{Ll}/u.test(defined(month));
      if (weak && word === undefined && !BEFORE_MONTH.test(before) && !betweenMonths(text, match)) return null;
      if (/^ma(?:y|rch)$/.test(defined(month)) && word === undefined && /\bfor\s{1,4}$/i.test(before)) return null;
      return yearly('month', moment, null, word, (year) => monthSpan(year, monthNumber(defined(month))));
    },
  },
];

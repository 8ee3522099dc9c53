import type { DateGrain } from '#lib/literals';
import {
  type CalendarUnit,
  DAY,
  dayAt,
  daySpan,
  HOUR,
  MINUTE,
  monthOf,
  monthSpan,
  quarterSpan,
  type Span,
  seasonSpan,
  shift,
  startOfDay,
  startOfWeek,
  UNIT_GRAIN,
  unitSpan,
  weekdayOf,
  yearOf,
  yearSpan,
} from '#lib/text/calendar';

/**
 * The single phrases of the date grammar: "May 5", "last spring", "3 weeks ago". How phrases combine ("between … and …", "since …")
 * is in `dates.ts`. Every pattern is linear: no unbounded repetition inside another, white space of at most four characters.
 */

/** `either`: nothing in the sentence tells; a yearly date is then the nearest one, a nearer thing (a weekday) the last one. */
export type Direction = 'past' | 'future' | 'either';

export interface Moment {
  /** civil milliseconds of the reference; null when nothing is known about when the text was said */
  readonly now: number | null;
  /** milliseconds that the speaker's clock is ahead of UTC; only a time with its own zone needs it */
  readonly offset: number;
  readonly direction: Direction;
  /** a question may name a bare year or month; a statement needs the preposition that makes it a date */
  readonly question: boolean;
}

export interface Phrase {
  readonly index: number;
  readonly end: number;
  readonly grain: DateGrain;
  /** the year that was said, if one was */
  readonly year: number | null;
  /** `year` overrides the search for the nearest one; null when the phrase needs a reference that is not known, or names no real day */
  span(year?: number): Span | null;
  /** "past 3 months" runs up to now by itself: "since" or "before" in front of it mean nothing new */
  readonly rolling?: boolean;
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const WEEKDAYS = 'mon tue wed thu fri sat sun'.split(' ');
const NUMBERS: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  couple: 2,
  few: 3,
  several: 3,
  half: 0.5,
};
const ORDINALS: Record<string, number> = { first: 1, second: 2, third: 3, fourth: 4, last: 4 };
const DECADE_WORDS: Record<string, number> = {
  twenties: 20,
  thirties: 30,
  forties: 40,
  fifties: 50,
  sixties: 60,
  seventies: 70,
  eighties: 80,
  nineties: 90,
};

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\b\\.?';
const WEEKDAY = '(?:mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday|s)?|thu(?:rs?(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)\\b\\.?';
const FULL_WEEKDAY = '(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)';
const SEASON = '(?:spring|summer|autumn|fall|winter)';
const YEAR = "(?:(?:19|20)\\d\\d|['’]\\d\\d)(?![\\d%])";
const DAY_NUMBER = '(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?(?![\\d%]|[.,/:]\\d)';
const NUMBER = `(?:\\d{1,3}|${Object.keys(NUMBERS).join('|')})`;
const COUNT = `(?<count>(?:a )?couple(?: of)?|a few|few|several|half (?:an?|of an?)|${NUMBER})`;
const UNIT = '(?<unit>day|week|weekend|month|quarter|year|decade|hour|minute|second)s?\\b';
const WHICH = '(?:(?<which>this past|last|past|previous|this|current|next|coming|upcoming|following) )';

/** One blank in a pattern is any white space, as long as it is short. */
const phrasePattern = (source: string): RegExp => new RegExp(source.replaceAll(' ?', '\\s{0,4}').replaceAll(' ', '\\s{1,4}'), 'giu');

const monthNumber = (name: string): number => MONTHS.indexOf(name.slice(0, 3).toLowerCase());
const weekdayNumber = (name: string): number => WEEKDAYS.indexOf(name.slice(0, 3).toLowerCase());
const wordsOf = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ');

function yearNumber(text: string | undefined): number | null {
  if (!text) return null;
  const digits = Number(text.replace(/\D/g, ''));
  if (digits > 99) return digits;
  return digits < 70 ? 2000 + digits : 1900 + digits;
}

function countOf(text: string): number {
  const words = wordsOf(text);
  if (/^\d/.test(words)) return Number.parseInt(words, 10);
  const word = words.replace(/^a (?=couple|few)/, '').split(' ')[0]!;
  return NUMBERS[word] ?? 1;
}

/** The year in which a yearly thing is meant: the one said by "last" or "next", else the nearest in the direction of the sentence. */
function nearestYear(moment: Moment, which: string | undefined, at: (year: number) => Span | null): Span | null {
  if (moment.now === null) return null;
  const today = startOfDay(moment.now);
  const here = yearOf(today);
  const fits = (span: Span): boolean => {
    switch (which) {
      case 'last':
      case 'past':
      case 'previous':
        return span.end <= today;
      case 'next':
      case 'coming':
      case 'upcoming':
      case 'following':
        return span.start > today;
      case 'this':
      case 'current':
        return yearOf(span.start) === here || (span.start <= today && today < span.end);
      case 'this past':
        return span.start <= today;
      default:
        return moment.direction === 'future' ? span.end > today : span.start <= today;
    }
  };
  if (which === undefined && moment.direction === 'either') {
    const distance = (span: Span) => Math.max(span.start - today, today - span.end, 0);
    const spans = [here - 1, here, here + 1].map(at).filter((span) => span !== null);
    if (spans.length > 0) return spans.reduce((best, span) => (distance(span) < distance(best) ? span : best));
  }
  const forward = /^(?:next|coming|upcoming|following)$/.test(which ?? '') || (which === undefined && moment.direction === 'future');
  // eight years reach the next 29 February from everywhere
  for (let step = 0; step <= 8; step++) {
    const candidates = forward ? [here - 1 + step] : [here + 1 - step];
    for (const year of candidates) {
      const span = at(year);
      if (span && fits(span)) {
        if ((which === 'this' || which === 'current') && !(span.start <= today && today < span.end)) {
          const before = at(year - 1);
          if (before && before.start <= today && today < before.end) return before;
        }
        return span;
      }
    }
  }
  return null;
}

function weekdaySpan(moment: Moment, which: string | undefined, weekday: number): Span | null {
  if (moment.now === null) return null;
  const today = startOfDay(moment.now);
  const back = (weekdayOf(today) - weekday + 7) % 7;
  const ahead = (weekday - weekdayOf(today) + 7) % 7;
  switch (which) {
    case 'last':
    case 'past':
    case 'previous':
    case 'this past':
      return dayAt(today - (back || 7) * DAY);
    case 'next':
    case 'following':
      return dayAt(startOfWeek(today) + (7 + weekday) * DAY);
    case 'this':
    case 'current':
      return dayAt(startOfWeek(today) + weekday * DAY);
    case 'coming':
    case 'upcoming':
      return dayAt(today + (ahead || 7) * DAY);
    default:
      return dayAt(moment.direction === 'future' ? today + ahead * DAY : today - back * DAY);
  }
}

/** Up to the end of today, or from the start of it. */
function rollingSpan(now: number, unit: string, count: number, ahead: boolean): Span {
  const long = unit === 'hour' ? HOUR : unit === 'minute' ? MINUTE : unit === 'second' ? 1000 : 0;
  if (long) return ahead ? { start: now, end: now + count * long } : { start: now - count * long, end: now + 1 };
  const today = startOfDay(now);
  const whole = unit as CalendarUnit;
  if (ahead) return { start: today, end: shift(whole, today, count) + DAY };
  return { start: shift(whole, today, -count), end: today + DAY };
}

const clockUnit = (unit: string): boolean => unit === 'hour' || unit === 'minute' || unit === 'second';
const grainOf = (unit: string): DateGrain => (clockUnit(unit) ? 'instant' : UNIT_GRAIN[unit as CalendarUnit]);

/** "3 weeks ago" is a week, "2 hours ago" the hour around. Halves count in the next smaller unit. */
function distantSpan(now: number, unit: string, count: number): Span {
  if (unit === 'hour') return { start: now + count * HOUR - HOUR / 2, end: now + count * HOUR + HOUR / 2 };
  if (unit === 'minute' || unit === 'second') {
    const at = now + count * (unit === 'minute' ? MINUTE : 1000);
    const slack = Math.max(MINUTE, Math.abs(at - now) / 4);
    return { start: at - slack, end: at + slack };
  }
  return unitSpan(unit as CalendarUnit, shift(unit as CalendarUnit, startOfDay(now), count), 0);
}

const SMALLER: Record<string, [string, number]> = {
  year: ['month', 12],
  decade: ['year', 10],
  month: ['week', 4],
  week: ['day', 7],
  day: ['hour', 24],
  hour: ['minute', 60],
};
function wholeUnits(unit: string, count: number): [string, number] {
  if (Number.isInteger(count)) return [unit, count];
  const [smaller, factor] = SMALLER[unit] ?? [unit, 2];
  return [smaller, Math.round(count * factor)];
}

/** Months that are also names or verbs need a preposition or a number beside them. */
const WEAK_MONTH = /^(?:may|march|mar|april|june|august|aug|jan|jun|dec|sep|sept|nov|oct|apr|jul|feb)\b/i;
const BEFORE_MONTH =
  /(?:^|[^\p{L}])(?:in|since|during|until|till|by|of|before|after|from|between|early|late|mid|around|through|throughout|end|beginning|start|middle|for|every|each|back in|starting)[\s-]{1,4}$/iu;
const DAY_IN_WORDS = /(?:first|second|third|(?<!mon)th)\s{1,4}of\s{1,4}$/i;
const BEHIND_MONTH = new RegExp(`${MONTH},?\\s{1,4}$`, 'i');
const RECURRING = /(?:^|[^\p{L}])(?:every|each|all|most|on alternate|annually in|always in|usually in)\s{1,4}(?:other\s{1,4})?$/iu;

type Rule = {
  pattern: RegExp;
  read(match: RegExpExecArray, moment: Moment, text: string): Omit<Phrase, 'index' | 'end'> | null | undefined;
};

const groups = (match: RegExpExecArray): Record<string, string | undefined> => match.groups ?? {};
const which = (match: RegExpExecArray): string | undefined => {
  const said = groups(match).which;
  return said === undefined ? undefined : wordsOf(said);
};
const fixed = (grain: DateGrain, year: number | null, span: Span | null) => (span ? { grain, year, span: () => span } : null);
const needsNow = (grain: DateGrain, moment: Moment, span: (now: number) => Span | null) => ({
  grain,
  year: null,
  span: () => (moment.now === null ? null : span(moment.now)),
});

function yearly(grain: DateGrain, moment: Moment, said: number | null, word: string | undefined, at: (year: number) => Span | null) {
  return {
    grain,
    year: said,
    span: (year?: number) => (year !== undefined ? at(year) : said !== null ? at(said) : nearestYear(moment, word, at)),
  };
}

const dayRange = (first: number, last: number | null) => (month: number) => (year: number) => {
  const start = daySpan(year, month, first);
  const end = last === null ? start : daySpan(year, month, last);
  return start && end && end.end > start.start ? { start: start.start, end: end.end } : null;
};

/** Milliseconds of `Z`, `+02:00` or `-0330`. */
function zoneOffset(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const digits = zone.replace(/\D/g, '');
  return (zone.startsWith('-') ? -1 : 1) * (Number(digits.slice(0, 2)) * HOUR + Number(digits.slice(2)) * MINUTE);
}

const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number.parseInt(text, 10));

const RULES: Rule[] = [
  {
    // 2024-05-06, 2024-05-06T10:30:00Z, 2024/05/06
    pattern:
      /(?<![\d.-])(?<y>\d{4})(?<sep>[-/])(?<m>\d{1,2})\k<sep>(?<d>\d{1,2})(?:[T ](?<hh>\d{2}):(?<mm>\d{2})(?::(?<ss>\d{2})(?:[.,]\d{1,9})?)?(?<zone>Z|[+-]\d{2}:?\d{2})?)?(?!\d)/gi,
    read(match, moment) {
      const { y, m, d, hh, mm, ss, zone } = groups(match);
      const day = Number(y) < 1000 ? null : daySpan(Number(y), Number(m) - 1, Number(d));
      if (!day || !hh) return fixed('day', Number(y), day);
      const said = day.start + Number(hh) * HOUR + Number(mm) * MINUTE + Number(ss ?? 0) * 1000;
      const at = zone ? said - zoneOffset(zone) + moment.offset : said;
      return fixed('instant', Number(y), Number(hh) < 25 && Number(mm) < 60 ? { start: at, end: at + 1 } : null);
    },
  },
  {
    // 2024-05
    pattern: /(?<![\d.-])(?<y>(?:19|20)\d\d)-(?<m>0[1-9]|1[0-2])(?![\d-])/g,
    read: (match) => fixed('month', Number(groups(match).y), monthSpan(Number(groups(match).y), Number(groups(match).m) - 1)),
  },
  {
    // 5/6/2024 is 6 May unless only the second number can be a month; 6.5.2024 has the day first
    pattern: /(?<![\d./-])(?<a>\d{1,2})(?<sep>[/.-])(?<b>\d{1,2})\k<sep>(?<y>(?:19|20)\d\d|\d\d)(?![\d]|[./-]\d)/g,
    read(match) {
      const { a, b, sep, y } = groups(match);
      if (sep !== '/' && y!.length === 2) return null;
      const dayFirst = sep === '.' || Number(a) > 12;
      const year = y!.length === 2 ? yearNumber(y)! : Number(y);
      return fixed('day', year, dayFirst ? daySpan(year, Number(b) - 1, Number(a)) : daySpan(year, Number(a) - 1, Number(b)));
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
      `(?<!\\p{L})(?:${WEEKDAY},? (?:the )?)?(?:(?<which>last|this|next) )?(?<month>${MONTH}) (?:the )?(?<d>${DAY_NUMBER})(?:(?: ?[-–—] ?| (?:to|through|until|and) )(?<d2>${DAY_NUMBER})(?! (?:${MONTH})))?(?:(?:, ?| (?:of |in )?)(?<y>${YEAR}))?`,
    ),
    read(match, moment, text) {
      const { month, d, d2, y } = groups(match);
      // "they may 5 times a week": a lower-case verb and a plain number
      if (
        /^(?:may|march)$/.test(month!) &&
        !y &&
        !/(?:st|nd|rd|th)$/i.test(d!) &&
        !/\b(?:on|by|since|before|after|until|from|to|between|and|of|last|next|this)\s{1,4}$/i.test(
          text.slice(0, match.index + match[0].indexOf(month!)),
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
      return yearly('day', moment, yearNumber(y), which(match), dayRange(numberOf(d)!, numberOf(d2))(monthNumber(month!)));
    },
  },
  {
    // 5 May 2023 · the 5th of May · 5-9 May
    pattern: phrasePattern(
      `(?<![\\p{L}\\d.,/:-])(?:${WEEKDAY},? (?:the )?)?(?<d>${DAY_NUMBER})(?:(?: ?[-–—] ?| (?:to|through|until|and) )(?:the )?(?<d2>${DAY_NUMBER}))?(?: of|,)? (?:(?<which>last|this|next) )?(?<month>${MONTH})(?:(?:, ?| (?:of |in )?)(?<y>${YEAR}))?`,
    ),
    read(match, moment) {
      const { month, d, d2, y } = groups(match);
      if (/^(?:may|march)$/.test(month!) && !y && !/(?:st|nd|rd|th)$/i.test(d!) && !/\bof\b/i.test(match[0])) return null;
      return yearly('day', moment, yearNumber(y), which(match), dayRange(numberOf(d)!, numberOf(d2))(monthNumber(month!)));
    },
  },
  {
    // May 2023 · May of 2023 · March last year
    pattern: phrasePattern(`(?<!\\p{L})(?<month>${MONTH})(?:, ?| (?:of |in )?)(?:(?<y>${YEAR})|(?:of )?(?<rel>last|this|next) year\\b)`),
    read(match, moment, text) {
      const { month, y, rel } = groups(match);
      if (DAY_IN_WORDS.test(text.slice(Math.max(0, match.index - 16), match.index))) return undefined;
      if (rel) {
        return needsNow('month', moment, (now) =>
          monthSpan(yearOf(now) + (rel.toLowerCase() === 'last' ? -1 : rel.toLowerCase() === 'next' ? 1 : 0), monthNumber(month!)),
        );
      }
      return yearly('month', moment, yearNumber(y), undefined, (year) => monthSpan(year, monthNumber(month!)));
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
      const weak = WEAK_MONTH.test(month!) || /^\p{Ll}/u.test(month!);
      if (weak && word === undefined && !BEFORE_MONTH.test(before) && !betweenMonths(text, match)) return null;
      if (/^ma(?:y|rch)$/.test(month!) && word === undefined && /\bfor\s{1,4}$/i.test(before)) return null;
      return yearly('month', moment, null, word, (year) => monthSpan(year, monthNumber(month!)));
    },
  },
  {
    // Q3 2023 · 2023 Q3 · Q3
    pattern: phrasePattern(
      `(?<![\\p{L}\\d])(?:(?<before>(?:19|20)\\d\\d)[ -]?)?q(?<q>[1-4])(?![\\p{L}\\d])(?:(?:, ?| (?:of |in )?|-)?(?<y>${YEAR}))?`,
    ),
    read(match, moment, text) {
      const { before, q, y } = groups(match);
      const said = yearNumber(before ?? y);
      const context = text.slice(Math.max(0, match.index - 16), match.index);
      if (
        said === null &&
        !moment.question &&
        !/\b(?:in|during|by|for|since|last|this|next|until|end of|before|after)\s{1,4}(?:the\s{1,4})?$/i.test(context)
      )
        return null;
      return yearly('quarter', moment, said, undefined, (year) => quarterSpan(year, Number(q) - 1));
    },
  },
  {
    // the third quarter of 2023
    pattern: phrasePattern(
      `(?<!\\p{L})(?<n>first|second|third|fourth|last|[1-4](?:st|nd|rd|th)) quarter(?: of (?:(?<y>${YEAR})|(?<rel>last|this|next) year))(?!\\p{L})`,
    ),
    read(match, moment) {
      const { n, y, rel } = groups(match);
      const quarter = (ORDINALS[n!.toLowerCase()] ?? Number.parseInt(n!, 10)) - 1;
      if (rel)
        return needsNow('quarter', moment, (now) =>
          quarterSpan(yearOf(now) + (rel.toLowerCase() === 'last' ? -1 : rel.toLowerCase() === 'next' ? 1 : 0), quarter),
        );
      return yearly('quarter', moment, yearNumber(y), undefined, (year) => quarterSpan(year, quarter));
    },
  },
  {
    // the first half of 2023
    pattern: phrasePattern(`(?<!\\p{L})(?:(?<n>first|second|1st|2nd) half of|h(?<h>[12])) (?<y>${YEAR})`),
    read(match) {
      const { n, h, y } = groups(match);
      const second = h === '2' || /^(?:second|2nd)$/i.test(n ?? '');
      const year = yearNumber(y)!;
      return fixed('season', year, monthSpan(year, second ? 6 : 0, 6));
    },
  },
  {
    // last spring · summer 2023 · in the fall · winter of '21
    pattern: phrasePattern(
      `(?<!\\p{L})(?:${WHICH}|(?<=(?:^|[^\\p{L}])(?<prep>(?:in|during|over|since|until|till|by|through|before|after|from|of) (?:the )?(?:(?:early|late|mid)[ -])?))|)(?<season>${SEASON})(?!\\p{L})(?:(?:, ?| (?:of |in )?)(?<y>${YEAR})| (?:of )?(?<rel>last|this|next) year\\b)?`,
    ),
    read(match, moment, text) {
      const { prep, season, y, rel } = groups(match);
      const word = which(match);
      const said = yearNumber(y);
      if (!prep && word === undefined && said === null && !rel) return null;
      const name = season!.toLowerCase();
      if (
        prep &&
        said === null &&
        !rel &&
        /^\s{1,4}(?:in love|asleep|apart|behind|water|roll|cleaning|break|camp|into|onto|from|off|down)\b/i.test(
          text.slice(match.index + match[0].length),
        ) &&
        /^(?:fall|spring)$/.test(name)
      )
        return null;
      if (rel)
        return needsNow('season', moment, (now) =>
          seasonSpan(yearOf(now) + (rel.toLowerCase() === 'last' ? -1 : rel.toLowerCase() === 'next' ? 1 : 0), name),
        );
      return yearly('season', moment, said, word, (year) => seasonSpan(year, name));
    },
  },
  {
    // the 90s · the 1980s · the '80s · the nineties
    pattern: phrasePattern(
      `(?<=(?:^|[^\\p{L}])(?<the>the (?:early |mid |late |mid-)?)?)(?:(?<full>(?:18|19|20)\\d0)['’]?s|['’]?(?<short>\\d0)['’]?s|(?<word>${Object.keys(DECADE_WORDS).join('|')}))(?!\\p{L})`,
    ),
    read(match, moment) {
      const { the, full, short, word } = groups(match);
      if (full) return fixed('decade', Number(full), yearSpan(Number(full), 10));
      if (!the && !/^['’]/.test(match[0])) return null;
      const decade = word ? DECADE_WORDS[word.toLowerCase()]! : Number(short);
      return needsNow('decade', moment, (now) => {
        const century = Math.floor(yearOf(now) / 100) * 100;
        const start = century + decade <= yearOf(now) ? century + decade : century - 100 + decade;
        return yearSpan(start, 10);
      });
    },
  },
  {
    // in 2019 · since 2020 · (2023)
    pattern: phrasePattern(
      '(?<![\\d\\p{L}$€£#.,:/_]|(?<!(?:19|20)\\d\\d|mid|early|late)-|[$€£#] )(?<y>(?:19|20)\\d\\d)(?![\\d\\p{L}%_]|[.,/:]\\d|-\\p{L}| ?(?:%|percent|words|people|dollars|euros|pounds|users|lines|steps|calories|miles|meters|metres|feet|kg|km|mb|gb|ms|hours|minutes|seconds|days|tokens|characters|points|items|rows|files|times|copies|employees|members|customers|students|years|units)\\b)',
    ),
    read(match, moment, text) {
      const before = text.slice(Math.max(0, match.index - 20), match.index);
      if (BEHIND_MONTH.test(before)) return undefined;
      const after = text.slice(match.index + 4, match.index + 8);
      const prepared =
        /(?:^|[^\p{L}])(?:in|since|during|of|until|till|by|before|after|from|between|to|through|year|early|late|mid|around|circa|summer|winter|spring|autumn|fall|and|for|throughout|end of|beginning of|start of|middle of|all of)[\s-]{1,4}$/iu.test(
          before,
        ) ||
        (/\($/.test(before) && /^\)/.test(after)) ||
        /(?:19|20)\d\d\s{0,2}[-–—]\s{0,2}$/.test(before) ||
        /^\s{0,2}[-–—]\s{0,2}(?:19|20)/.test(after);
      if (!prepared && !moment.question) return null;
      return fixed('year', Number(groups(match).y), yearSpan(Number(groups(match).y)));
    },
  },
  {
    // the day before yesterday · yesterday · last night · this morning · tomorrow · today
    pattern: phrasePattern(
      "(?<!\\p{L})(?:(?<minus2>(?:the )?day before yesterday)|(?<plus2>(?:the )?day after tomorrow)|(?<minus1>yesterday|last night)|(?<plus1>tomorrow)|(?<zero>today|tonight|this (?:morning|afternoon|evening)))(?!\\p{L}|['’]s (?:world|society|youth|age|standards|market))",
    ),
    read(match, moment) {
      const said = groups(match);
      const days = said.minus2 ? -2 : said.plus2 ? 2 : said.minus1 ? -1 : said.plus1 ? 1 : 0;
      return needsNow('day', moment, (now) => dayAt(startOfDay(now) + days * DAY));
    },
  },
  {
    // 3 weeks ago · a couple of months back · half a year ago
    pattern: phrasePattern(
      `(?<![\\p{L}\\d.,])${COUNT}(?: (?:or|to) \\d{1,3})? ${UNIT} (?:ago|back(?! (?:to|in|into|from|home|at)\\b)|before now)(?!\\p{L})`,
    ),
    read(match, moment) {
      const [unit, count] = wholeUnits(groups(match).unit!.toLowerCase(), countOf(groups(match).count!));
      return needsNow(grainOf(unit), moment, (now) => distantSpan(now, unit, -count));
    },
  },
  {
    // two summers ago · two Fridays ago · three Decembers ago
    pattern: phrasePattern(`(?<![\\p{L}\\d.,])${COUNT} (?:(?<season>${SEASON})s?|(?<weekday>${FULL_WEEKDAY})s?) ago(?!\\p{L})`),
    read(match, moment) {
      const { season, weekday, count } = groups(match);
      const back = Math.max(1, Math.round(countOf(count!))) - 1;
      if (season) {
        return needsNow('season', moment, () => {
          const latest = nearestYear(moment, 'last', (year) => seasonSpan(year, season.toLowerCase()));
          return latest && seasonSpan(yearOf(latest.start) - back, season.toLowerCase());
        });
      }
      return needsNow('day', moment, () => {
        const latest = weekdaySpan(moment, 'last', weekdayNumber(weekday!));
        return latest && dayAt(latest.start - back * 7 * DAY);
      });
    },
  },
  {
    // in 3 days · two weeks from now · a week from today
    pattern: phrasePattern(
      `(?<![\\p{L}\\d])(?:(?<lead>in (?:about |around )?)${COUNT} ${UNIT}(?! (?:ago|of|or so ago))(?:['’] time)?|${COUNT.replace('<count>', '<count2>')} ${UNIT.replace('<unit>', '<unit2>')} (?:from now|from today|hence))(?!\\p{L})`,
    ),
    read(match, moment) {
      const { lead, count, count2, unit, unit2 } = groups(match);
      // "finished it in 3 days" is how long it took
      if (lead && moment.direction !== 'future') return null;
      const [step, steps] = wholeUnits((unit ?? unit2)!.toLowerCase(), countOf((count ?? count2)!));
      return needsNow(grainOf(step), moment, (now) => distantSpan(now, step, steps));
    },
  },
  {
    // past 3 months · the last few days · next two weeks · last 24 hours
    pattern: phrasePattern(`(?<!\\p{L})(?<lead>past|last|previous|next|coming|following) ${COUNT} ${UNIT}`),
    read(match, moment) {
      const ahead = /^(?:next|coming|following)$/i.test(groups(match).lead!);
      const [unit, count] = wholeUnits(groups(match).unit!.toLowerCase(), countOf(groups(match).count!));
      return { ...needsNow(grainOf(unit), moment, (now) => rollingSpan(now, unit, count, ahead)), rolling: true };
    },
  },
  {
    // in the past week · over the last month
    pattern: phrasePattern(`(?<!\\p{L})(?:(?:in|over|during|within|for|throughout|across) the (?:last|past)|(?:the|this) past) ${UNIT}`),
    read(match, moment) {
      const unit = groups(match).unit!.toLowerCase();
      if (unit === 'second' || unit === 'weekend' || unit === 'day') {
        return unit === 'weekend'
          ? needsNow('day', moment, (now) => latestWeekend(now))
          : unit === 'day'
            ? { ...needsNow('day', moment, (now) => rollingSpan(now, 'day', 1, false)), rolling: true }
            : null;
      }
      return { ...needsNow(grainOf(unit), moment, (now) => rollingSpan(now, unit, 1, false)), rolling: true };
    },
  },
  {
    // last week · this month · next year · the year before last · the week after next
    pattern: phrasePattern(
      '(?<!\\p{L})(?:(?<which>last|past|previous|this|current|next|coming|upcoming|following) (?<unit>week|weekend|month|quarter|year|decade)|(?<unit2>week|weekend|month|quarter|year|decade) (?<far>before last|after next))(?![\\p{L}-])',
    ),
    read(match, moment) {
      const said = groups(match);
      const unit = (said.unit ?? said.unit2)!.toLowerCase() as CalendarUnit;
      const word = said.far ? wordsOf(said.far) : which(match)!;
      if (word === 'past' || word === 'previous' || word === 'last') {
        return needsNow(UNIT_GRAIN[unit], moment, (now) => unitSpan(unit, now, -1));
      }
      const offset = word === 'before last' ? -2 : word === 'after next' ? 2 : word === 'this' || word === 'current' ? 0 : 1;
      if (unit === 'weekend') return needsNow('day', moment, (now) => weekendAt(now, offset, moment.direction));
      return needsNow(UNIT_GRAIN[unit], moment, (now) => unitSpan(unit, now, offset));
    },
  },
  {
    // over the weekend · on the weekend
    pattern: phrasePattern('(?<!\\p{L})(?:over|on|at|during) the weekend(?!\\p{L}| of\\b)'),
    read: (_match, moment) => needsNow('day', moment, (now) => weekendAt(now, 0, moment.direction)),
  },
  {
    // the end of the month · the start of the year
    pattern: phrasePattern('(?<=(?:end|beginning|start|middle) of )the (?<unit>week|month|quarter|year|decade)(?!\\p{L})'),
    read(match, moment) {
      const unit = groups(match).unit!.toLowerCase() as CalendarUnit;
      return needsNow(UNIT_GRAIN[unit], moment, (now) => unitSpan(unit, now, 0));
    },
  },
  {
    // last Friday · on Monday · Tuesday · Sat (only behind on, last, next, this)
    pattern: phrasePattern(`(?<!\\p{L})${WHICH}?(?<weekday>${WEEKDAY})(?![\\p{L}]|['’]s (?:is|are)\\b)`),
    read(match, moment, text) {
      const weekday = groups(match).weekday!;
      const before = text.slice(Math.max(0, match.index - 24), match.index);
      if (RECURRING.test(before)) return null;
      const word = which(match);
      const full = /day\.?$/i.test(weekday);
      if (!full && word === undefined && !(/\b(?:on|by|since|until)\s{1,4}$/i.test(before) && /^\p{Lu}/u.test(weekday))) return null;
      if (!full && !/^\p{Lu}/u.test(weekday)) return null;
      if (
        full &&
        word === undefined &&
        /^\s{1,4}is\s{1,4}(?:my|our|the|a|always|usually)\b/i.test(text.slice(match.index + match[0].length))
      )
        return null;
      return needsNow('day', moment, () => weekdaySpan(moment, word, weekdayNumber(weekday)));
    },
  },
  {
    // on the 5th
    pattern: phrasePattern(
      '(?<=(?:^|[^\\p{L}])(?:on|by|since|until|before|after) )the (?<d>(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th))(?: of (?<rel>last|this|next) month)?(?= (?:at|in|with|from|we|i|he|she|they|and|for)(?!\\p{L})|[.,;!?)]|$)',
    ),
    read(match, moment) {
      const day = Number.parseInt(groups(match).d!, 10);
      const rel = groups(match).rel?.toLowerCase();
      return needsNow('day', moment, (now) => dayOfMonth(now, day, rel, moment.direction));
    },
  },
  {
    // last Christmas · on New Year's Eve · Halloween 2022
    pattern: phrasePattern(
      `(?<!\\p{L})(?:${WHICH}|(?<=(?:^|[^\\p{L}])(?<prep>(?:on|at|for|since|before|after|until|by|over|during|around) ))|)(?<feast>christmas(?: (?:eve|day))?|new year['’]?s? (?:eve|day)|halloween|valentine['’]?s? day)(?!\\p{L})(?:(?:, ?| (?:of |in )?)(?<y>${YEAR}))?`,
    ),
    read(match, moment) {
      const { prep, feast, y } = groups(match);
      const word = which(match);
      if (!prep && word === undefined && !y) return null;
      const name = wordsOf(feast!);
      const [month, day] = name.startsWith('christmas')
        ? [11, name.endsWith('eve') ? 24 : 25]
        : name.startsWith('new')
          ? name.endsWith('eve')
            ? [11, 31]
            : [0, 1]
          : name.startsWith('h')
            ? [9, 31]
            : [1, 14];
      return yearly('day', moment, yearNumber(y), word, (year) => daySpan(year, month, day));
    },
  },
];

/** "January to March", "March and April": a month that leans on another needs no preposition of its own. */
function betweenMonths(text: string, match: RegExpExecArray): boolean {
  const before = text.slice(Math.max(0, match.index - 40), match.index);
  return (
    new RegExp(`${MONTH}\\s{0,4}(?:\\d{4}\\s{0,4})?(?:to|and|or|through|until|[-–—])\\s{0,4}$`, 'i').test(before) ||
    /^\s{0,4}(?:to|and|or|through|[-–—])\s{0,4}(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i.test(
      text.slice(match.index + match[0].length),
    )
  );
}

/** The weekend just over, or the one going on. */
const latestWeekend = (now: number): Span => {
  const here = unitSpan('weekend', now, 0);
  return here.start <= startOfDay(now) ? here : unitSpan('weekend', now, -1);
};

const weekendAt = (now: number, offset: number, direction: Direction): Span =>
  offset === 0 && direction !== 'future' ? latestWeekend(now) : unitSpan('weekend', now, offset);

function dayOfMonth(now: number, day: number, rel: string | undefined, direction: Direction): Span | null {
  const year = yearOf(now);
  const month = monthOf(now);
  if (rel) return daySpan(...addMonth(year, month, rel === 'last' ? -1 : rel === 'next' ? 1 : 0), day);
  const today = startOfDay(now);
  for (const step of direction === 'future' ? [0, 1, 2] : [0, -1, -2]) {
    const span = daySpan(...addMonth(year, month, step), day);
    if (span && (direction === 'future' ? span.end > today : span.start <= today)) return span;
  }
  return null;
}

const addMonth = (year: number, month: number, step: number): [number, number] => {
  const at = new Date(Date.UTC(year, month + step, 1));
  return [at.getUTCFullYear(), at.getUTCMonth()];
};

export interface Reading {
  readonly phrases: readonly Phrase[];
  /** where something looks like a date and is none ("may 5 times", "every Friday"): nobody else shall take it for one */
  readonly refused: readonly { readonly index: number; readonly end: number }[];
}

/** All phrases of a text, in order, none overlapping: the earliest, and of those that begin together the longest. */
export function findPhrases(text: string, moment: Moment): Reading {
  const found: Phrase[] = [];
  const refused: { index: number; end: number }[] = [];
  for (const rule of RULES) {
    rule.pattern.lastIndex = 0;
    for (let match = rule.pattern.exec(text); match; match = rule.pattern.exec(text)) {
      const phrase = rule.read(match, moment, text);
      const place = { index: match.index, end: match.index + match[0].length };
      if (phrase) found.push({ ...phrase, ...place });
      else if (phrase === null) refused.push(place);
      if (match[0].length === 0) rule.pattern.lastIndex++;
    }
  }
  found.sort((a, b) => a.index - b.index || b.end - a.end);
  const kept: Phrase[] = [];
  for (const phrase of found) {
    const last = kept[kept.length - 1];
    if (!last || phrase.index >= last.end) kept.push(phrase);
    else if (phrase.end - phrase.index > last.end - last.index) kept[kept.length - 1] = phrase;
  }
  return { phrases: kept, refused };
}

import { defined, present } from '#lib/base/defined';
import {
  type CalendarUnit,
  DAY,
  dayAt,
  daySpan,
  monthSpan,
  seasonSpan,
  startOfDay,
  type TimeSpan,
  UNIT_GRAIN,
  unitSpan,
  yearSpan,
} from '#lib/base/text/calendar';
import { type PatternBuilder, patternBuilder, type Which, whichOf, withWhich } from '#lib/base/text/date-languages/pattern';
import { SOLAR_YEARS, solarDaySpan, solarMonthSpan, solarUnitSpan, solarYearSpan } from '#lib/base/text/date-languages/solar';
import type { DateLanguage, TimeUnit } from '#lib/base/text/date-languages/table';
import { dayRange, ISO_DATES } from '#lib/base/text/date-phrases-named';
import { distantSpan, grainOf, rollingSpan, weekdaySpan, weekendAt, wholeUnits } from '#lib/base/text/date-phrases-relative';
import { type DateRule, type Direction, fixed, groups, needsNow, type ReadingClock, yearly } from '#lib/base/text/date-rules';

/** The single phrases of a language, by its table: the counterpart of `date-phrases-….ts`. */

const SEASONS = ['spring', 'summer', 'autumn', 'winter'];
const ENGLISH_WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
const UNITS: readonly TimeUnit[] = ['minute', 'hour', 'day', 'weekend', 'week', 'month', 'quarter', 'year', 'decade'];
/** Difference between the Buddhist and the Gregorian year. */
const BUDDHIST_YEARS = 543;
const CONTEXT = 32;

type ReadPhrase = DateRule['read'];

/** The words of a table as the grammar asks for them. */
interface Vocabulary {
  readonly table: DateLanguage;
  readonly build: PatternBuilder;
  monthOf(words: string): number;
  weekdayOf(words: string): number;
  seasonOf(words: string): string;
  /** the unit of a word, or of a word for two of it */
  unitOf(words: string): TimeUnit;
  countOf(words: string | undefined): number;
  dayOf(words: string): number;
  solarMonthOf(words: string): number;
  /** the word is a plural of a unit */
  isPlural(words: string): boolean;
}

const whole = (pattern: RegExp, words: string): boolean => pattern.test(words);

function vocabularyOf(table: DateLanguage): Vocabulary {
  const build = patternBuilder(table);
  const indexIn = (lists: readonly (readonly string[])[]) => {
    const patterns = lists.map((list) => build.exact(list));
    return (words: string): number =>
      present(patterns.map((list) => list.findIndex((pattern) => whole(pattern, words))).find((i) => i >= 0));
  };
  const valueIn = (list: DateLanguage['numbers']) => {
    const patterns = build.exact(list.map(([words]) => words));
    return (words: string): number =>
      /^\d/.test(words) ? Number.parseInt(words, 10) : defined(list[patterns.findIndex((pattern) => whole(pattern, words))])[1];
  };
  const units = UNITS.map((unit) => ({
    unit,
    patterns: build.exact([table.units[unit], table.pairs?.[unit]].filter((words) => words !== undefined)),
  }));
  const seasonIndex = indexIn([table.seasons]);
  const count = valueIn(table.numbers);
  const plurals = build.exact(table.plurals === undefined ? [] : [table.plurals]);
  return {
    table,
    build,
    monthOf: indexIn([table.months, table.shortMonths ?? []]),
    weekdayOf: indexIn([table.weekdays]),
    seasonOf: (words) => defined(SEASONS[seasonIndex(words)]),
    unitOf: (words) => present(units.find(({ patterns }) => patterns.some((pattern) => whole(pattern, words)))).unit,
    countOf: (words) => (words === undefined ? 1 : count(words)),
    dayOf: valueIn([...(table.dayWords ?? []), ...table.numbers]),
    isPlural: (words) => plurals.some((pattern) => whole(pattern, words)),
    solarMonthOf: indexIn([table.solarMonths ?? []]),
  };
}

/** The year of the text as a Gregorian one; a year of the solar calendar remains as it is. */
function yearIn(table: DateLanguage, words: string | undefined): number | null {
  if (words === undefined) return null;
  const year = Number(words);
  return table.code === 'th' && year > 2400 ? year - BUDDHIST_YEARS : year;
}

/** "Every Monday" is no date; "every last Monday" is not said. */
function refusesEvery({ build, table }: Vocabulary, read: ReadPhrase): ReadPhrase {
  const every = build.before(table.every);
  return (match, moment, text) =>
    whichOf(groups(match)) === undefined && every.test(text.slice(Math.max(0, match.index - CONTEXT), match.index))
      ? null
      : read(match, moment, text);
}

// ——— dates in figures

function ofFigures(order: DateLanguage['order'], year: number, a: number, b: number): TimeSpan | null {
  const [dayFirst, monthFirst] = [() => daySpan(year, b - 1, a), () => daySpan(year, a - 1, b)];
  return order === 'day first' ? (dayFirst() ?? monthFirst()) : (monthFirst() ?? dayFirst());
}

function figureRules({ table, build }: Vocabulary): DateRule[] {
  const century = (year: string): number =>
    year.length > 2 ? present(yearIn(table, year)) : Number(year) + (Number(year) < 70 ? 2000 : 1900);
  const beforeDay = build.before(table.on, ...table.weekdays.map((weekday) => `(?:${weekday})\\.?,?`));
  const isLed = (text: string, index: number): boolean => beforeDay.test(text.slice(Math.max(0, index - CONTEXT), index));
  return [
    ...ISO_DATES,
    {
      // 3.5.2024 · 03/05/24 · ב-3/5/2024
      pattern:
        /(?<![\d./]|(?<![\u05d0-\u05ea])-)(?<a>\d{1,2})(?<sep>[/.-])\s?(?<b>\d{1,2})\k<sep>\s?(?<y>(?:19|20|2[45])\d\d|\d\d)(?!\d|[./-]\d)/gu,
      read(match, _moment, text) {
        const { a, b, sep, y } = groups(match);
        const [first, second, yearText] = [defined(a), defined(b), defined(y)];
        // "1.2.24" may be a version
        if (yearText.length === 2 && sep !== '/' && first.length + second.length < 4 && !isLed(text, match.index)) return null;
        const year = century(yearText);
        return year > 2100 ? null : fixed('day', year, ofFigures(table.order, year, Number(first), Number(second)));
      },
    },
    {
      // 2024. 5. 3.
      pattern: /(?<![\d./-])(?<y>(?:19|20)\d\d)\.\s?(?<m>0?[1-9]|1[0-2])\.\s?(?<d>0?[1-9]|[12]\d|3[01])(?!\d)/gu,
      read: (match) => {
        const { y, m, d } = groups(match);
        return fixed('day', Number(y), daySpan(Number(y), Number(m) - 1, Number(d)));
      },
    },
    {
      // 05/2024 · 05.2024
      pattern: /(?<![\d./-])(?<m>0[1-9]|1[0-2])[/.](?<y>(?:19|20)\d\d)(?![\d/]|[.-]\d)/gu,
      read: (match) => fixed('month', Number(groups(match).y), monthSpan(Number(groups(match).y), Number(groups(match).m) - 1)),
    },
    {
      // am 3.5. · le 3/5
      pattern: /(?<![\d./]|(?<![\u05d0-\u05ea])-)(?<a>\d{1,2})[./](?<b>\d{1,2})\.?(?![\d/%]|[.,]\d)/gu,
      read(match, moment, text) {
        if (!isLed(text, match.index)) return null;
        const { a, b } = groups(match);
        return yearly('day', moment, null, undefined, (year) => ofFigures(table.order, year, Number(a), Number(b)));
      },
    },
  ];
}

// ——— days, months, seasons and years by name

const dayTemplate = ({ of, ofYear, ordinal, yearTail, to }: DateLanguage): string =>
  `(?:{weekday}\\.?,? ?(?:\\p{L}{1,3} )?)?{d}${ordinal ?? ''}(?: ?(?:[-~]|${to}) ?{d2}${ordinal ?? ''})? ?(?:${of ?? '(?!)'})?{anymonth}(?: ?/ ?{months})?\\.?(?:,? ?(?:${ofYear ?? '(?!)'})?{y}(?:${yearTail ?? ''}))?`;

function dayRules(words: Vocabulary): DateRule[] {
  const { table, build } = words;
  return (table.dayTemplates ?? [dayTemplate(table)]).map((template) => ({
    pattern: build.rule(template),
    read(match, moment) {
      const { d, d2, month, y, weekday } = groups(match);
      const at = dayRange(words.dayOf(defined(d)), d2 === undefined ? null : words.dayOf(d2))(words.monthOf(defined(month)));
      const phrase = yearly('day', moment, yearIn(table, y), undefined, at, weekday && ENGLISH_WEEKDAYS[words.weekdayOf(weekday)]);
      return { ...phrase, isRange: d2 !== undefined };
    },
  }));
}

/** Words that make a bare month, season or year a time, on both sides of it. */
function leadsOf({ table, build }: Vocabulary): (text: string, index: number, end: number) => boolean {
  const relations = [table.in, table.since, table.before, table.after, table.until, table.early, table.mid, table.late];
  const before = build.before(...relations.map((around) => around.before), table.between);
  const after = build.after(...relations.map((around) => around.after));
  return (text, index, end) => before.test(text.slice(Math.max(0, index - CONTEXT), index)) || after.test(text.slice(end, end + CONTEXT));
}

/** Whether a match is an end of a range of its kind: "März bis Mai", "2019 and 2021". */
function rangeOf({ table, build }: Vocabulary, kind: string): (text: string, index: number, end: number) => boolean {
  const link = build.any('[-~]', table.to, table.and);
  const before = build.before(`${kind} ?(?:\\d{4} ?)?${link}`);
  const after = build.after(`${link} ?${kind}`);
  return (text, index, end) => before.test(text.slice(Math.max(0, index - CONTEXT), index)) || after.test(text.slice(end, end + CONTEXT));
}

/** "summer of 1521": another number than a year that the rules know may be the year. */
const isBesideNumber = (text: string, index: number, end: number): boolean =>
  /\d{3}\s?\p{L}{0,3}\s{0,2}$/u.test(text.slice(Math.max(0, index - CONTEXT), index)) ||
  /^[\s,]{0,2}(?:\p{L}{1,4}\s)?\d{3}/u.test(text.slice(end, end + CONTEXT));

function monthRules(words: Vocabulary): DateRule[] {
  const { table, build } = words;
  const isTime = leadsOf(words);
  const isRange = rangeOf(words, build.any(...table.months));
  const monthOf = (match: RegExpExecArray) => (year: number) => monthSpan(year, words.monthOf(defined(groups(match).month)));
  const bare = (needsLead: boolean): ReadPhrase =>
    refusesEvery(words, (match, moment, text) => {
      const [index, end] = [match.index, match.index + match[0].length];
      const which = whichOf(groups(match));
      const isBare = needsLead && which === undefined && !isTime(text, index, end) && !isRange(text, index, end);
      const isWeak = isBare || isBesideNumber(text, index, end);
      return { ...yearly('month', moment, null, which, monthOf(match)), isWeak };
    });
  return [
    ...(table.monthTemplates ?? [`{anymonth}(?: ?/ ?{months})?\\.?,? ?(?:${table.ofYear ?? '(?!)'})?{y}(?:${table.yearTail ?? ''})`]).map(
      (template) => ({
        pattern: build.rule(template),
        read: (match: RegExpExecArray, moment: ReadingClock) =>
          yearly('month', moment, yearIn(table, groups(match).y), undefined, monthOf(match)),
      }),
    ),
    ...(table.bareMonths ?? []).map((template) => ({ pattern: build.rule(template), read: bare(false) })),
    { pattern: build.rule(withWhich('{month}', table)), read: bare(true) },
  ];
}

function seasonRules(words: Vocabulary): DateRule[] {
  const { table, build } = words;
  const isTime = leadsOf(words);
  return [
    {
      pattern: build.rule(`${withWhich('{season}', table)}(?:,? ?(?:${table.ofYear ?? '(?!)'})?{y}(?:${table.yearTail ?? ''}))?`),
      read: refusesEvery(words, (match, moment, text) => {
        const { season, y } = groups(match);
        const which = whichOf(groups(match));
        const [index, end] = [match.index, match.index + match[0].length];
        const isWeak = y === undefined && ((which === undefined && !isTime(text, index, end)) || isBesideNumber(text, index, end));
        return {
          ...yearly('season', moment, yearIn(table, y), which, (year) => seasonSpan(year, words.seasonOf(defined(season)))),
          isWeak,
        };
      }),
    },
  ];
}

const yearSpanIn = (table: DateLanguage, year: number): TimeSpan =>
  table.solarMonths && year < 1900 ? solarYearSpan(year) : yearSpan(year);

function yearRules(words: Vocabulary): DateRule[] {
  const { table, build } = words;
  const isTime = leadsOf(words);
  const isRange = rangeOf(words, '(?:19|20)\\d\\d');
  const read = (match: RegExpExecArray) => {
    const year = present(yearIn(table, groups(match).y));
    return fixed('year', year, yearSpanIn(table, year));
  };
  return [
    ...table.yearTemplates.map((template) => ({ pattern: build.rule(template), read })),
    {
      pattern: build.rule(`{year}(?:${table.yearTail ?? ''})`),
      read(match, moment, text) {
        const [index, end] = [match.index, match.index + match[0].length];
        const isLast = moment.question && /^[\s?!.,;:？。؟]*$/u.test(text.slice(end));
        return isLast || isTime(text, index, end) || isRange(text, index, end) ? read(match) : null;
      },
    },
  ];
}

/** Dates of the Persian solar calendar. */
function solarRules(words: Vocabulary): DateRule[] {
  const { table, build } = words;
  if (!table.solarMonths) return [];
  const isTime = leadsOf(words);
  const monthOf = (match: RegExpExecArray): number => words.solarMonthOf(defined(groups(match).solar));
  /** the solar year that begins in a Gregorian one */
  const solarYear = (match: RegExpExecArray): number | null => {
    const { y } = groups(match);
    return y === undefined ? null : Number(y) < 1900 ? Number(y) + SOLAR_YEARS : Number(y);
  };
  return [
    {
      pattern: build.rule(`(?:{weekday},? )?{d} (?:${table.of ?? '(?!)'})?{solar}(?: (?:${table.ofYear ?? '(?!)'})?{y})?`),
      read: (match, moment) =>
        yearly('day', moment, solarYear(match), undefined, (year) =>
          solarDaySpan(year - SOLAR_YEARS, monthOf(match), words.dayOf(defined(groups(match).d))),
        ),
    },
    {
      pattern: build.rule(`${withWhich('{solar}', table)}(?: (?:${table.ofYear ?? '(?!)'})?{y})?`),
      read: refusesEvery(words, (match, moment, text) => {
        const year = solarYear(match);
        const which = whichOf(groups(match));
        if (year === null && which === undefined && !isTime(text, match.index, match.index + match[0].length)) return null;
        return yearly('month', moment, year, which, (at) => solarMonthSpan(at - SOLAR_YEARS, monthOf(match)));
      }),
    },
  ];
}

// ——— relative times

/** A weekday or weekend of a statement without a past form is one to come. */
const weekDirection = ({ direction }: ReadingClock): Direction => (direction === 'either' ? 'future' : direction);

function periodSpan(table: DateLanguage, unit: CalendarUnit, now: number, offset: number, moment: ReadingClock): TimeSpan {
  if (unit === 'weekend') return weekendAt(now, offset, weekDirection(moment));
  if (table.solarMonths && (unit === 'month' || unit === 'year')) return solarUnitSpan(unit, now, offset);
  return unitSpan(unit, now, offset);
}

const isCalendar = (unit: TimeUnit): unit is CalendarUnit => unit !== 'hour' && unit !== 'minute';
const OFFSETS = { last: -1, this: 0, next: 1 };

function relativeDays(words: Vocabulary): DateRule[] {
  const { table, build } = words;
  return [
    ...table.days.map(
      ([offset, day]): DateRule => ({
        pattern: build.rule(day),
        read: (_match, moment) => needsNow('day', moment, (now) => dayAt(startOfDay(now) + offset * DAY)),
      }),
    ),
    ...(table.eitherDays ?? []).map(
      ([distance, day]): DateRule => ({
        pattern: build.rule(day),
        read: (_match, moment) =>
          moment.direction === 'either'
            ? null
            : needsNow('day', moment, (now) => dayAt(startOfDay(now) + (moment.direction === 'past' ? -distance : distance) * DAY)),
      }),
    ),
  ];
}

function relativePeriods(words: Vocabulary): DateRule[] {
  const { table, build } = words;
  const afterNumber = build.before('\\d', ...table.numbers.filter(([, value]) => value > 1).map(([number]) => number));
  const afterWeekday = build.before(...table.weekdays);
  /** "eight years later" is no "year later" */
  const isCounted = (text: string, index: number): boolean => {
    const before = text.slice(Math.max(0, index - CONTEXT), index);
    return afterNumber.test(before) && !afterWeekday.test(before);
  };
  const period = (unit: CalendarUnit, offset: number, moment: ReadingClock) =>
    needsNow(UNIT_GRAIN[unit], moment, (now) => periodSpan(table, unit, now, offset, moment));
  const fixedWords = [...(table.relative ?? []), ...(table.weekend === undefined ? [] : [['weekend', 0, table.weekend] as const])];
  return [
    ...fixedWords.map(
      ([unit, offset, phrase]): DateRule => ({
        pattern: build.rule(phrase),
        read: (match, moment, text) => (isCounted(text, match.index) ? null : period(unit, offset, moment)),
      }),
    ),
    {
      pattern: build.rule(withWhich('{unit}', table)),
      read(match, moment, text) {
        const which = whichOf(groups(match));
        const unit = words.unitOf(defined(groups(match).unit));
        if (isCounted(text, match.index)) return null;
        if (which === undefined || !isCalendar(unit) || unit === 'day' || words.isPlural(defined(groups(match).unit))) return null;
        return period(unit, OFFSETS[which], moment);
      },
    },
  ];
}

/** `count` units before or after now, by the calendar of the language. */
function distant(table: DateLanguage, now: number, unit: TimeUnit, count: number): TimeSpan {
  if (table.solarMonths && (unit === 'month' || unit === 'year') && Number.isInteger(count)) return solarUnitSpan(unit, now, count);
  const [step, steps] = wholeUnits(unit, Math.abs(count));
  return distantSpan(now, step, Math.sign(count) * steps);
}

/** A longer time is no date of a memory. */
const MAX_YEARS = 100;
const YEARS: Partial<Record<TimeUnit, number>> = { year: 1, decade: 10 };

/** The unit and the number of a counted time; null if it is too long. */
function amountOf(words: Vocabulary, match: RegExpExecArray): { unit: TimeUnit; count: number } | null {
  const { n, unit: unitText, pair } = groups(match);
  const unit = words.unitOf(defined(unitText ?? pair));
  const count = pair === undefined ? words.countOf(n) : 2;
  return (YEARS[unit] ?? 0) * count > MAX_YEARS ? null : { unit, count };
}

function countedRules(words: Vocabulary): DateRule[] {
  const { table, build } = words;
  const counted = (templates: readonly string[] | undefined, read: ReadPhrase): DateRule[] =>
    (templates ?? []).map((template) => ({ pattern: build.rule(template), read: refusesEvery(words, read) }));
  const away = (direction: 1 | -1, match: RegExpExecArray, moment: ReadingClock) => {
    const amount = amountOf(words, match);
    if (!amount) return null;
    const { unit, count } = amount;
    return {
      ...needsNow(grainOf(wholeUnits(unit, count)[0]), moment, (now) => distant(table, now, unit, direction * count)),
      isLoose: true,
    };
  };
  const rolling =
    (isAhead: boolean): ReadPhrase =>
    (match, moment) => {
      const amount = amountOf(words, match);
      const { n, unit: name } = groups(match);
      // "the last minutes" are those of a story, "the last years" are an unknown number
      if (!amount || (!moment.question && !isCalendar(amount.unit)) || (n === undefined && words.isPlural(defined(name)))) return null;
      const [step, steps] = wholeUnits(amount.unit, amount.count);
      return { ...needsNow(grainOf(step), moment, (now) => rollingSpan(now, step, steps, isAhead)), rolling: true };
    };
  return [
    ...counted(table.ago, (match, moment) => away(-1, match, moment)),
    ...counted(table.agoIfPast, (match, moment) => (moment.question || moment.direction === 'past' ? away(-1, match, moment) : null)),
    ...counted(table.ahead, (match, moment) => (!moment.question && moment.direction === 'past' ? null : away(1, match, moment))),
    ...counted(table.within, (match, moment) => (moment.direction === 'future' ? away(1, match, moment) : null)),
    ...counted(table.recent, rolling(false)),
    ...counted(table.coming, rolling(true)),
  ];
}

function weekdayRules(words: Vocabulary): DateRule[] {
  const { table, build } = words;
  const lead = table.weekdayLead === undefined ? null : build.before(table.weekdayLead);
  const tail = build.after(table.weekdayTail);
  const weak = build.exact([table.weakWeekdays ?? table.weekdays.join('|')]);
  const coming = build.exact(table.comingWeekday === undefined ? [] : [table.comingWeekday]);
  /** "since" or "from": the nearest such day */
  const open = table.sincePast === undefined ? table.since : {};
  const since = { before: build.before(open.before), after: build.after(open.after) };
  const isOpenSince = (text: string, index: number, end: number): boolean =>
    since.before.test(text.slice(Math.max(0, index - CONTEXT), index)) || since.after.test(text.slice(end, end + CONTEXT));
  const isMarked = (text: string, index: number, end: number): boolean =>
    lead === null || lead.test(text.slice(Math.max(0, index - CONTEXT), index)) || tail.test(text.slice(end, end + CONTEXT));
  const spanOf = (moment: ReadingClock, which: Which | undefined, next: DateLanguage['nextWeekday'], weekday: number): TimeSpan | null => {
    if (which !== undefined && table.nextWeekday === 'week')
      return moment.now === null ? null : dayAt(unitSpan('week', moment.now, OFFSETS[which]).start + weekday * DAY);
    return weekdaySpan(moment, which === 'next' ? next : which, weekday);
  };
  return [
    {
      pattern: build.rule(withWhich('{weekday}', table)),
      read: refusesEvery(words, (match, moment, text) => {
        const which = whichOf(groups(match));
        const { weekday: name, nextbefore } = groups(match);
        const weekday = words.weekdayOf(defined(name));
        const next = nextbefore !== undefined && coming.some((pattern) => whole(pattern, nextbefore)) ? 'coming' : table.nextWeekday;
        const [index, end] = [match.index, match.index + match[0].length];
        if (which !== undefined) return needsNow('day', moment, () => spanOf(moment, which, next, weekday));
        const phrase = needsNow('day', moment, () => {
          const direction = isOpenSince(text, index, end) ? moment.direction : weekDirection(moment);
          return weekdaySpan({ ...moment, direction }, undefined, weekday);
        });
        const isWeak = weak.some((pattern) => whole(pattern, defined(name))) && !isMarked(text, index, end);
        return { ...phrase, weekday, isWeak };
      }),
    },
  ];
}

/** All rules of a table. If two phrases have the same start and end, the earlier rule's counts. */
export function rulesOf(table: DateLanguage): readonly DateRule[] {
  const words = vocabularyOf(table);
  return [
    figureRules,
    dayRules,
    solarRules,
    monthRules,
    relativeDays,
    countedRules,
    relativePeriods,
    weekdayRules,
    seasonRules,
    yearRules,
  ].flatMap((rules) => rules(words));
}

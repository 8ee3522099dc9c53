import { defined } from '#lib/base/defined';
import type { DateGrain } from '#lib/base/literals';
import {
  type CalendarUnit,
  DAY,
  dayAt,
  daySpan,
  HOUR,
  MINUTE,
  monthOf,
  seasonSpan,
  shift,
  startOfDay,
  startOfWeek,
  type TimeSpan,
  UNIT_GRAIN,
  unitSpan,
  weekdayOf,
  yearOf,
} from '#lib/base/text/calendar';
import {
  type DateRule,
  type Direction,
  groups,
  nearestYear,
  needsNow,
  RECURRING,
  type ReadingClock,
  which,
} from '#lib/base/text/date-rules';
import {
  COUNT,
  countOf,
  FULL_WEEKDAY,
  NUMBER,
  phrasePattern,
  SEASON,
  UNIT,
  WEEKDAY,
  WHICH,
  weekdayNumber,
  wordsOf,
} from '#lib/base/text/date-words';

/** Relative times: yesterday, 3 weeks ago, next month, last Friday, on the 5th, at Christmas. */

/** "What happens on Saturday?", "Who is coming on Friday?": questions about the future. */
const HAPPENS =
  /(?<!\p{L})(?:happens(?!\p{L})|(?:is|are|am)\s{1,4}(?:\p{L}+\s{1,4}){0,3}?\p{L}{2,}ing(?!\p{L}))|['’]re\s{1,4}\p{L}{2,}ing(?!\p{L})/iu;

/** The day of a weekday, Monday 0; without `which`, in the direction of the sentence. */
export function weekdaySpan(moment: ReadingClock, which: string | undefined, weekday: number): TimeSpan | null {
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
      return dayAt(nextIsMeant(moment.direction, back, ahead) ? today + ahead * DAY : today - back * DAY);
  }
}

/** Whether the next of two days is meant, `ahead` from now, and not the last one, `back` ago. */
const nextIsMeant = (direction: Direction, back: number, ahead: number): boolean =>
  direction === 'future' || (direction === 'either' && ahead < back);

/** Up to the end of today, or from the start of it. */
export function rollingSpan(now: number, unit: string, count: number, ahead: boolean): TimeSpan {
  const long = unit === 'hour' ? HOUR : unit === 'minute' ? MINUTE : unit === 'second' ? 1000 : 0;
  if (long) return ahead ? { start: now, end: now + count * long } : { start: now - count * long, end: now + 1 };
  const today = startOfDay(now);
  const whole = unit as CalendarUnit;
  if (ahead) return { start: today, end: shift(whole, today, count) + DAY };
  return { start: shift(whole, today, -count), end: today + DAY };
}

const clockUnit = (unit: string): boolean => unit === 'hour' || unit === 'minute' || unit === 'second';
export const grainOf = (unit: string): DateGrain => (clockUnit(unit) ? 'instant' : UNIT_GRAIN[unit as CalendarUnit]);

/**
 * "3 weeks ago" is a week, "2 hours ago" the hour around. Halves count in the next smaller unit.
 */
export function distantSpan(now: number, unit: string, count: number): TimeSpan {
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
/** Half a year is six months, a fortnight two weeks. */
export function wholeUnits(unit: string, count: number): [string, number] {
  if (unit === 'fortnight') return wholeUnits('week', 2 * count);
  if (Number.isInteger(count)) return [unit, count];
  const [smaller, factor] = SMALLER[unit] ?? [unit, 2];
  return [smaller, Math.round(count * factor)];
}

/** The weekend just over, or the one going on. */
const latestWeekend = (now: number): TimeSpan => {
  const here = unitSpan('weekend', now, 0);
  return here.start <= startOfDay(now) ? here : unitSpan('weekend', now, -1);
};

export const weekendAt = (now: number, offset: number, direction: Direction): TimeSpan =>
  offset === 0 && direction !== 'future' ? latestWeekend(now) : unitSpan('weekend', now, offset);

/** "What are we doing this weekend?": a question about the present, not the past. */
const isOfNow = (question: string): boolean =>
  /(?<!\p{L})(?:is|are|am|do|does|comes?|happens)(?!\p{L})|['’](?:re|m)(?!\p{L})/iu.test(question) &&
  !/(?<!\p{L})(?:did|was|were|had|has|have|been|\p{L}+ed)(?!\p{L})/iu.test(question);

/**
 * How many months before and after are searched for such a day: within two months every day of the
 * month occurs, and within this number on any weekday.
 */
const MONTHS_BESIDE = 14;

/** The last or the next such day of a month; if a weekday is named, the one on that weekday. */
function dayOfMonth(moment: ReadingClock, day: number, rel: string | undefined, weekday: string | undefined): TimeSpan | null {
  if (moment.now === null) return null;
  const year = yearOf(moment.now);
  const month = monthOf(moment.now);
  if (rel) return daySpan(...addMonth(year, month, rel === 'last' ? -1 : rel === 'next' ? 1 : 0), day);
  const today = startOfDay(moment.now);
  const spans = Array.from({ length: 2 * MONTHS_BESIDE + 1 }, (_, i) => daySpan(...addMonth(year, month, i - MONTHS_BESIDE), day))
    .filter((span) => span !== null)
    .filter((span) => weekday === undefined || weekdayOf(span.start) === weekdayNumber(weekday));
  const last = spans.findLast((span) => span.start <= today);
  const next = spans.find((span) => span.end > today);
  if (!last || !next) return last ?? next ?? null;
  return nextIsMeant(moment.direction, today - last.start, next.start - today) ? next : last;
}

const addMonth = (year: number, month: number, step: number): [number, number] => {
  const at = new Date(Date.UTC(year, month + step, 1));
  return [at.getUTCFullYear(), at.getUTCMonth()];
};

/** "on Sunday mornings" */
const HABIT = /^\s{1,4}(?:morning|afternoon|evening|night|lunchtime)s(?!\p{L})/iu;
/** "the Sunday course", "my Friday lesson"; but "the Sunday before 25 May", "the Friday we met" */
const ATTRIBUTE =
  /(?:^|[^\p{L}])(?:the|a|an|my|our|your|his|her|their|this|that|[\p{L}]+['’]s)\s{1,4}\|\s{1,4}(?!(?:before|after|prior|following|of|that|when|which|was|is|and|or|in|on|at|to|from|with|for|we|i|you|he|she|they|it|last|next|this|morning|afternoon|evening|night|the|a|my|our|by|until|as|if|because|but|so|then|came|went|will|who|where)(?!\p{L}))\p{L}/iu;

/** "Black Friday", "Ash Wednesday": not a plain weekday; they may be feasts */
const DAY_BY_NAME = /(?<!\p{L})(?:black|cyber|good|ash|shrove|palm|maundy|holy|whit|easter)\s{1,4}$/iu;

export const RELATIVE: DateRule[] = [
  {
    // the day before yesterday · yesterday · last night · this morning · tomorrow · today
    pattern: phrasePattern(
      "(?<!\\p{L})(?:(?<minus2>(?:the )?day before yesterday)|(?<plus2>(?:the )?day after tomorrow)|(?<minus1>yesterday|last night)|(?<plus1>tomorrow)|(?<zero>today|tonight|this (?:morning|afternoon|evening)))(?!\\p{L}|['’]s (?:world|society|youth|age|standards|market))",
    ),
    read(match, moment) {
      const found = groups(match);
      const days = found.minus2 ? -2 : found.plus2 ? 2 : found.minus1 ? -1 : found.plus1 ? 1 : 0;
      return needsNow('day', moment, (now) => dayAt(startOfDay(now) + days * DAY));
    },
  },
  {
    // 3 weeks ago · a couple of months back · half a year ago
    pattern: phrasePattern(
      `(?<![\\p{L}\\d.,])(?:exactly )?${COUNT}(?:(?: (?:or|to) | ?[-–] ?)(?<most>${NUMBER}))? ${UNIT}(?<half> and a half)? (?:ago|back(?! (?:to|in|into|from|home|at)\\b)|before now)(?!\\p{L})(?<today> today)?`,
    ),
    read(match, moment) {
      const { count: countText, most, unit: word, half, today } = groups(match);
      const [unit, count] = wholeUnits(defined(word).toLowerCase(), countOf(defined(countText)) + (half ? 0.5 : 0));
      // "a year ago today", "exactly a year ago" is the very day
      if ((today || /^exactly/i.test(match[0])) && !clockUnit(unit))
        return needsNow('day', moment, (now) => dayAt(shift(unit as CalendarUnit, startOfDay(now), -count)));
      if (!most) return needsNow(grainOf(unit), moment, (now) => distantSpan(now, unit, -count));
      const [further, steps] = wholeUnits(defined(word).toLowerCase(), countOf(most));
      return needsNow(grainOf(unit), moment, (now) => ({
        start: Math.min(distantSpan(now, unit, -count).start, distantSpan(now, further, -steps).start),
        end: Math.max(distantSpan(now, unit, -count).end, distantSpan(now, further, -steps).end),
      }));
    },
  },
  {
    // two summers ago · two Fridays ago · three Decembers ago
    pattern: phrasePattern(`(?<![\\p{L}\\d.,])${COUNT} (?:(?<season>${SEASON})s?|(?<weekday>${FULL_WEEKDAY})s?) ago(?!\\p{L})`),
    read(match, moment) {
      const { season, weekday, count } = groups(match);
      const back = Math.max(1, Math.round(countOf(defined(count)))) - 1;
      if (season) {
        return needsNow('season', moment, () => {
          const latest = nearestYear(moment, 'last', (year) => seasonSpan(year, season.toLowerCase()));
          return latest && seasonSpan(yearOf(latest.start) - back, season.toLowerCase());
        });
      }
      return needsNow('day', moment, () => {
        const latest = weekdaySpan(moment, 'last', weekdayNumber(defined(weekday)));
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
      // "finished it in 3 days" is a duration
      if (lead && !moment.scheduled) return null;
      const [step, steps] = wholeUnits(defined(unit ?? unit2).toLowerCase(), countOf(defined(count ?? count2)));
      return needsNow(grainOf(step), moment, (now) => distantSpan(now, step, steps));
    },
  },
  {
    // past 3 months · the last few days · next two weeks · last 24 hours
    pattern: phrasePattern(`(?<!\\p{L})(?<lead>past|last|previous|next|coming|following) ${COUNT} ${UNIT}`),
    read(match, moment) {
      const ahead = /^(?:next|coming|following)$/i.test(defined(groups(match).lead));
      const [unit, count] = wholeUnits(defined(groups(match).unit).toLowerCase(), countOf(defined(groups(match).count)));
      return { ...needsNow(grainOf(unit), moment, (now) => rollingSpan(now, unit, count, ahead)), rolling: true };
    },
  },
  {
    // in the past week · over the last month
    pattern: phrasePattern(
      `(?<!\\p{L})(?:(?:in|over|during|within|for|throughout|across) the (?:last|past)|(?:the|this) past) ${UNIT}|(?:last|past) (?<fortnight>fortnight)(?!\\p{L})`,
    ),
    read(match, moment) {
      const unit = defined(groups(match).unit ?? groups(match).fortnight).toLowerCase();
      if (unit === 'second' || unit === 'weekend' || unit === 'day') {
        return unit === 'weekend'
          ? needsNow('day', moment, (now) => latestWeekend(now))
          : unit === 'day'
            ? { ...needsNow('day', moment, (now) => rollingSpan(now, 'day', 1, false)), rolling: true }
            : null;
      }
      const [step, steps] = wholeUnits(unit, 1);
      return { ...needsNow(grainOf(step), moment, (now) => rollingSpan(now, step, steps, false)), rolling: true };
    },
  },
  {
    // last week · this month · next year · the year before last · the week after next
    pattern: phrasePattern(
      '(?<!\\p{L})(?:(?<which>last|past|previous|this|current|next|coming|upcoming|following) (?<unit>week|weekend|month|quarter|year|decade)|(?<unit2>week|weekend|month|quarter|year|decade) (?<far>before last|after next))(?![\\p{L}-])',
    ),
    read(match, moment, text) {
      const found = groups(match);
      const unit = defined(found.unit ?? found.unit2).toLowerCase() as CalendarUnit;
      const word = found.far ? wordsOf(found.far) : defined(which(match));
      if (word === 'past' || word === 'previous' || word === 'last') {
        return needsNow(UNIT_GRAIN[unit], moment, (now) => unitSpan(unit, now, -1));
      }
      const offset = word === 'before last' ? -2 : word === 'after next' ? 2 : word === 'this' || word === 'current' ? 0 : 1;
      const direction = moment.question && isOfNow(text) ? 'future' : moment.direction;
      if (unit === 'weekend') return needsNow('day', moment, (now) => weekendAt(now, offset, direction));
      return needsNow(UNIT_GRAIN[unit], moment, (now) => unitSpan(unit, now, offset));
    },
  },
  {
    // over the weekend · on the weekend · for the weekend
    pattern: phrasePattern('(?<!\\p{L})(?:over|on|at|during|for) the weekend(?!\\p{L}| of\\b)'),
    read: (_match, moment) => needsNow('day', moment, (now) => weekendAt(now, 0, moment.direction)),
  },
  {
    // the end of the month · the start of the year
    pattern: phrasePattern('(?<=(?:end|beginning|start|middle) of )the (?<unit>week|month|quarter|year|decade)(?!\\p{L})'),
    read(match, moment) {
      const unit = defined(groups(match).unit).toLowerCase() as CalendarUnit;
      return needsNow(UNIT_GRAIN[unit], moment, (now) => unitSpan(unit, now, 0));
    },
  },
  {
    // last Friday · on Monday · Tuesday · Sat (only after on, last, next, this)
    pattern: phrasePattern(`(?<!\\p{L})${WHICH}?(?<weekday>${WEEKDAY})(?![\\p{L}]|['’]s (?:is|are)\\b)`),
    read(match, moment, text) {
      const weekday = defined(groups(match).weekday);
      const before = text.slice(Math.max(0, match.index - 24), match.index);
      const behind = text.slice(match.index + match[0].length, match.index + match[0].length + 40);
      if (RECURRING.test(before) || HABIT.test(behind) || (which(match) === undefined && ATTRIBUTE.test(`${before}|${behind}`)))
        return null;
      if (DAY_BY_NAME.test(before)) return null;
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
      const meant = moment.question && HAPPENS.test(text.slice(0, match.index)) ? { ...moment, direction: 'future' as const } : moment;
      return needsNow('day', moment, () => weekdaySpan(meant, word, weekdayNumber(weekday)));
    },
  },
  {
    // on the 5th · Monday the 7th
    pattern: phrasePattern(
      `(?<!\\p{L})(?:(?<=(?:^|[^\\p{L}])(?:on|by|since|until|before|after) )|(?<weekday>${FULL_WEEKDAY}),? )the (?<d>(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th))(?: of (?<rel>last|this|next) month)?(?= (?:at|in|with|from|we|i|he|she|they|and|for)(?!\\p{L})|[.,;!?)]|$)`,
    ),
    read(match, moment) {
      const { d, rel, weekday } = groups(match);
      return needsNow('day', moment, () => dayOfMonth(moment, Number.parseInt(defined(d), 10), rel?.toLowerCase(), weekday));
    },
  },
  {
    // this time last year
    pattern: phrasePattern('(?<!\\p{L})(?:at |around |about )?this time last (?<unit>year|month|week)(?!\\p{L})'),
    read(match, moment) {
      const unit = defined(groups(match).unit).toLowerCase() as CalendarUnit;
      const days = unit === 'year' ? 7 : unit === 'month' ? 3 : 0;
      return needsNow(days === 7 ? 'week' : 'day', moment, (now) => {
        const day = shift(unit, startOfDay(now), -1);
        return { start: day - days * DAY, end: day + (days + 1) * DAY };
      });
    },
  },
  {
    // the other day, of a question: some day in the past week
    pattern: phrasePattern('(?<!\\p{L})the other (?:day|night)(?!\\p{L})'),
    read: (_match, moment) => (moment.question ? needsNow('week', moment, (now) => rollingSpan(now, 'day', 7, false)) : undefined),
  },
];

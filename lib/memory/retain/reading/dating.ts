import { present } from '#lib/base/defined';
import { DAY, daySpan, HOUR, MINUTE, startOfDay, yearOf } from '#lib/base/text/calendar';
import { ENGLISH, type Language } from '#lib/base/text/languages/of';
import type { Day, DayOrder, NumericDay, Stamp } from '#lib/memory/retain/reading/stamps';
import { filterInSteps, type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import type { SenderClock } from '#lib/memory/retain/reading/turn';

/**
 * Converts stamps to instants. The other stamps of the text and the sender's time resolve missing
 * parts.
 */

/** The numbers of a date in an order: month from 1. The year is null if none is written. */
function inOrder({ year, first, second, shortYear }: NumericDay, order: DayOrder): { year: number | null; month: number; day: number } {
  if (order === 'year first' && shortYear !== undefined) return { year: 2000 + first, month: second, day: shortYear };
  return order === 'month first' ? { year, month: first, day: second } : { year, month: second, day: first };
}

/** The start of the day in this order; null if it has no year or does not exist. */
function strictDay(day: NumericDay, order: DayOrder): number | null {
  const date = inOrder(day, order);
  return date.year === null ? null : (daySpan(date.year, date.month - 1, date.day)?.start ?? null);
}

function civilDay(day: Day, order: DayOrder): number | null {
  if (day.form === 'relative' || day.year === null) return null;
  if (day.form === 'named') return daySpan(day.year, day.month, day.day)?.start ?? null;
  // if the day does not exist in this order, it exists in the other one
  return strictDay(day, order) ?? strictDay(day, order === 'month first' ? 'day first' : 'month first');
}

/**
 * How often the stamps go back in time, or are after the request, in this order of day and month.
 */
function* faults(stamps: readonly Stamp[], order: DayOrder, clock: SenderClock): Steps<number> {
  const latest = clock.live && clock.at ? clock.at.getTime() + DAY : Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let count = 0;
  const isStep = stepMeter();
  for (const stamp of stamps) {
    if (isStep(0)) yield;
    const day = stamp.day && civilDay(stamp.day, order);
    if (day == null) continue;
    const moment = day + (stamp.clock ?? DAY - 1);
    if (moment < last || day > latest) count++;
    last = day + (stamp.clock ?? 0);
  }
  return count;
}

/** The years from the first to the last date in an order. */
function* yearsIn(stamps: readonly Stamp[], order: DayOrder): Steps<number> {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  const isStep = stepMeter();
  for (const { day } of stamps) {
    if (isStep(0)) yield;
    const start = day?.form === 'slashed' ? strictDay(day, order) : null;
    if (start === null) continue;
    first = Math.min(first, start);
    last = Math.max(last, start);
  }
  return last < first ? 0 : yearOf(last) - yearOf(first);
}

/** A chat that is this number of years longer in another order is read in the wrong one. */
const TOO_MANY_YEARS = 3;
/** How far the sender's year may be from that of a text. */
const NEAR_YEARS = 12;

/**
 * Whether dates of three short numbers begin with the year: "26. 5. 2." They do if the first number
 * is too large for a day, if the days would otherwise be spread over years, or if the language of
 * the stamps or the year of the sender suggests it. They do not in Hong Kong: there a number of one
 * digit may come first, or the years would be far from the sender's.
 */
function* isYearFirst(stamps: readonly Stamp[], clock: SenderClock): Steps<boolean> {
  const numeric = yield* filterInSteps(stamps, ({ day }) => day?.form === 'slashed');
  const days = numeric.flatMap(({ day }) => (day?.form === 'slashed' ? [day] : []));
  const exists = yield* filterInSteps(days, (day) => day.shortYear !== undefined && strictDay(day, 'year first') !== null);
  if (days.length === 0 || exists.length < days.length) return false;
  if (days.some((day) => day.first > 31 || day.isYearFirst === true)) return true;
  if (days.some((day) => day.isYearLast === true)) return false;
  const years = yield* yearsIn(numeric, 'year first');
  const yearsLast = yield* yearsIn(numeric, 'day first');
  if (yearsLast > years + TOO_MANY_YEARS) return true;
  if (years > yearsLast + TOO_MANY_YEARS) return false;
  const { first, year } = present(days[0]);
  const now = clock.at && yearOf(clock.at.getTime());
  const distance = (of: number): number => (now === null ? 0 : Math.abs(of - now));
  const isLastNear = distance(present(year)) <= 1 && days.every((day) => strictDay(day, 'day first') !== null);
  if (now !== null && isLastNear && (distance(2000 + first) > NEAR_YEARS || days.some((day) => 2000 + day.first > now + 1))) return false;
  if (numeric.some(({ leans }) => leans === 'year first')) return true;
  return now !== null && Math.abs(present(year) - now) > NEAR_YEARS && Math.abs(2000 + first - now) <= 1;
}

/** The month of a chat changes less often than the day: by this number of changes. */
const CLEARLY = 2;

/**
 * Positive if the second numbers of the dates are steadier than the first ones, as months are if
 * the day comes first; negative if the first are steadier; 0 if there is no clear difference.
 */
function* steadiness(stamps: readonly Stamp[]): Steps<number> {
  let last: NumericDay | null = null;
  let changes = 0;
  const isStep = stepMeter();
  for (const { day } of stamps) {
    if (isStep(0)) yield;
    if (day?.form !== 'slashed') continue;
    if (last !== null) changes += Number(day.first !== last.first) - Number(day.second !== last.second);
    last = day;
  }
  return Math.abs(changes) < CLEARLY ? 0 : changes;
}

/** The dates on the weekday beside them with the day first, minus those with the month first. */
function* weekdayVotes(stamps: readonly Stamp[]): Steps<number> {
  let votes = 0;
  const isStep = stepMeter();
  for (const { day } of stamps) {
    if (isStep(0)) yield;
    if (day?.form !== 'slashed' || day.weekday === undefined) continue;
    const isOn = (order: DayOrder): boolean => {
      const start = strictDay(day, order);
      return start !== null && new Date(start).getUTCDay() === day.weekday;
    };
    votes += Number(isOn('day first')) - Number(isOn('month first'));
  }
  return votes;
}

/**
 * Whether 5/6/2024 is the 5th of June or the 6th of May, decided once per text. A number above 12
 * decides, else the weekdays beside the dates, else the order with fewer steps back in time, else
 * the number that changes less often is the month, else the language of the stamps and of the text:
 * in English the month comes first in headings and beside AM and PM. `languageOf`: null if the
 * language is unknown.
 */
function* dayOrder(stamps: readonly Stamp[], clock: SenderClock, languageOf: (() => Language) | null): Steps<DayOrder> {
  let first = 0;
  let second = 0;
  let isNumeric = false;
  let isDotted = true;
  let hasHalfDay = false;
  let hasClock = false;
  let isPadded = false;
  let isShort = true;
  let leans: DayOrder | null = null;
  const isStep = stepMeter();
  for (const stamp of stamps) {
    if (isStep(0)) yield;
    const { day, halfDay } = stamp;
    if (day?.form !== 'slashed') continue;
    isNumeric = true;
    isDotted &&= day.isDotted === true;
    hasHalfDay ||= halfDay;
    hasClock ||= stamp.clock !== null;
    isPadded ||= day.isPadded === true;
    isShort &&= day.shortYear !== undefined;
    leans ??= stamp.leans ?? null;
    if (day.first > 12) first++;
    if (day.second > 12) second++;
  }
  if (!isNumeric) return 'day first';
  if (isShort && (yield* isYearFirst(stamps, clock))) return 'year first';
  if (first !== second) return first > second ? 'day first' : 'month first';
  const votes = yield* weekdayVotes(stamps);
  if (votes !== 0) return votes > 0 ? 'day first' : 'month first';
  const difference = (yield* faults(stamps, 'month first', clock)) - (yield* faults(stamps, 'day first', clock));
  if (difference !== 0) return difference > 0 ? 'day first' : 'month first';
  const steady = yield* steadiness(stamps);
  if (steady !== 0) return steady > 0 ? 'day first' : 'month first';
  if (isDotted) return 'day first';
  if (!hasClock) return languageOf?.() === ENGLISH ? 'month first' : 'day first';
  if (!hasHalfDay) return 'day first';
  if (leans !== null && leans !== 'month first') return 'day first';
  // British and Indian phones write "05/06/2024, 2:03 pm", American ones "6/5/24, 2:03 PM"
  if (leans === null && isPadded) return 'day first';
  return languageOf === null || languageOf() === ENGLISH ? 'month first' : 'day first';
}

/** "2/5/69" in a Thai text is of the year 2569 of the Thai era. */
const THAI_ERA = 2569 - 2026;
const isThaiYear = (year: number | undefined): boolean => year !== undefined && year >= 50 && year < 90;
const fromThaiEra = (day: NumericDay): NumericDay =>
  isThaiYear(day.shortYear) ? { ...day, year: 2500 + (day.shortYear ?? 0) - THAI_ERA } : day;

function isThaiEra(stamps: readonly Stamp[], languageOf: (() => Language) | null): boolean {
  const first = stamps.find(({ day }) => day?.form === 'slashed')?.day;
  return first?.form === 'slashed' && isThaiYear(first.shortYear) && languageOf?.() === 'th';
}

export interface TurnDate {
  readonly time: Date | null;
  /** see `Turn.anchor` */
  readonly anchor: string | null;
}

const UNKNOWN: TurnDate = { time: null, anchor: null };
/** Times in a chat increase. A smaller step back is tolerated; a larger one means the next day. */
const JITTER = HOUR;

/** The day for times of day before the first date; null if unknown. */
function* firstDay(stamps: readonly Stamp[], clock: SenderClock): Steps<number | null> {
  if (!clock.at) return null;
  const now = clock.at.getTime() + clock.offsetMinutes * MINUTE;
  const today = startOfDay(now);
  let nights = 0;
  let first: Stamp | null = null;
  let last: number | null = null;
  let isBeforeAnyDay = true;
  const isStep = stepMeter();
  for (const stamp of stamps) {
    if (isStep(0)) yield;
    isBeforeAnyDay &&= stamp.day === null;
    if (!isBeforeAnyDay && first !== null) break;
    if (stamp.clock === null) continue;
    first ??= stamp;
    if (!isBeforeAnyDay) break;
    if (last !== null && stamp.clock < last - JITTER) nights++;
    last = stamp.clock;
  }
  // the counter of a recording starts near zero, a clock rarely does
  if (first !== null && first.day === null && !first.halfDay && present(first.clock) < 5 * MINUTE) return null;
  // a live text ends now at the latest; a text with its own time begins on that day
  if (!clock.live) return today;
  const late = last !== null && today + last > now ? 1 : 0;
  return today - (nights + late) * DAY;
}

/**
 * Dates the turns in the order of the text. The stamp of a header or a turn is valid until the next
 * one.
 */
export class Dating {
  private readonly order: DayOrder;
  private readonly isThaiEra: boolean;
  private readonly clock: SenderClock;
  private readonly offset: number;
  /** civil milliseconds of `at` */
  private readonly now: number | null;
  /** the day for times of day before any date */
  private readonly base: number | null;
  private day: number | null = null;
  private last: number | null = null;
  private guessed = false;
  private latest: TurnDate = UNKNOWN;

  /**
   * `stamps`: all stamps of the text, in order. `languageOf`: the language of its words, null if it
   * is unknown; called only if the stamps do not show the order of their numbers.
   */
  static *of(clock: SenderClock, stamps: readonly Stamp[], languageOf: (() => Language) | null = null): Steps<Dating> {
    const order = yield* dayOrder(stamps, clock, languageOf);
    return new Dating(clock, order, yield* firstDay(stamps, clock), isThaiEra(stamps, languageOf));
  }

  private constructor(clock: SenderClock, order: DayOrder, base: number | null, isThaiEra: boolean) {
    this.clock = clock;
    this.offset = clock.offsetMinutes * MINUTE;
    this.now = clock.at ? clock.at.getTime() + this.offset : null;
    this.order = order;
    this.isThaiEra = isThaiEra;
    this.base = base;
  }

  /**
   * Returns the date of a turn with this stamp; without a stamp, the date of the turn before it.
   */
  next(stamp: Stamp | null): TurnDate {
    if (stamp === null) return this.latest;
    const day = this.dayOf(stamp);
    const from = day ?? (stamp.clock === null ? null : (this.day ?? this.base));
    if (from === null) return stamp.day === null ? this.latest : this.forget();
    if (day === null && this.day === null) this.guessed = true;
    let moment = from + (stamp.clock ?? 0);
    if (day === null && this.last !== null && moment < this.last - JITTER) moment += DAY;
    this.day = startOfDay(moment);
    this.last = stamp.clock === null ? null : moment;
    // a date must be the same day in this time zone and in UTC
    const time = new Date(stamp.clock === null ? moment + Math.max(0, -this.offset) : moment - (stamp.zone ?? this.offset));
    this.latest = { time, anchor: this.guessed && this.clock.live ? 'now' : time.toISOString() };
    return this.latest;
  }

  /** An instant from a number: milliseconds since 1970. */
  instant(milliseconds: number): TurnDate {
    const time = new Date(milliseconds);
    this.day = startOfDay(milliseconds + this.offset);
    this.last = milliseconds + this.offset;
    this.guessed = false;
    this.latest = { time, anchor: time.toISOString() };
    return this.latest;
  }

  /** Starts a new part of the text without a date. */
  forget(): TurnDate {
    this.day = null;
    this.last = null;
    this.guessed = false;
    this.latest = UNKNOWN;
    return UNKNOWN;
  }

  /** Whether a stamp names a day, not after the sender's day: prose with a later date is a plan. */
  isPast(stamp: Stamp): boolean {
    const guessed = this.guessed;
    const day = this.dayOf(stamp);
    this.guessed = guessed;
    return day !== null && (this.now === null || day <= this.now);
  }

  private dayOf({ day }: Stamp): number | null {
    if (day === null) return null;
    if (day.form === 'relative') {
      this.guessed = true;
      return this.now === null ? null : startOfDay(this.now) - day.daysAgo * DAY;
    }
    if (day.year !== null) {
      this.guessed = false;
      return civilDay(this.isThaiEra && day.form === 'slashed' ? fromThaiEra(day) : day, this.order);
    }
    if (day.form === 'named') return this.yearlessDay(day);
    const date = inOrder(day, this.order);
    return this.yearlessDay({ month: date.month - 1, day: date.day });
  }

  /**
   * The first such day after the previous turn, else the last one that is not after the sender's.
   */
  private yearlessDay({ month, day }: { month: number; day: number }): number | null {
    const near = this.day ?? this.now;
    if (near === null) return null;
    // eight years always include a 29 February
    const days = Array.from({ length: 17 }, (_, i) => daySpan(yearOf(near) - 8 + i, month, day)?.start).filter(
      (start) => start !== undefined,
    );
    const following = this.day === null ? undefined : days.find((start) => start >= present(this.day));
    if (following !== undefined && (this.now === null || following <= this.now || present(this.day) > this.now)) return following;
    this.guessed = true;
    return days.findLast((start) => start <= (this.now ?? near)) ?? null;
  }
}

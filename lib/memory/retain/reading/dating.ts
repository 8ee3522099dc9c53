import { present } from '#lib/base/defined';
import { DAY, daySpan, HOUR, MINUTE, startOfDay, yearOf } from '#lib/base/text/calendar';
import type { Day, Stamp } from '#lib/memory/retain/reading/stamps';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import type { SenderClock } from '#lib/memory/retain/reading/turn';

/**
 * Converts stamps to instants. The other stamps of the text and the sender's time resolve missing
 * parts.
 */

type DayOrder = 'day first' | 'month first';

function civilDay(day: Day, order: DayOrder): number | null {
  if (day.form === 'relative' || day.year === null) return null;
  if (day.form === 'named') return daySpan(day.year, day.month, day.day)?.start ?? null;
  const [date, month] = order === 'day first' ? [day.first, day.second] : [day.second, day.first];
  // if the day does not exist in this order, it exists in the other one
  return (daySpan(day.year, month - 1, date) ?? daySpan(day.year, date - 1, month))?.start ?? null;
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

/**
 * Whether 5/6/2024 is the 5th of June or the 6th of May, decided once per text. A number above 12
 * decides, else the order with fewer steps back in time, else AM and PM indicate that the month
 * comes first.
 */
function* dayOrder(stamps: readonly Stamp[], clock: SenderClock): Steps<DayOrder> {
  let balance = 0;
  let isSlashed = false;
  let hasHalfDay = false;
  const isStep = stepMeter();
  for (const { day, halfDay } of stamps) {
    if (isStep(0)) yield;
    if (day?.form !== 'slashed') continue;
    isSlashed = true;
    hasHalfDay ||= halfDay;
    if (day.first > 12) balance++;
    if (day.second > 12) balance--;
  }
  if (balance !== 0) return balance > 0 ? 'day first' : 'month first';
  const difference = isSlashed ? (yield* faults(stamps, 'month first', clock)) - (yield* faults(stamps, 'day first', clock)) : 0;
  if (difference !== 0) return difference > 0 ? 'day first' : 'month first';
  return hasHalfDay ? 'month first' : 'day first';
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

  /** `stamps`: all stamps of the text, in order */
  static *of(clock: SenderClock, stamps: readonly Stamp[]): Steps<Dating> {
    return new Dating(clock, yield* dayOrder(stamps, clock), yield* firstDay(stamps, clock));
  }

  private constructor(clock: SenderClock, order: DayOrder, base: number | null) {
    this.clock = clock;
    this.offset = clock.offsetMinutes * MINUTE;
    this.now = clock.at ? clock.at.getTime() + this.offset : null;
    this.order = order;
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
    if (day.form === 'slashed' || day.year !== null) {
      this.guessed = false;
      return civilDay(day, this.order);
    }
    return day.form === 'named' ? this.yearlessDay(day) : null;
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

import { present } from '#lib/base/defined';
import { DAY, daySpan, HOUR, MINUTE, startOfDay, yearOf } from '#lib/base/text/calendar';
import type { Day, Stamp } from '#lib/memory/retain/reading/stamps';
import { type Steps, stepMeter } from '#lib/memory/retain/reading/steps';
import type { SenderClock } from '#lib/memory/retain/reading/turn';

/** From stamps to moments: what one stamp leaves open, the others of the text and the sender's clock decide. */

type DayOrder = 'day first' | 'month first';

function civilDay(day: Day, order: DayOrder): number | null {
  if (day.form === 'relative' || day.year === null) return null;
  if (day.form === 'named') return daySpan(day.year, day.month, day.day)?.start ?? null;
  const [date, month] = order === 'day first' ? [day.first, day.second] : [day.second, day.first];
  // a day that does not exist this way round is the other way round
  return (daySpan(day.year, month - 1, date) ?? daySpan(day.year, date - 1, month))?.start ?? null;
}

/** How often the stamps go back in time, or beyond the moment of the request, when read in this order. */
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
 * Whether 5/6/2024 is the 5th of June or the 6th of May, decided once for a whole text: a part above 12 tells; else the order in which
 * time runs forward; else AM and PM are where the month comes first.
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
/** Clocks of one chat go forward; so far back they may go before it is the next day. */
const JITTER = HOUR;

/** The day for times of day that precede the first date; null if unknown. */
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
  // a recording's counter begins at nothing, a clock hardly ever does
  if (first !== null && first.day === null && !first.halfDay && present(first.clock) < 5 * MINUTE) return null;
  // a text that is sent as it is now ends now at the latest; one with a time of its own begins on that day
  if (!clock.live) return today;
  const late = last !== null && today + last > now ? 1 : 0;
  return today - (nights + late) * DAY;
}

/** Dates one turn after the other, in the order of the text: what a header or a turn says counts until the next one says more. */
export class Dating {
  private readonly order: DayOrder;
  private readonly clock: SenderClock;
  private readonly offset: number;
  /** civil milliseconds of `at` */
  private readonly now: number | null;
  /** the day of times of day before any day is said */
  private readonly base: number | null;
  private day: number | null = null;
  private last: number | null = null;
  private guessed = false;
  private latest: TurnDate = UNKNOWN;

  /** `stamps`: all of the text, in its order */
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

  /** When something with this stamp was said; without one, when what stands before it was said. */
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
    // a day begins when it has begun here and in UTC, so that both calendars show it
    const time = new Date(stamp.clock === null ? moment + Math.max(0, -this.offset) : moment - (stamp.zone ?? this.offset));
    this.latest = { time, anchor: this.guessed && this.clock.live ? 'now' : time.toISOString() };
    return this.latest;
  }

  /** The moment a number tells: milliseconds since 1970. */
  instant(milliseconds: number): TurnDate {
    const time = new Date(milliseconds);
    this.day = startOfDay(milliseconds + this.offset);
    this.last = milliseconds + this.offset;
    this.guessed = false;
    this.latest = { time, anchor: time.toISOString() };
    return this.latest;
  }

  /** A new part of the text begins that does not say when. */
  forget(): TurnDate {
    this.day = null;
    this.last = null;
    this.guessed = false;
    this.latest = UNKNOWN;
    return UNKNOWN;
  }

  /** Whether a stamp names a day, and none after the sender's: prose with a later date is a plan. */
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

  /** The first such day after what was said before; else the last one that is not after the sender's. */
  private yearlessDay({ month, day }: { month: number; day: number }): number | null {
    const near = this.day ?? this.now;
    if (near === null) return null;
    // eight years reach the next 29 February from everywhere
    const days = Array.from({ length: 17 }, (_, i) => daySpan(yearOf(near) - 8 + i, month, day)?.start).filter(
      (start) => start !== undefined,
    );
    const following = this.day === null ? undefined : days.find((start) => start >= present(this.day));
    if (following !== undefined && (this.now === null || following <= this.now || present(this.day) > this.now)) return following;
    this.guessed = true;
    return days.findLast((start) => start <= (this.now ?? near)) ?? null;
  }
}

import { DAY_MS } from '#components/ui/durations';
import { dayText } from '#components/ui/time';
import { parseEnd, parseTimestamp } from '#lib/base/timestamps';

/**
 * A time range as in the URL and the API: from a moment, and before another or until the end of
 * a day. Pure, in UTC.
 */
export interface TimeRange {
  readonly from: string | null;
  readonly to: string | null;
}

const isMidnight = (at: Date | null): boolean => at === null || at.getTime() % DAY_MS === 0;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Invalid times are ignored, because the server would reject them. */
const momentsOf = ({ from, to }: TimeRange) => ({
  start: from === null ? null : parseTimestamp(from),
  end: to === null ? null : parseEnd(to),
});

/** The range is empty. */
export function isBackwards(range: TimeRange): boolean {
  const { start, end } = momentsOf(range);
  return start !== null && end !== null && start >= end;
}

/** The first and last day of the range, for date fields. */
export function daysOf(range: TimeRange): { first: string; last: string } {
  const { start, end } = momentsOf(range);
  return { first: start === null ? '' : dayOf(start.getTime()), last: end === null ? '' : dayOf(end.getTime() - 1) };
}

export interface RangeWords {
  readonly day: (day: string) => string;
  readonly days: (first: string, last: string) => string;
  readonly between: (from: string, before: string) => string;
  readonly since: (from: string) => string;
  readonly upTo: (last: string) => string;
  readonly before: (before: string) => string;
}

/** Formats a range, as days if it consists of whole days. Null if it is unbounded. */
export function rangeText(range: TimeRange, words: RangeWords, momentText: (at: Date) => string): string | null {
  const { start, end } = momentsOf(range);
  const { first, last } = daysOf(range);
  if (isMidnight(start) && isMidnight(end)) {
    if (start === null) return end && words.upTo(dayText(last));
    if (end === null) return words.since(dayText(first));
    return first === last ? words.day(dayText(first)) : words.days(dayText(first), dayText(last));
  }
  if (start === null) return end && words.before(momentText(end));
  return end === null ? words.since(momentText(start)) : words.between(momentText(start), momentText(end));
}

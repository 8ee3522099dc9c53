import type { DateGrain } from '#lib/base/literals';
import { DAY, startOfDay, type TimeSpan, weekdayOf, yearOf } from '#lib/base/text/calendar';
import { weekdayNumber, wordsOf } from '#lib/base/text/date-words';

/** `either`: the sentence has no direction; the nearest date counts. */
export type Direction = 'past' | 'future' | 'either';

export interface ReadingClock {
  /** civil milliseconds of the reference; null if it is unknown when the text was said */
  readonly now: number | null;
  /**
   * milliseconds by which the speaker's clock is ahead of UTC; needed only for a time with its own
   * zone
   */
  readonly offset: number;
  readonly direction: Direction;
  /** the direction comes from a plan or a timetable: see `Outlook` */
  readonly scheduled: boolean;
  /**
   * a question may name a bare year or month; a statement needs the preposition that makes it a
   * date
   */
  readonly question: boolean;
}

export interface Phrase {
  readonly index: number;
  readonly end: number;
  readonly grain: DateGrain;
  /** the year in the text; null if there is none */
  readonly year: number | null;
  /**
   * `year` overrides the search for the nearest one; null if the phrase needs an unknown reference,
   * or names no real day
   */
  span(year?: number): TimeSpan | null;
  /** a phrase that ends now, such as "past 3 months"; "since" or "before" does not change it */
  readonly rolling?: boolean;
  /** it contains no year and takes the year of an adjacent phrase */
  readonly isYearly?: boolean;
  /** a feast: "around" it means a week before or after */
  readonly isFeast?: boolean;
  /** a plain weekday, Monday 0, which the week beside it may place: only in other languages */
  readonly weekday?: number;
  /**
   * it counts only beside its week or year: alone it may be another word. Only in other languages
   */
  readonly isWeak?: boolean;
  /**
   * days from one to another, which "from" and "until" beside them only enclose. Only in other
   * languages
   */
  readonly isRange?: boolean;
  /** a counted time, of which a question may mean its neighborhood: only in other languages */
  readonly isLoose?: boolean;
}

const YEAR = 366 * DAY;

/**
 * The year of a yearly date: that of "last" or "next", else the nearest in the direction of the
 * sentence. Without a direction, the weekday decides if one is named.
 */
export function nearestYear(
  moment: ReadingClock,
  which: string | undefined,
  at: (year: number) => TimeSpan | null,
  weekday?: string,
): TimeSpan | null {
  if (moment.now === null) return null;
  const today = startOfDay(moment.now);
  const here = yearOf(today);
  const fits = (span: TimeSpan): boolean => {
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
    const distance = (span: TimeSpan) => Math.max(span.start - today, today - span.end, 0);
    const near = [here - 1, here, here + 1].map(at).filter((span) => span !== null);
    const onDay =
      weekday === undefined ? [] : near.filter((span) => distance(span) <= YEAR && weekdayOf(span.start) === weekdayNumber(weekday));
    const spans = onDay.length > 0 ? onDay : near;
    if (spans.length > 0) return spans.reduce((best, span) => (distance(span) < distance(best) ? span : best));
  }
  const forward = /^(?:next|coming|upcoming|following)$/.test(which ?? '') || (which === undefined && moment.direction === 'future');
  // eight years reach the next 29 February from any year
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

export const RECURRING = /(?:^|[^\p{L}])(?:every|each|all|most|on alternate|annually in|always in|usually in)\s{1,4}(?:other\s{1,4})?$/iu;

export type DateRule = {
  pattern: RegExp;
  read(match: RegExpExecArray, moment: ReadingClock, text: string): Omit<Phrase, 'index' | 'end'> | null | undefined;
};

export const groups = (match: RegExpExecArray): Record<string, string | undefined> => match.groups ?? {};
export const which = (match: RegExpExecArray): string | undefined => {
  const words = groups(match).which;
  return words === undefined ? undefined : wordsOf(words);
};
export const fixed = (grain: DateGrain, year: number | null, span: TimeSpan | null) => (span ? { grain, year, span: () => span } : null);
export const needsNow = (grain: DateGrain, moment: ReadingClock, span: (now: number) => TimeSpan | null) => ({
  grain,
  year: null,
  span: () => (moment.now === null ? null : span(moment.now)),
});

/** "last year", "this", "next"; null: not in the text, or the current year is unknown */
export const yearBeside = ({ now }: ReadingClock, word: string | undefined): number | null =>
  word === undefined || now === null ? null : yearOf(now) + (/last/i.test(word) ? -1 : /next/i.test(word) ? 1 : 0);

export function yearly(
  grain: DateGrain,
  moment: ReadingClock,
  givenYear: number | null,
  word: string | undefined,
  at: (year: number) => TimeSpan | null,
  weekday?: string,
) {
  return {
    grain,
    year: givenYear,
    isYearly: givenYear === null && word === undefined,
    span: (year?: number) => (year !== undefined ? at(year) : givenYear !== null ? at(givenYear) : nearestYear(moment, word, at, weekday)),
  };
}

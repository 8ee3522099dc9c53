import { defined } from '#lib/base/defined';
import { DATE_GRAINS, type DateGrain } from '#lib/base/literals';
import { DAY, monthSpan, type TimeSpan } from '#lib/base/text/calendar';

/** What the date grammars of all languages share: a match, and thirds of a period. */

export interface DateMatch {
  /** civil milliseconds; null: open */
  readonly start: number | null;
  readonly end: number | null;
  readonly grain: DateGrain;
  readonly index: number;
  readonly stop: number;
  readonly relation: 'in' | 'since' | 'before' | 'after' | 'until';
}

export const coarser = (a: DateGrain, b: DateGrain): DateGrain => (DATE_GRAINS.indexOf(a) >= DATE_GRAINS.indexOf(b) ? a : b);

/** The first, middle or last third of a month, quarter, season, year or decade. */
export function third(span: TimeSpan, grain: DateGrain, part: string): { span: TimeSpan; grain: DateGrain } {
  const position = /^(?:early|the beginning|the start|beginning|start)/i.test(part) ? 0 : /mid/i.test(part) ? 1 : 2;
  const date = new Date(span.start);
  if (grain === 'month') {
    const start = span.start + position * 10 * DAY;
    return { span: { start, end: position === 2 ? span.end : start + 10 * DAY }, grain: 'week' };
  }
  if (grain === 'year' && / of$/i.test(part))
    return { span: monthSpan(date.getUTCFullYear(), defined([0, 4, 9][position]), position === 1 ? 4 : 3), grain: 'quarter' };
  if (grain === 'year') return { span: monthSpan(date.getUTCFullYear(), position * 4, 4), grain: 'quarter' };
  if (grain === 'quarter' || grain === 'season')
    return { span: monthSpan(date.getUTCFullYear(), date.getUTCMonth() + position), grain: 'month' };
  if (grain === 'decade')
    return { span: monthSpan(date.getUTCFullYear() + defined([0, 4, 7][position]), 0, defined([4, 3, 3][position]) * 12), grain: 'year' };
  const days = Math.round((span.end - span.start) / DAY);
  if (days < 3) return { span, grain };
  const size = Math.floor(days / 3);
  const start = span.start + (position === 2 ? days - size : position * size) * DAY;
  return { span: { start, end: start + size * DAY }, grain: 'day' };
}

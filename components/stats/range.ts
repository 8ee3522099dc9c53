import { parseAsArrayOf, parseAsStringLiteral } from 'nuqs';
import type { Bucket } from '#components/charts/series';
import { STACK } from '#components/charts/series';
import { parseAsTested } from '#components/shell/address';
import { bankPath } from '#components/shell/paths';
import { FACT_TYPES, type FactType, TIME_FIELDS, type TimeField } from '#lib/base/literals';

/** What a time series is about: the part of the address that says it. */

export const PERIODS = ['1h', '12h', '1d', '7d', '30d', '90d'] as const;
/** `all` is found by looking; `custom` is `from` and `to`. */
export const RANGES = [...PERIODS, 'all', 'custom'] as const;
export type Range = (typeof RANGES)[number];

const isDay = /^\d{4}-\d\d-\d\d$/;
const parseAsDay = parseAsTested((word) => isDay.test(word) && !Number.isNaN(Date.parse(word)));

export const seriesParams = (period: Range) => ({
  period: parseAsStringLiteral(RANGES).withDefault(period),
  time_field: parseAsStringLiteral(TIME_FIELDS).withDefault('created_at'),
  from: parseAsDay.withDefault(''),
  to: parseAsDay.withDefault(''),
  /** types that are drawn; all of them where none is named */
  series: parseAsArrayOf(parseAsStringLiteral(FACT_TYPES)).withDefault([]),
  view: parseAsStringLiteral(['chart', 'table'] as const).withDefault('chart'),
});

export interface SeriesQuestion {
  readonly period: Range;
  readonly time_field: TimeField;
  readonly from: string;
  readonly to: string;
}

/** What the service is asked. A custom range without any date is the standard period. */
export function askOf({ period, time_field, from, to }: SeriesQuestion) {
  if (period !== 'custom') return { period, time_field };
  return { period: '7d', time_field, ...(from && { from }), ...(to && { to }) };
}

/** In the order of the stack, whatever the order in the address. */
export const shownOf = (series: readonly FactType[]): readonly FactType[] =>
  series.length === 0 ? STACK : STACK.filter((type) => series.includes(type));

/** One type switched on or off; the last one that is on stays, and all of them are none in the address. */
export function toggled(series: readonly FactType[], type: FactType): readonly FactType[] {
  const shown = shownOf(series);
  const next = shown.includes(type) ? shown.filter((each) => each !== type) : STACK.filter((each) => each === type || shown.includes(each));
  return next.length === 0 || next.length === STACK.length ? [] : next;
}

export interface Behind {
  readonly type?: FactType | undefined;
  readonly bucket?: Pick<Bucket, 'from' | 'to'>;
  readonly timeField?: TimeField;
}

/** The page of the memories behind a number. */
export function memoriesPath(slug: string, bankId: string, { type, bucket, timeField }: Behind): string {
  const search = new URLSearchParams({
    ...(type && { type }),
    ...(bucket && { from: bucket.from, to: bucket.to }),
    ...(bucket && timeField && { time_field: timeField }),
  }).toString();
  return `${bankPath(slug, bankId, 'memories')}${search === '' ? '' : `?${search}`}`;
}

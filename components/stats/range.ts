import { parseAsArrayOf, parseAsStringLiteral, type SetValues } from 'nuqs';
import type { Bucket } from '#components/charts/series';
import { STACK } from '#components/charts/series';
import { parseAsTested } from '#components/shell/address';
import { bankPath } from '#components/shell/paths';
import { FACT_TYPES, type FactType, TIME_FIELDS, type TimeField } from '#lib/base/literals';

/** The parameters of a time series in the URL. */

export const PERIODS = ['1h', '12h', '1d', '7d', '30d', '90d'] as const;
/** `all` determines its own range; `custom` uses `from` and `to`. */
export const RANGES = [...PERIODS, 'all', 'custom'] as const;
export type Range = (typeof RANGES)[number];

const isDay = /^\d{4}-\d\d-\d\d$/;
const parseAsDay = parseAsTested((word) => isDay.test(word) && !Number.isNaN(Date.parse(word)));

/** `period` and `timeField`: the defaults of the page. */
export const seriesParams = (period: Range, timeField: TimeField = 'created_at') => ({
  period: parseAsStringLiteral(RANGES).withDefault(period),
  time_field: parseAsStringLiteral(TIME_FIELDS).withDefault(timeField),
  from: parseAsDay.withDefault(''),
  to: parseAsDay.withDefault(''),
  /** Visible types; empty for all. */
  series: parseAsArrayOf(parseAsStringLiteral(FACT_TYPES)).withDefault([]),
  view: parseAsStringLiteral(['chart', 'table'] as const).withDefault('chart'),
});

/** Changes the search parameters of `seriesParams`. */
export type SetSeries = SetValues<ReturnType<typeof seriesParams>>;

export interface SeriesQuestion {
  readonly period: Range;
  readonly time_field: TimeField;
  readonly from: string;
  readonly to: string;
}

/** The request. A custom range without dates is the default period. */
export function askOf({ period, time_field, from, to }: SeriesQuestion) {
  if (period !== 'custom') return { period, time_field };
  return { period: '7d', time_field, ...(from && { from }), ...(to && { to }) };
}

/** In stack order, regardless of the order in the URL. */
export const shownOf = (series: readonly FactType[]): readonly FactType[] =>
  series.length === 0 ? STACK : STACK.filter((type) => series.includes(type));

/** Toggles a type. The last visible type stays on, and all types are stored as empty. */
export function toggled(series: readonly FactType[], type: FactType): readonly FactType[] {
  const shown = shownOf(series);
  const next = shown.includes(type) ? shown.filter((each) => each !== type) : STACK.filter((each) => each === type || shown.includes(each));
  return next.length === 0 || next.length === STACK.length ? [] : next;
}

export interface ChartFilter {
  readonly type?: FactType | undefined;
  readonly bucket?: Pick<Bucket, 'from' | 'to'>;
  readonly timeField?: TimeField;
}

/** The list of the counted memories. */
export function memoriesPath(slug: string, bankId: string, { type, bucket, timeField }: ChartFilter): string {
  const search = new URLSearchParams({
    ...(type && { type }),
    ...(bucket && { from: bucket.from, to: bucket.to }),
    ...(bucket && timeField && { time_field: timeField }),
  }).toString();
  return `${bankPath(slug, bankId, 'memories')}${search === '' ? '' : `?${search}`}`;
}

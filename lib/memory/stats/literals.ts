/** The bucket lengths of a time series; the first three are those of the named periods. */
export const SERIES_UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year', 'decade', 'century'] as const;
export type SeriesUnit = (typeof SERIES_UNITS)[number];

'use client';

import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { bucketsOf, filledOf } from '#components/charts/series';
import { askOf, type SeriesQuestion } from '#components/stats/range';
import { MINUTE_MS } from '#components/ui/durations';
import { every } from '#components/ui/refetch';
import { call } from '#lib/api/call';
import { getMemoriesTimeseries, getStats } from '#lib/api/calls';
import type { TimeField } from '#lib/base/literals';
import type { Timeseries } from '#lib/memory/stats/contract';

const ofBank = (org: string, bankId: string) => ['stats', org, bankId] as const;

/** Key of all series of a bank. */
export const seriesKey = (org: string, bankId: string) => [...ofBank(org, bankId), 'series'] as const;

export const statsQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'counts'],
    queryFn: ({ signal }) => call(getStats, { org, bankId, signal }),
    refetchInterval: every(MINUTE_MS),
  });

/** The supported range of years, with few enough buckets. */
const EVER = { from: '1000-01-01', to: '2200-01-01' };
const LOOKS = 4;
const FULL = 0.9;

/**
 * Loads the whole series in the finest unit that fits: first coarsely, then only the range with
 * data.
 */
async function seriesOfAll(org: string, bankId: string, time_field: TimeField, signal: AbortSignal): Promise<Timeseries> {
  const read = (range: { from?: string; to?: string }) =>
    call(getMemoriesTimeseries, { org, bankId, query: { period: '7d', time_field, ...range }, signal });
  let series = await read(EVER);
  for (let look = 1; look < LOOKS; look++) {
    const filled = filledOf(bucketsOf(series, Date.now()));
    if (!filled) return read({});
    if (look > 1 && filled.count >= FULL * series.buckets.length) return series;
    series = await read({ from: filled.from, ...(!filled.isOpen && { to: filled.to }) });
  }
  return series;
}

export const seriesQuery = (org: string, bankId: string, question: SeriesQuestion) =>
  queryOptions({
    queryKey: [...seriesKey(org, bankId), question.time_field, question.period === 'all' ? 'all' : askOf(question)],
    queryFn: ({ signal }) =>
      question.period === 'all'
        ? seriesOfAll(org, bankId, question.time_field, signal)
        : call(getMemoriesTimeseries, { org, bankId, query: askOf(question), signal }),
    placeholderData: keepPreviousData,
    refetchInterval: every(MINUTE_MS),
  });

/** Recomputes the statistics and reloads the series. */
export function useRecompute(org: string, bankId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(getStats, { org, bankId, query: { refresh: true } }),
    onSuccess: (stats) => {
      client.setQueryData(statsQuery(org, bankId).queryKey, stats);
      return client.invalidateQueries({ queryKey: seriesKey(org, bankId) });
    },
  });
}

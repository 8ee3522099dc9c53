'use client';

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { MINUTE_MS } from '#components/ui/durations';
import { every } from '#components/ui/refetch';
import { call } from '#lib/api/call';
import { getUsage, listLlmRequests, llmRequestStats } from '#lib/api/calls';
import type { CallSort, LedgerPeriod } from '#lib/models/llm/literals';

export const CALLS_PAGE = 50;

/** Usage since a day (UTC), by day, bank, task and model. */
export const usageQuery = (org: string, { from, bankId }: { from: string; bankId: string | null }) =>
  queryOptions({
    queryKey: ['usage', org, 'sums', { from, bankId }],
    queryFn: ({ signal }) =>
      call(getUsage, { org, query: { from: `${from}T00:00:00Z`, ...(bankId !== null && { bank_id: bankId }) }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: every(MINUTE_MS),
  });

export interface CallFilter {
  readonly bankId: string;
  readonly status: 'success' | 'error' | null;
  readonly work: string | null;
  /** ISO 8601, inclusive. */
  readonly from: string;
  readonly sort: CallSort;
  readonly order: 'asc' | 'desc';
  readonly offset: number;
}

/** A page of the calls of a bank. */
export const callsQuery = (org: string, { bankId, status, work, from, sort, order, offset }: CallFilter) =>
  queryOptions({
    queryKey: ['usage', org, 'calls', bankId, { status, work, from, sort, order, offset }],
    queryFn: ({ signal }) =>
      call(listLlmRequests, {
        org,
        bankId,
        query: {
          limit: CALLS_PAGE,
          offset,
          start_date: from,
          sort,
          order,
          ...(status !== null && { status }),
          ...(work !== null && { operation: work }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: every(MINUTE_MS),
  });

/** The number of calls of a bank by hour or day. */
export const callStatsQuery = (org: string, { bankId, period, work }: { bankId: string; period: LedgerPeriod; work: string | null }) =>
  queryOptions({
    queryKey: ['usage', org, 'call-stats', bankId, { period, work }],
    queryFn: ({ signal }) => call(llmRequestStats, { org, bankId, query: { period, ...(work !== null && { operation: work }) }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: every(MINUTE_MS),
  });

import { queryOptions } from '@tanstack/react-query';
import { MINUTE_MS } from '#components/ui/durations';
import { call } from '#lib/api/call';
import { getStats } from '#lib/api/calls';

export const ofBank = (org: string, bankId: string) => ['stats', org, bankId] as const;

/** The counts of a bank. Separate from the series, because every page of it shows some. */
export const statsQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'counts'],
    queryFn: ({ signal }) => call(getStats, { org, bankId, signal }),
    refetchInterval: MINUTE_MS,
  });

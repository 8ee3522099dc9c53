'use client';

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { watchOperation } from '#components/operations/watched';
import { MINUTE_MS } from '#components/ui/durations';
import { every } from '#components/ui/refetch';
import { call } from '#lib/api/call';
import { listDocuments, listMemories, retainMemories } from '#lib/api/calls';

export const SHOWN = 5;
/** As tall as the adjacent chart. */
const LATEST = 4;

export const ofBank = (org: string, bankId: string) => ['overview', org, bankId] as const;

/** The latest stored memories. */
export const latestQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'latest'],
    queryFn: ({ signal }) =>
      call(listMemories, { org, bankId, query: { sort: 'created_at', order: 'desc', limit: LATEST, offset: 0 }, signal }),
    refetchInterval: every(MINUTE_MS),
  });

/** The latest updated documents. */
export const documentsQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'documents'],
    queryFn: ({ signal }) => call(listDocuments, { org, bankId, query: { limit: SHOWN, offset: 0 }, signal }),
    refetchInterval: every(MINUTE_MS),
  });

/** Loads the sample conversation in the background, so that the page may be left. */
export function useLoadSample(org: string, bankId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { itemsOf } = await import('#components/overview/sample');
      const id = crypto.randomUUID();
      const { operation_id } = await call(retainMemories, { org, bankId, body: { items: itemsOf(), async: true, operation_id: id } });
      watchOperation({ org, bankId, id: operation_id ?? id });
      return operation_id ?? id;
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ofBank(org, bankId) }),
        client.invalidateQueries({ queryKey: ['stats', org, bankId] }),
        client.invalidateQueries({ queryKey: ['operations'] }),
      ]),
  });
}

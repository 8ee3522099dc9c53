'use client';

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { lastRefreshOf } from '#components/mental-models/freshness';
import { MINUTE_MS } from '#components/ui/durations';
import { call } from '#lib/api/call';
import { countMemories, listDocuments, listMemories, listMentalModels, retainMemories } from '#lib/api/calls';
import { FACT_TYPES, type FactType } from '#lib/base/literals';

export const SHOWN = 5;
/** As tall as the adjacent chart. */
const LATEST = 4;

const ofBank = (org: string, bankId: string) => ['overview', org, bankId] as const;

/** The latest stored memories. */
export const latestQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'latest'],
    queryFn: ({ signal }) =>
      call(listMemories, { org, bankId, query: { sort: 'created_at', order: 'desc', limit: LATEST, offset: 0 }, signal }),
    refetchInterval: MINUTE_MS,
  });

/** The latest updated documents. */
export const documentsQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'documents'],
    queryFn: ({ signal }) => call(listDocuments, { org, bankId, query: { limit: SHOWN, offset: 0 }, signal }),
    refetchInterval: MINUTE_MS,
  });

/** The mental models refreshed last, without their content. */
export const modelsQuery = (org: string, bankId: string) =>
  queryOptions({
    queryKey: ['mental-models', org, bankId, 'latest'],
    queryFn: ({ signal }) => call(listMentalModels, { org, bankId, query: { detail: 'metadata', limit: SHOWN, offset: 0 }, signal }),
    refetchInterval: MINUTE_MS,
  });

/** As many mental models as the number of refreshed ones can be. */
const MODELS = 100;

/** What was stored, changed and refreshed since a time, ISO 8601. */
export const changesQuery = (org: string, bankId: string, from: string) =>
  queryOptions({
    queryKey: [...ofBank(org, bankId), 'changes', from],
    queryFn: async ({ signal }) => {
      const [{ counts }, documents, models] = await Promise.all([
        call(countMemories, {
          org,
          bankId,
          body: { filters: FACT_TYPES.map((type) => ({ type, time_field: 'created_at' as const, from })) },
          signal,
        }),
        call(listDocuments, { org, bankId, query: { start_date: from, limit: 0, offset: 0 }, signal }),
        call(listMentalModels, { org, bankId, query: { detail: 'metadata', limit: MODELS, offset: 0 }, signal }),
      ]);
      const memories = Object.fromEntries(FACT_TYPES.map((type, at) => [type, counts[at] ?? 0])) as Record<FactType, number>;
      const since = Date.parse(from);
      return {
        memories,
        documents: documents.total,
        models: models.items.filter((model) => Date.parse(lastRefreshOf(model) ?? '') >= since).length,
      };
    },
    refetchInterval: MINUTE_MS,
  });

/** Loads the sample conversation in the background, so that the page may be left. */
export function useLoadSample(org: string, bankId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { itemsOf } = await import('#components/overview/sample');
      return call(retainMemories, { org, bankId, body: { items: itemsOf(), async: true } });
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ofBank(org, bankId) }),
        client.invalidateQueries({ queryKey: ['stats', org, bankId] }),
        client.invalidateQueries({ queryKey: ['operations'] }),
      ]),
  });
}

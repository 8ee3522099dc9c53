'use client';

import { queryOptions } from '@tanstack/react-query';
import { lastRefreshOf } from '#components/mental-models/freshness';
import { ofBank } from '#components/overview/queries';
import { MINUTE_MS } from '#components/ui/durations';
import { every } from '#components/ui/refetch';
import { call } from '#lib/api/call';
import { countMemories, listDocuments, listMentalModels } from '#lib/api/calls';
import { FACT_TYPES, type FactType } from '#lib/base/literals';

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
    refetchInterval: every(MINUTE_MS),
  });

'use client';

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RecallInput } from '#components/recall/question';
import { afterFailure } from '#components/ui/refetch';
import { call } from '#lib/api/call';
import { getMemory, listEntities, recallMemories } from '#lib/api/calls';

/** Runs only on request. The result stays until Recall is pressed again. */
export const recallQuery = (org: string, bankId: string, body: RecallInput) =>
  queryOptions({
    queryKey: ['recall', org, bankId, body],
    queryFn: ({ signal }) => call(recallMemories, { org, bankId, body: { ...body, trace: true }, signal }),
    enabled: body.query.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: afterFailure,
    refetchOnReconnect: afterFailure,
  });

/** A memory that the trace names only by id. */
export const memoryQuery = (org: string, bankId: string, id: string) =>
  queryOptions({
    queryKey: ['recall', org, bankId, 'memory', id],
    queryFn: ({ signal }) => call(getMemory, { org, bankId, params: { memory_id: id }, signal }),
  });

/** The most entities whose figures are shown. */
const MOST = 100;

/** What the entities of an answer are, by id. */
export const categoriesQuery = (org: string, bankId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['entities', org, bankId, 'categories', ids],
    queryFn: ({ signal }) => call(listEntities, { org, bankId, query: { id: ids.slice(0, MOST), limit: MOST, offset: 0 }, signal }),
    select: ({ items }) => new Map(items.map(({ id, category }) => [id, category])),
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

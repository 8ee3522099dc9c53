'use client';

import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RecallInput } from '#components/recall/question';
import { afterFailure } from '#components/ui/refetch';
import { call } from '#lib/api/call';
import { getMemory, recallMemories } from '#lib/api/calls';

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

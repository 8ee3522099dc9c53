'use client';

import { useRef } from 'react';
import type { ReadState } from '#components/ui/read';

/**
 * Returns the last data of a query while a new one has none, so that a list stays visible if a new
 * order or filter fails to load. `of` identifies interchangeable data: lists of one organization,
 * never of two.
 */
export function useCached<Data>(
  { data, dataUpdatedAt, error, isFetching, refetch, isPlaceholderData = false }: ReadState<Data> & { dataUpdatedAt: number },
  of: string,
): Required<ReadState<Data>> {
  const last = useRef<{ of: string; data: Data; at: number } | null>(null);
  if (data !== undefined && (dataUpdatedAt > 0 || last.current?.of !== of)) last.current = { of, data, at: dataUpdatedAt };
  const cached = last.current?.of === of ? last.current : null;
  const cachedFrom = cached ? new Date(cached.at).toISOString() : null;
  return { data: data ?? cached?.data, cachedFrom, error, isFetching, refetch, isPlaceholderData };
}

'use client';

import { useRef } from 'react';
import type { ReadState } from '#components/ui/read';

/**
 * A query that keeps the last data it read while a new question has none: if a new order or filter cannot be read, the list stays in sight.
 * `of` identifies what may replace each other: lists of one organization, never of two.
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

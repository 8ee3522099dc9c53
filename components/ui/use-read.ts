'use client';

import { useRef } from 'react';
import type { ReadState } from '#components/ui/read';

/** The parts of a query result that `useRead` needs. */
export interface QueryState<Data> extends ReadState<Data> {
  readonly dataUpdatedAt: number;
  /** How often this query failed. */
  readonly errorUpdateCount: number;
}

/** What earlier renders have shown. */
export interface ReadMemory {
  /** When the last data was read, in ms. */
  at: number;
  error: unknown;
}

/**
 * A query as a page shows it. Data of the previous query, of another filter or order, is shown
 * only while the query loads for the first time. If it fails, its error is shown instead, also
 * while it is tried again. If a reload fails, its own data remains below the error.
 * `earlier` is updated.
 */
export function readOf<Data>(query: QueryState<Data>, earlier: ReadMemory): Required<ReadState<Data>> {
  const { data, dataUpdatedAt, error, errorUpdateCount, isFetching, refetch, isPlaceholderData = false } = query;
  if (dataUpdatedAt > 0) earlier.at = dataUpdatedAt;
  if (error) earlier.error = error;
  const hasOwnData = data !== undefined && !isPlaceholderData;
  const isTriedAgain = !hasOwnData && !error && errorUpdateCount > 0 && isFetching;
  const shown = hasOwnData || (errorUpdateCount === 0 && !error) ? data : undefined;
  return {
    data: shown,
    cachedFrom: shown === undefined || earlier.at === 0 ? null : new Date(earlier.at).toISOString(),
    error: isTriedAgain ? earlier.error : error,
    isFetching,
    refetch,
    isPlaceholderData: isPlaceholderData && shown !== undefined,
  };
}

/** `readOf` of a query of this component. Used by all pages with lists. */
export function useRead<Data>(query: QueryState<Data>): Required<ReadState<Data>> {
  const earlier = useRef<ReadMemory>({ at: 0, error: null });
  return readOf(query, earlier.current);
}

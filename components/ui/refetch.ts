import type { Query } from '@tanstack/react-query';
import { ApiError } from '#lib/api/call';

/** When a query is read again because the network is back or the page has become visible. */

type Refetch = (query: Pick<Query, 'state'>) => boolean | 'always';

/** After a failure only, for results that must not change while they are read. */
export const afterFailure: Refetch = ({ state }) => (state.status === 'error' ? 'always' : false);

/** After a failure, or if the data is stale. */
export const ifStale: Refetch = ({ state }) => (state.status === 'error' ? 'always' : true);

/** Statuses for which a retry may help. */
const PASSING = new Set([0, 502, 503, 504]);

/** The server could not be reached, or not process the request for now. */
export const isPassing = (error: unknown): boolean => error instanceof ApiError && PASSING.has(error.status);

const FIRST_RETRY_MS = 3000;
const LAST_RETRY_MS = 60_000;

/**
 * How long a shown query waits until it is tried again, in milliseconds. False unless it failed and
 * a retry may help. The wait doubles with each failure, and hidden pages do not retry.
 */
export const retryAfter = ({ state }: Pick<Query, 'state'>): number | false =>
  isPassing(state.error) ? Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(10, Math.max(0, state.errorUpdateCount - 1))) : false;

/** Reads a query every `ms` milliseconds, and after a failure earlier. */
export const every =
  (ms: number) =>
  (query: Pick<Query, 'state'>): number =>
    Math.min(ms, retryAfter(query) || ms);

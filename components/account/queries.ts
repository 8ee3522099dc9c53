import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/call';
import { listSessions } from '#lib/api/calls';

/** Not below the key of the person: what comes under that one is read as who is signed in. */
export const SESSIONS_KEY = ['sessions'] as const;

/** One's own that are not over, the last seen first. */
export const sessionsQuery = () =>
  queryOptions({ queryKey: SESSIONS_KEY, queryFn: ({ signal }) => call(listSessions, { signal }), select: ({ items }) => items });

import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/call';
import { listSessions } from '#lib/api/calls';

/** Not below the key of `me`, because queries below that key are treated as the signed-in user. */
export const SESSIONS_KEY = ['sessions'] as const;

/** The user's active sessions, last seen first. */
export const sessionsQuery = () =>
  queryOptions({ queryKey: SESSIONS_KEY, queryFn: ({ signal }) => call(listSessions, { signal }), select: ({ items }) => items });

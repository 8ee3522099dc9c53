import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/call';
import { listConnections, listSessions } from '#lib/api/calls';

/** Not below the key of `me`, because queries below that key are treated as the signed-in user. */
export const SESSIONS_KEY = ['sessions'] as const;

/** The user's active sessions, last seen first. */
export const sessionsQuery = () =>
  queryOptions({ queryKey: SESSIONS_KEY, queryFn: ({ signal }) => call(listSessions, { signal }), select: ({ items }) => items });

export const CONNECTIONS_KEY = ['connections'] as const;

/** The applications that the user has connected, newest first. */
export const connectionsQuery = () =>
  queryOptions({ queryKey: CONNECTIONS_KEY, queryFn: ({ signal }) => call(listConnections, { signal }), select: ({ items }) => items });

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { keysKey } from '#components/keys/queries';
import { call } from '#lib/api/call';
import { listInvitations, listMemberKeys, listMembers } from '#lib/api/calls';

/** `org` is the slug. */

export const membersQuery = (org: string) =>
  queryOptions({ queryKey: ['members', org], queryFn: ({ signal }) => call(listMembers, { org, signal }), select: ({ items }) => items });

/** Open invitations. */
export const invitationsQuery = (org: string) =>
  queryOptions({
    queryKey: ['invitations', org],
    queryFn: ({ signal }) => call(listInvitations, { org, signal }),
    select: ({ items }) => items,
  });

/**
 * Active keys created by a member. Separate from the list, because a removed member must not be
 * queried.
 */
export const memberKeysQuery = (org: string, userId: string) =>
  queryOptions({
    queryKey: [...keysKey(org), 'of-member', userId],
    queryFn: ({ signal }) => call(listMemberKeys, { org, params: { user_id: userId }, signal }),
    select: ({ items }) => items,
  });

/**
 * Invalidates everything that depends on memberships and roles, including `me`. The applications of
 * a removed member lose their keys, which are read by the next page: the dialog would query the
 * keys of the removed member.
 */
export const membersChanged = (cache: QueryClient, org: string): Promise<unknown> =>
  Promise.all([
    ...[['members', org], ['invitations', org], ['audit', org], ['me']].map((queryKey) => cache.invalidateQueries({ queryKey })),
    cache.invalidateQueries({ queryKey: keysKey(org), refetchType: 'none' }),
  ]);

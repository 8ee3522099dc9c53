import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api/call';
import { listInvitations, listMemberKeys, listMembers } from '#lib/api/calls';

/** `org` is the slug. */

export const membersQuery = (org: string) =>
  queryOptions({ queryKey: ['members', org], queryFn: ({ signal }) => call(listMembers, { org, signal }), select: ({ items }) => items });

/** Those that wait for an answer. */
export const invitationsQuery = (org: string) =>
  queryOptions({
    queryKey: ['invitations', org],
    queryFn: ({ signal }) => call(listInvitations, { org, signal }),
    select: ({ items }) => items,
  });

/** Keys that a member made and that are not revoked. Apart from the list: nobody asks for those of a member who was just removed. */
export const memberKeysQuery = (org: string, userId: string) =>
  queryOptions({
    queryKey: ['member-keys', org, userId],
    queryFn: ({ signal }) => call(listMemberKeys, { org, params: { user_id: userId }, signal }),
    select: ({ items }) => items,
  });

/** After anything that changes who belongs to an organisation, or what they may; `me` knows the own role. */
export const membersChanged = (cache: QueryClient, org: string): Promise<unknown> =>
  Promise.all([['members', org], ['invitations', org], ['audit', org], ['me']].map((queryKey) => cache.invalidateQueries({ queryKey })));

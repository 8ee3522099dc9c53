import { z } from 'zod';
import { KEY_STATUSES } from '#lib/access/keys/literals';
import { organizationOfPerson } from '#lib/access/people/contract';
import { nameText, timestampOut, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { ROLES } from '#lib/base/literals';

const MAX_NAME = 100;
/** Organisations that one person owns; there is no bound on those somebody is invited to. */
export const MAX_OWNED = 50;
const organizationName = () => nameText(MAX_NAME).describe('For people; need not be unique.');

export const member = z.object({
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  is_self: z.boolean(),
  joined_at: timestampOut(),
  last_seen_at: timestampOut().nullable().describe('Of any session, over or not; exact to a minute. null: none is remembered.'),
});
export type Member = z.output<typeof member>;

export const memberKey = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  status: z.enum(KEY_STATUSES),
  last_used_at: timestampOut().nullable(),
});
export type MemberKey = z.output<typeof memberKey>;

const memberParams = z.object({ user_id: uuidText('member') });
const common = { tag: 'Console', nulls: 'sent', auth: 'session' } as const;

export const createOrganization = operation({
  ...common,
  id: 'create_organization',
  method: 'POST',
  path: '/api/console/organizations',
  summary: 'Create an organisation',
  description: `Whoever creates it is its Owner. The slug is made of the name. 409 for somebody who owns ${MAX_OWNED} already.`,
  permission: null,
  body: z.object({ name: organizationName() }),
  response: organizationOfPerson,
  status: 201,
  errors: [409],
});

export const renameOrganization = operation({
  ...common,
  id: 'rename_organization',
  method: 'PATCH',
  path: '/api/console/organization',
  summary: 'Rename the organisation',
  description: 'The slug stays as it is, so that addresses keep working.',
  permission: 'organization.manage',
  body: z.object({ name: organizationName() }),
  response: organizationOfPerson,
});

export const deleteOrganization = operation({
  ...common,
  id: 'delete_organization',
  method: 'DELETE',
  path: '/api/console/organization',
  summary: 'Delete the organisation with all its banks and keys',
  description:
    'For good, and its audit log with it: export that before. Who deleted what stays in the log of the organisation `default`. The organisation `default`, which the service itself needs, is a 409.',
  permission: 'organization.manage',
  query: z.object({ name: z.string().max(MAX_NAME).describe('The name of the organisation, typed once more; a wrong one is a 422.') }),
  response: z.object({ deleted: z.literal(true), banks: z.int(), keys: z.int() }),
  errors: [409],
});

export const listMembers = operation({
  ...common,
  id: 'list_members',
  method: 'GET',
  path: '/api/console/members',
  summary: 'Who belongs to the organisation',
  description: 'Owners first, then Admins, then Members; by name.',
  permission: 'member.view',
  response: z.object({ items: z.array(member) }),
});

export const setRole = operation({
  ...common,
  id: 'set_role',
  method: 'PATCH',
  path: '/api/console/members/{user_id}',
  summary: 'Change the role of a member',
  description:
    'Nobody acts on a role above his own or gives more than he has: 403 `role_too_low`. The last Owner stays one: 409 `last_owner`. Felt by the very next request of the member.',
  permission: 'member.manage',
  params: memberParams,
  body: z.object({ role: z.enum(ROLES) }),
  response: member,
  errors: [400, 404, 409],
});

export const removeMember = operation({
  ...common,
  id: 'remove_member',
  method: 'DELETE',
  path: '/api/console/members/{user_id}',
  summary: 'Remove a member',
  description:
    'Access ends with the very next request. Keys that the member made belong to the organisation and keep working. 403 `role_too_low` and 409 `last_owner` as for a role.',
  permission: 'member.manage',
  params: memberParams,
  response: member,
  errors: [400, 404, 409],
});

export const listMemberKeys = operation({
  ...common,
  id: 'list_member_keys',
  method: 'GET',
  path: '/api/console/members/{user_id}/keys',
  summary: 'Keys that a member made',
  description: 'What keeps working when the member is removed: those that are not revoked, newest first.',
  permission: 'member.manage',
  params: memberParams,
  response: z.object({ items: z.array(memberKey) }),
  errors: [400, 404],
});

export const createResetLink = operation({
  ...common,
  id: 'create_reset_link',
  method: 'POST',
  path: '/api/console/members/{user_id}/reset-link',
  summary: 'Make a link by which a member chooses a new password',
  description:
    'Works once, for a day, and only while the person who made it could make it; the link before it stops working. An Owner makes it for anybody, an Admin for Members, by the roles of both in every organisation of the member: else 403 `role_too_low`; the operator of the server can make one for anybody (`npm run reset`).',
  permission: 'member.manage',
  params: memberParams,
  response: z.object({
    path: z.string().describe('To be put behind the address of the service. This answer is the only one that ever holds it.'),
    email: z.string(),
    expires_at: timestampOut(),
  }),
  status: 201,
  errors: [400, 404, 409],
});

export const leaveOrganization = operation({
  ...common,
  id: 'leave_organization',
  method: 'DELETE',
  path: '/api/console/membership',
  summary: 'Leave the organisation',
  description: 'The last Owner cannot: 409 `last_owner`.',
  permission: 'member.view',
  response: z.object({ left: z.literal(true) }),
  errors: [409],
});

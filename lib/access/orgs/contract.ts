import { z } from 'zod';
import { KEY_STATUSES } from '#lib/access/keys/literals';
import { organizationOfPerson } from '#lib/access/people/contract';
import { nameText, timestampOut, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { ROLES } from '#lib/base/literals';

const MAX_NAME = 100;
/** The most organizations that one person may own; invitations are not limited. */
export const MAX_OWNED = 50;
const organizationName = () => nameText(MAX_NAME).describe('A display name. It does not have to be unique.');

export const member = z.object({
  user_id: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  is_self: z.boolean(),
  joined_at: timestampOut(),
  last_seen_at: timestampOut()
    .nullable()
    .describe('The latest use of any session, active or not; accurate to one minute. null: none is stored.'),
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
  summary: 'Create an organization',
  description: `The creator becomes its owner. The slug is derived from the name. Returns 409 if the person already owns ${MAX_OWNED} organizations.`,
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
  summary: 'Rename the organization',
  description: 'The slug does not change, so that URLs keep working.',
  permission: 'organization.manage',
  body: z.object({ name: organizationName() }),
  response: organizationOfPerson,
});

export const deleteOrganization = operation({
  ...common,
  id: 'delete_organization',
  method: 'DELETE',
  path: '/api/console/organization',
  summary: 'Delete the organization with all its banks and keys',
  description:
    'Deletes it permanently, including its audit log: export that before. The log of the organization `default` records the deletion. The organization `default`, which the service itself needs, is a 409.',
  permission: 'organization.manage',
  query: z.object({ name: z.string().max(MAX_NAME).describe('The name of the organization, as confirmation; another name is a 422.') }),
  response: z.object({ deleted: z.literal(true), banks: z.int(), keys: z.int() }),
  errors: [409],
});

export const listMembers = operation({
  ...common,
  id: 'list_members',
  method: 'GET',
  path: '/api/console/members',
  summary: 'List the members of the organization',
  description: 'Owners first, then Admins, then Members, each by name.',
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
    "Nobody can change a role above their own or grant more than they have: 403 `role_too_low`. The last owner must stay one: 409 `last_owner`. Applies to the member's next request.",
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
    "Ends access with the member's next request. Keys that the member created belong to the organization and keep working. 403 `role_too_low` and 409 `last_owner` as for a role.",
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
  summary: 'List the keys that a member created',
  description: 'Keys that keep working when the member is removed: those that are not revoked, newest first.',
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
  summary: 'Create a link for a member to choose a new password',
  description:
    'The link works once, for a day, and only while its creator is allowed to create it; it replaces the previous link. Owners can create it for anybody, admins for members, by the roles of both in every organization of the member: else 403 `role_too_low`. The operator of the server can create one for anybody (`npm run reset`).',
  permission: 'member.manage',
  params: memberParams,
  response: z.object({
    path: z.string().describe('The path to append to the URL of the service. Only this response contains it.'),
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
  summary: 'Leave the organization',
  description: 'The last owner cannot leave: 409 `last_owner`.',
  permission: 'member.view',
  response: z.object({ left: z.literal(true) }),
  errors: [409],
});

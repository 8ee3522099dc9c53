import { z } from 'zod';
import { emailText, linkToken, newPassword, organizationOfPerson, personName } from '#lib/access/people/contract';
import { INVITATION_STATUSES, INVITED_ROLES } from '#lib/access/people/literals';
import { timestampOut, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';

export const MAX_OPEN_INVITATIONS = 500;

export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: z.enum(INVITED_ROLES),
  status: z.enum(INVITATION_STATUSES),
  invited_by: z.string().nullable().describe('Email address; null if that account was deleted.'),
  created_at: timestampOut(),
  expires_at: timestampOut(),
  accepted_at: timestampOut().nullable(),
  cancelled_at: timestampOut().nullable(),
});
export type Invitation = z.output<typeof invitation>;

const inOrganization = { tag: 'Console', nulls: 'sent', auth: 'session', permission: 'member.manage' } as const;
const ofVisitor = { tag: 'Console', nulls: 'sent', auth: 'visitor', permission: null } as const;

export const listInvitations = operation({
  ...inOrganization,
  id: 'list_invitations',
  method: 'GET',
  path: '/api/console/invitations',
  summary: 'List invitations',
  description: 'Newest first, at most 500; only open ones without `status`.',
  query: z.object({
    status: z
      .array(z.enum(INVITATION_STATUSES))
      .optional()
      .describe('Only invitations with this status; repeat the parameter for several.'),
  }),
  response: z.object({ items: z.array(invitation) }),
});

export const createInvitation = operation({
  ...inOrganization,
  id: 'create_invitation',
  method: 'POST',
  path: '/api/console/invitations',
  summary: 'Invite a person',
  description:
    'The link works once, for 7 days, and only for this address; it replaces an open invitation for the same address. Nobody is invited as owner, and only owners invite admins: 403 `role_too_low`. 409 for a person who is already a member.',
  body: z.object({ email: emailText(), role: z.enum(INVITED_ROLES) }),
  response: invitation.extend({
    path: z.string().describe('The path to append to the URL of the service. Only this response contains it.'),
  }),
  status: 201,
  errors: [409],
});

export const cancelInvitation = operation({
  ...inOrganization,
  id: 'cancel_invitation',
  method: 'DELETE',
  path: '/api/console/invitations/{invitation_id}',
  summary: 'Cancel an invitation',
  description: 'Canceling again has no effect. Returns 409 for an accepted invitation.',
  params: z.object({ invitation_id: uuidText('invitation') }),
  response: invitation,
  errors: [400, 404, 409],
});

export const getInvitation = operation({
  ...ofVisitor,
  id: 'get_invitation',
  method: 'GET',
  path: '/api/console/invitations/accept/{token}',
  summary: 'Get an invitation by its link',
  description:
    '404 for an unknown link, and for a person who is signed in with another address; 410 for a used, canceled or expired one. A member who used it gets it with `next: "joined"`.',
  params: linkToken,
  response: z.object({
    organization: z.object({ slug: z.string(), name: z.string() }),
    role: z.enum(INVITED_ROLES),
    email: z.string(),
    invited_by: z.string().nullable(),
    expires_at: timestampOut(),
    next: z
      .enum(['accept', 'sign_in', 'create_account', 'joined'])
      .describe(
        '`accept`: signed in with this address. `sign_in`: this address has an account. `create_account`: it has none. `joined`: the person ' +
          'who is signed in has used this link and is a member.',
      ),
  }),
  errors: [404, 410],
});

export const acceptInvitation = operation({
  ...ofVisitor,
  id: 'accept_invitation',
  method: 'POST',
  path: '/api/console/invitations/accept/{token}',
  summary: 'Accept an invitation',
  description:
    'A person who is signed in with its address needs nothing more. Without an account, `name` and `password` create one, which can then sign in. With an account and not signed in: 401.',
  params: linkToken,
  body: z.object({ name: personName().optional(), password: newPassword().optional() }),
  response: z.object({ email: z.string(), organization: organizationOfPerson }),
  errors: [401, 404, 410],
});

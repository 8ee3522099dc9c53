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
  invited_by: z.string().nullable().describe('E-mail address; null when that account is gone.'),
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
  summary: 'Invitations',
  description: 'Newest first, at most 500; open ones without `status`.',
  query: z.object({ status: z.array(z.enum(INVITATION_STATUSES)).optional().describe('Only these; repeat the name for several.') }),
  response: z.object({ items: z.array(invitation) }),
});

export const createInvitation = operation({
  ...inOrganization,
  id: 'create_invitation',
  method: 'POST',
  path: '/api/console/invitations',
  summary: 'Invite a person',
  description:
    'Works once, for 7 days, for this address alone; an open one for the same address stops working. Nobody is invited as Owner, and only Owners invite Admins: 403 `role_too_low`. 409 for a person who is a member already.',
  body: z.object({ email: emailText(), role: z.enum(INVITED_ROLES) }),
  response: invitation.extend({
    path: z.string().describe('To be put behind the address of the service. This answer is the only one that ever holds it.'),
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
  description: 'One that is cancelled already is answered again; 409 for one that was accepted.',
  params: z.object({ invitation_id: uuidText('invitation') }),
  response: invitation,
  errors: [400, 404, 409],
});

export const getInvitation = operation({
  ...ofVisitor,
  id: 'get_invitation',
  method: 'GET',
  path: '/api/console/invitations/accept/{token}',
  summary: 'What an invitation offers',
  description:
    '404 for a link that is none, and for somebody who is signed in under another address; 410 for one that was used, cancelled or is too old.',
  params: linkToken,
  response: z.object({
    organization: z.object({ slug: z.string(), name: z.string() }),
    role: z.enum(INVITED_ROLES),
    email: z.string(),
    invited_by: z.string().nullable(),
    expires_at: timestampOut(),
    next: z
      .enum(['accept', 'sign_in', 'create_account'])
      .describe('`accept`: signed in under this address. `sign_in`: there is an account of this address. `create_account`: there is none.'),
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
    'Signed in under its address: nothing more is needed. Without an account: `name` and `password` make one, which is then there to sign in with. With an account and not signed in: 401.',
  params: linkToken,
  body: z.object({ name: personName().optional(), password: newPassword().optional() }),
  response: z.object({ email: z.string(), organization: organizationOfPerson }),
  errors: [401, 404, 410],
});

import * as contract from '#lib/access/people/invitations/contract';
import { acceptInvitation, getInvitation } from '#lib/access/people/service';
import { resource, route } from '#lib/api/route';
import { formatTimestamp } from '#lib/base/contract/fields';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getInvitation, async ({ app, scope, params }) => {
    const { invitation, next } = await getInvitation(app.db, params.token, scope);
    return {
      organization: { slug: invitation.slug, name: invitation.organization },
      role: invitation.role,
      email: invitation.email,
      invited_by: invitation.invitedBy,
      expires_at: formatTimestamp(invitation.expiresAt),
      next,
    };
  }),
  POST: route(contract.acceptInvitation, ({ app, scope, params, body }) => acceptInvitation(app.db, params.token, body, scope)),
});

import * as contract from '#lib/access/people/invitations/contract';
import { createInvitation, listInvitations } from '#lib/access/people/invitations/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listInvitations, async ({ app, scope, query }) => ({ items: await listInvitations(app.db, scope, query.status) })),
  POST: route(contract.createInvitation, async ({ app, scope, body }) => {
    const { token, ...invitation } = await createInvitation(app.db, scope, body);
    return { ...invitation, path: `/invite/${token}` };
  }),
});

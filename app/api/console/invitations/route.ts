import { resource, route } from '#lib/http/route';
import * as contract from '#lib/invitations/contract';
import { createInvitation, listInvitations } from '#lib/invitations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listInvitations, async ({ app, scope, query }) => ({ items: await listInvitations(app.db, scope, query.status) })),
  POST: route(contract.createInvitation, async ({ app, scope, body }) => {
    const { token, ...invitation } = await createInvitation(app.db, scope, body);
    return { ...invitation, path: `/invite/${token}` };
  }),
});

import * as contract from '#lib/access/people/invitations/contract';
import { cancelInvitation } from '#lib/access/people/invitations/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  DELETE: route(contract.cancelInvitation, ({ app, scope, params }) => cancelInvitation(app.db, scope, params.invitation_id)),
});

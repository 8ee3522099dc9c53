import { resource, route } from '#lib/http/route';
import * as contract from '#lib/invitations/contract';
import { cancelInvitation } from '#lib/invitations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  DELETE: route(contract.cancelInvitation, ({ app, scope, params }) => cancelInvitation(app.db, scope, params.invitation_id)),
});

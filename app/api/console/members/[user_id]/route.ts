import { resource, route } from '#lib/http/route';
import * as contract from '#lib/orgs/contract';
import { removeMember, setRole } from '#lib/orgs/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  PATCH: route(contract.setRole, ({ app, scope, params, body }) => setRole(app.db, scope, params.user_id, body.role)),
  DELETE: route(contract.removeMember, ({ app, scope, params }) => removeMember(app.db, scope, params.user_id)),
});

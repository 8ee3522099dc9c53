import * as contract from '#lib/access/orgs/contract';
import { removeMember, setRole } from '#lib/access/orgs/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  PATCH: route(contract.setRole, ({ app, scope, params, body }) => setRole(app.db, scope, params.user_id, body.role)),
  DELETE: route(contract.removeMember, ({ app, scope, params }) => removeMember(app.db, scope, params.user_id)),
});

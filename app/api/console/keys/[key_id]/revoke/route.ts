import * as contract from '#lib/access/keys/contract';
import { revokeKey } from '#lib/access/keys/manage';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.revokeKey, ({ app, scope, params, body }) => revokeKey(app.db, scope, params.key_id, body.name)),
});

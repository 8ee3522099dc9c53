import { resource, route } from '#lib/http/route';
import * as contract from '#lib/keys/contract';
import { revokeKey } from '#lib/keys/manage';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.revokeKey, ({ app, scope, params, body }) => revokeKey(app.db, scope, params.key_id, body.name)),
});

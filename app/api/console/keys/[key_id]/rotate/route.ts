import * as contract from '#lib/access/keys/contract';
import { rotateKey } from '#lib/access/keys/manage';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.rotateKey, ({ app, scope, params, body }) => rotateKey(app.db, scope, params.key_id, body.name)),
});

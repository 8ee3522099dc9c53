import { resource, route } from '#lib/http/route';
import * as contract from '#lib/keys/contract';
import { rotateKey } from '#lib/keys/manage';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.rotateKey, ({ app, scope, params, body }) => rotateKey(app.db, scope, params.key_id, body.name)),
});

import { resource, route } from '#lib/http/route';
import * as contract from '#lib/keys/contract';
import { getKey } from '#lib/keys/manage';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getKey, ({ app, scope, params }) => getKey(app.db, scope, params.key_id)),
});

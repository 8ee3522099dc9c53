import * as contract from '#lib/access/keys/contract';
import { getKey } from '#lib/access/keys/manage';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getKey, ({ app, scope, params }) => getKey(app.db, scope, params.key_id)),
});

import * as contract from '#lib/access/keys/contract';
import { revokeScopedKey } from '#lib/access/keys/scoped';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  DELETE: route(contract.revokeScopedKey, ({ app, scope, params }) => revokeScopedKey(app.db, scope, params.key_id)),
});

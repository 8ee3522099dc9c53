import { resource, route } from '#lib/http/route';
import * as contract from '#lib/keys/contract';
import { revokeScopedKey } from '#lib/keys/scoped';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  DELETE: route(contract.revokeScopedKey, ({ app, scope, params }) => revokeScopedKey(app.db, scope, params.key_id)),
});

import * as contract from '#lib/access/keys/contract';
import { createScopedKey, listScopedKeys } from '#lib/access/keys/scoped';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listScopedKeys, ({ app, scope, query }) => listScopedKeys(app.db, scope, query)),
  POST: route(contract.createScopedKey, ({ app, scope, body }) => createScopedKey(app.db, scope, body)),
});

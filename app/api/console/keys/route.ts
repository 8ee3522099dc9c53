import * as contract from '#lib/access/keys/contract';
import { createKey, listKeys } from '#lib/access/keys/manage';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listKeys, ({ app, scope, query }) => listKeys(app.db, scope, query)),
  POST: route(contract.createKey, ({ app, scope, body }) => createKey(app.db, scope, body)),
});

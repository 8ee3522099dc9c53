import * as contract from '#lib/access/keys/contract';
import { checkAccess } from '#lib/access/keys/manage';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.checkAccess, ({ app, scope, query }) => checkAccess(app.db, scope, query)),
});

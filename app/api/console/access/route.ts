import { resource, route } from '#lib/http/route';
import * as contract from '#lib/keys/contract';
import { checkAccess } from '#lib/keys/manage';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.checkAccess, ({ app, scope, query }) => checkAccess(app.db, scope, query)),
});

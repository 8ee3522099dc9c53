import * as contract from '#lib/graph/contract';
import { findGraphPath } from '#lib/graph/explore';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.findGraphPath, ({ app, scope, query }) => findGraphPath(app.db, scope, query)),
});

import { resource, route } from '#lib/http/route';
import * as contract from '#lib/operations/contract';
import { listOperations } from '#lib/operations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listOperations, ({ app, scope, query }) => listOperations(app.db, scope, query)),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/jobs/operations/contract';
import { listOperations } from '#lib/jobs/operations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listOperations, ({ app, scope, query }) => listOperations(app.db, scope, query)),
});

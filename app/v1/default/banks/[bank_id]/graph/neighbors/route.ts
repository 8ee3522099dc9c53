import * as contract from '#lib/graph/contract';
import { listGraphNeighbors } from '#lib/graph/explore';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listGraphNeighbors, ({ app, scope, query }) => listGraphNeighbors(app.db, scope, query)),
});

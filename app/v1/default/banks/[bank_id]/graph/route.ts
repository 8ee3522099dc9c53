import * as contract from '#lib/graph/contract';
import { getGraph } from '#lib/graph/service';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getGraph, ({ app, scope, query }) => getGraph(app.db, scope, query)),
});

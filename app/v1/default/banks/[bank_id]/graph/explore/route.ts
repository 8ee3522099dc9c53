import * as contract from '#lib/graph/contract';
import { exploreGraph } from '#lib/graph/explore';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.exploreGraph, ({ app, scope, query }) => exploreGraph(app.db, scope, query)),
});

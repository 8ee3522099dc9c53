import * as contract from '#lib/entities/contract';
import { getEntityGraph } from '#lib/entities/service';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getEntityGraph, ({ app, scope, query }) => getEntityGraph(app.db, scope, query)),
});

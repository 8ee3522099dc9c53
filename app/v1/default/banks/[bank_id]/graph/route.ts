import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/graph/contract';
import { getGraph } from '#lib/memory/graph/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getGraph, ({ read, scope, query }) => read((at) => getGraph(at, scope, query))),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/graph/contract';
import { exploreGraph } from '#lib/memory/graph/explore';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.exploreGraph, ({ read, scope, query }) => read((at) => exploreGraph(at, scope, query))),
});

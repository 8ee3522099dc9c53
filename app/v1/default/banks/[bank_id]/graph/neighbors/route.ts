import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/graph/contract';
import { listGraphNeighbors } from '#lib/memory/graph/explore';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listGraphNeighbors, ({ read, scope, query }) => read((at) => listGraphNeighbors(at, scope, query))),
});

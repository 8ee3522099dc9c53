import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/entities/contract';
import { getEntityGraph } from '#lib/memory/entities/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getEntityGraph, ({ read, scope, query }) => read((at) => getEntityGraph(at, scope, query))),
});

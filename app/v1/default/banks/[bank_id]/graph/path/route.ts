import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/graph/contract';
import { findGraphPath } from '#lib/memory/graph/explore';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.findGraphPath, ({ read, scope, query }) => read((at) => findGraphPath(at, scope, query))),
});

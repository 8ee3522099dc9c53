import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/entities/contract';
import { listEntities } from '#lib/memory/entities/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listEntities, ({ read, scope, query }) => read((at) => listEntities(at, scope, query))),
});

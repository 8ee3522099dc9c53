import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/observations/contract';
import { listScopes } from '#lib/memory/observations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listObservationScopes, ({ read, scope, query }) => read((at) => listScopes(at, scope, query))),
});

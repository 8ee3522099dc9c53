import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/observations/contract';
import { getHistory } from '#lib/memory/observations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getMemoryHistory, ({ read, scope, params }) => read((at) => getHistory(at, scope, params.memory_id))),
});

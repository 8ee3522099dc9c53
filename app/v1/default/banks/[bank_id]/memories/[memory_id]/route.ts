import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/memories/contract';
import { getMemory, updateMemory } from '#lib/memory/memories/service';
import { deleteMemory } from '#lib/memory/purge/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getMemory, ({ read, scope, params }) => read((at) => getMemory(at, scope, params.memory_id))),
  PATCH: route(contract.updateMemory, ({ app, scope, params, body }) => updateMemory(app, scope, params.memory_id, body)),
  DELETE: route(contract.deleteMemory, ({ app, scope, params, query }) => deleteMemory(app, scope, params.memory_id, query)),
});

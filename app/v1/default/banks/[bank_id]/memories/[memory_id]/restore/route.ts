import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/memories/contract';
import { restoreMemory } from '#lib/memory/memories/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.restoreMemory, ({ app, scope, params, body }) => restoreMemory(app, scope, params.memory_id, body)),
});

import { resource, route } from '#lib/http/route';
import * as contract from '#lib/memories/contract';
import { restoreMemory } from '#lib/memories/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.restoreMemory, ({ app, scope, params, body }) => restoreMemory(app, scope, params.memory_id, body)),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/memories/contract';
import { setStateOfAll } from '#lib/memory/memories/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.revertMemories, ({ app, scope, body }) => setStateOfAll(app, scope, 'valid', body)),
});

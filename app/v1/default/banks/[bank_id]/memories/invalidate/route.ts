import { resource, route } from '#lib/http/route';
import * as contract from '#lib/memories/contract';
import { setStateOfAll } from '#lib/memories/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.invalidateMemories, ({ app, scope, body }) => setStateOfAll(app, scope, 'invalidated', body)),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/memories/contract';
import { extendAll } from '#lib/memory/memories/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.extendMemories, ({ app, scope, body }) => extendAll(app, scope, body)),
});

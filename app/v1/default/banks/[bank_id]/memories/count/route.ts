import { resource, route } from '#lib/http/route';
import * as contract from '#lib/memories/contract';
import { countMemories } from '#lib/memories/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.countMemories, ({ app, scope, body }) => countMemories(app.db, scope, body.filters)),
});

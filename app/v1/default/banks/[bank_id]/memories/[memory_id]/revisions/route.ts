import { resource, route } from '#lib/http/route';
import * as contract from '#lib/memories/contract';
import { listMemoryRevisions } from '#lib/memories/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listMemoryRevisions, ({ app, scope, params, query }) => listMemoryRevisions(app.db, scope, params.memory_id, query)),
});

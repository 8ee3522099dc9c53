import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/memories/contract';
import { listMemoryRevisions } from '#lib/memory/memories/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listMemoryRevisions, ({ app, scope, params, query }) => listMemoryRevisions(app.db, scope, params.memory_id, query)),
});

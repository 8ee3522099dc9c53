import { resource, route } from '#lib/http/route';
import * as contract from '#lib/memories/contract';
import { listMemories } from '#lib/memories/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listMemories, ({ app, scope, query }) => listMemories(app.db, scope, query)),
});

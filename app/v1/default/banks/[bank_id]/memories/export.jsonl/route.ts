import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/memories/contract';
import { exportJsonl } from '#lib/memory/memories/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.exportMemoriesJsonl, ({ app, scope, query }) => exportJsonl(app.db, scope, query)),
});

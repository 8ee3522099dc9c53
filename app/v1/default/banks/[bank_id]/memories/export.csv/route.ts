import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/memories/contract';
import { exportCsv } from '#lib/memory/memories/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.exportMemoriesCsv, ({ app, scope, query }) => exportCsv(app.db, scope, query)),
});

import { resource, route } from '#lib/http/route';
import * as contract from '#lib/memories/contract';
import { exportCsv } from '#lib/memories/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.exportMemoriesCsv, ({ app, scope, query }) => exportCsv(app.db, scope, query)),
});

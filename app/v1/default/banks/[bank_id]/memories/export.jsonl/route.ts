import { resource, route } from '#lib/http/route';
import * as contract from '#lib/memories/contract';
import { exportJsonl } from '#lib/memories/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.exportMemoriesJsonl, ({ app, scope, query }) => exportJsonl(app.db, scope, query)),
});

import { resource, route } from '#lib/http/route';
import * as contract from '#lib/stats/contract';
import { getStats } from '#lib/stats/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getStats, ({ app, scope, query }) => getStats(app.db, scope, query)),
});

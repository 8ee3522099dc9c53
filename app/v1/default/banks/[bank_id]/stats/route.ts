import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/stats/contract';
import { getStats } from '#lib/memory/stats/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getStats, ({ app, scope, query }) => getStats(app, scope, query)),
});

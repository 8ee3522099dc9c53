import { resource, route } from '#lib/http/route';
import * as contract from '#lib/stats/contract';
import { getTimeseries } from '#lib/stats/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getMemoriesTimeseries, ({ app, scope, query }) => getTimeseries(app.db, scope, query)),
});

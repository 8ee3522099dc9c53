import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/stats/contract';
import { getTimeseries } from '#lib/memory/stats/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getMemoriesTimeseries, ({ read, scope, query }) => read((at) => getTimeseries(at, scope, query))),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/recall/cache/contract';
import { describeCache } from '#lib/memory/recall/cache/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getBankCache, ({ app, scope }) => describeCache(app.db, scope, app.cachedBanks)),
});

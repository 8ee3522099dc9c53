import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/observations/contract';
import { getConsolidation } from '#lib/memory/observations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getConsolidation, ({ app, scope, query }) => getConsolidation(app.db, scope, query)),
});

import { resource, route } from '#lib/http/route';
import * as contract from '#lib/observations/contract';
import { getConsolidation } from '#lib/observations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getConsolidation, ({ app, scope, query }) => getConsolidation(app.db, scope, query)),
});

import { resource, route } from '#lib/http/route';
import * as contract from '#lib/observations/contract';
import { recoverConsolidation } from '#lib/observations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.recoverConsolidation, ({ app, scope }) => recoverConsolidation(app.db, scope)),
});

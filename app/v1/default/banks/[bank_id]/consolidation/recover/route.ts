import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/observations/contract';
import { recoverConsolidation } from '#lib/memory/observations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.recoverConsolidation, ({ app, scope }) => recoverConsolidation(app.db, scope)),
});

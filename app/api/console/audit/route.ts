import * as contract from '#lib/access/audit/contract';
import { listAudit } from '#lib/access/audit/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listAudit, ({ app, scope, query }) => listAudit(app.db, scope, query)),
});

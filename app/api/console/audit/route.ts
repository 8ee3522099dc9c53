import * as contract from '#lib/audit/contract';
import { listAudit } from '#lib/audit/service';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listAudit, ({ app, scope, query }) => listAudit(app.db, scope, query)),
});

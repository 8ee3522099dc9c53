import * as contract from '#lib/access/audit/contract';
import { exportAudit } from '#lib/access/audit/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.exportAuditJson, ({ app, scope, query }) => exportAudit(app.db, scope, query)),
});

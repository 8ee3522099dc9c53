import * as contract from '#lib/audit/contract';
import { exportAudit } from '#lib/audit/service';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.exportAuditJson, ({ app, scope, query }) => exportAudit(app.db, scope, query)),
});

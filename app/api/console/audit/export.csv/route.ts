import * as contract from '#lib/access/audit/contract';
import { exportAuditCsv } from '#lib/access/audit/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.exportAuditCsv, ({ app, scope, query }) => exportAuditCsv(app.db, scope, query)),
});

import * as contract from '#lib/audit/contract';
import { exportAuditCsv } from '#lib/audit/service';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.exportAuditCsv, ({ app, scope, query }) => exportAuditCsv(app.db, scope, query)),
});

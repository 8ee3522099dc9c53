import { bankAuditStats } from '#lib/access/audit/bank-audit';
import * as contract from '#lib/access/audit/contract';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.auditLogStats, ({ app, scope, query }) => bankAuditStats(app.db, scope, query)),
});

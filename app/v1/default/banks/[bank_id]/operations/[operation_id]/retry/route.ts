import { resource, route } from '#lib/api/route';
import * as contract from '#lib/jobs/operations/contract';
import { retryOperation } from '#lib/jobs/operations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.retryOperation, ({ app, scope, params }) => retryOperation(app.db, scope, params.operation_id)),
});

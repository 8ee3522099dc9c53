import { resource, route } from '#lib/http/route';
import * as contract from '#lib/operations/contract';
import { retryOperation } from '#lib/operations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.retryOperation, ({ app, scope, params }) => retryOperation(app.db, scope, params.operation_id)),
});

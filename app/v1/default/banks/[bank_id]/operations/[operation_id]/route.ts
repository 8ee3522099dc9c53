import { resource, route } from '#lib/api/route';
import * as contract from '#lib/jobs/operations/contract';
import { cancelOperation, getOperation } from '#lib/jobs/operations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getOperation, ({ app, scope, params, query }) => getOperation(app.db, scope, params.operation_id, query)),
  DELETE: route(contract.cancelOperation, ({ app, scope, params }) => cancelOperation(app.db, scope, params.operation_id)),
});

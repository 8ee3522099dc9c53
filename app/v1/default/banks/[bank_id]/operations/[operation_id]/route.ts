import { resource, route } from '#lib/http/route';
import * as contract from '#lib/operations/contract';
import { cancelOperation, getOperation } from '#lib/operations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getOperation, ({ app, scope, params, query }) => getOperation(app.db, scope, params.operation_id, query)),
  DELETE: route(contract.cancelOperation, ({ app, scope, params }) => cancelOperation(app.db, scope, params.operation_id)),
});

import { resource, route } from '#lib/http/route';
import * as contract from '#lib/operations/contract';
import { deleteOperation } from '#lib/operations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  DELETE: route(contract.deleteOperation, ({ app, scope, params }) => deleteOperation(app.db, scope, params.operation_id)),
});

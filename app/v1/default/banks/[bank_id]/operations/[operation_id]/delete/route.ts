import { resource, route } from '#lib/api/route';
import * as contract from '#lib/jobs/operations/contract';
import { deleteOperation } from '#lib/jobs/operations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  DELETE: route(contract.deleteOperation, ({ app, scope, params }) => deleteOperation(app.db, scope, params.operation_id)),
});

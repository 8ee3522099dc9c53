import * as contract from '#lib/entities/contract';
import { undoEntityChange } from '#lib/entities/curate';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.undoEntityChange, ({ app, scope, params }) => undoEntityChange(app.db, scope, params.entity_id, params.change_id)),
});

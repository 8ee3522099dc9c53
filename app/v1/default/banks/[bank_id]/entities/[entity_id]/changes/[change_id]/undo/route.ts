import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/entities/contract';
import { undoEntityChange } from '#lib/memory/entities/curate';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.undoEntityChange, ({ app, scope, params }) => undoEntityChange(app.db, scope, params.entity_id, params.change_id)),
});

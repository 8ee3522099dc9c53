import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/entities/contract';
import { splitEntity } from '#lib/memory/entities/curate';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.splitEntity, ({ app, scope, params, body }) => splitEntity(app.db, scope, params.entity_id, body)),
});

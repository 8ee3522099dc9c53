import * as contract from '#lib/entities/contract';
import { splitEntity } from '#lib/entities/curate';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.splitEntity, ({ app, scope, params, body }) => splitEntity(app.db, scope, params.entity_id, body)),
});

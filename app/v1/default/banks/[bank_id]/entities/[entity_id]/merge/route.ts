import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/entities/contract';
import { mergeEntity } from '#lib/memory/entities/curate';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.mergeEntity, ({ app, scope, params, body }) => mergeEntity(app.db, scope, params.entity_id, body.into)),
});

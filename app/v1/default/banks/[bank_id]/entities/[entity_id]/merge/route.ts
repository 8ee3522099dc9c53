import * as contract from '#lib/entities/contract';
import { mergeEntity } from '#lib/entities/curate';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.mergeEntity, ({ app, scope, params, body }) => mergeEntity(app.db, scope, params.entity_id, body.into)),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/entities/contract';
import { keepEntitiesApart } from '#lib/memory/entities/curate';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.keepEntitiesApart, ({ app, scope, params, body }) => keepEntitiesApart(app.db, scope, params.entity_id, body.from)),
});

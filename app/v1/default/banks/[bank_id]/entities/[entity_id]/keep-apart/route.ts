import * as contract from '#lib/entities/contract';
import { keepEntitiesApart } from '#lib/entities/curate';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.keepEntitiesApart, ({ app, scope, params, body }) => keepEntitiesApart(app.db, scope, params.entity_id, body.from)),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/entities/contract';
import { getEntity } from '#lib/memory/entities/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.regenerateEntity, ({ app, scope, params }) => getEntity(app.db, scope, params.entity_id)),
});

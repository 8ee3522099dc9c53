import * as contract from '#lib/entities/contract';
import { getEntity } from '#lib/entities/service';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.regenerateEntity, ({ app, scope, params }) => getEntity(app.db, scope, params.entity_id)),
});

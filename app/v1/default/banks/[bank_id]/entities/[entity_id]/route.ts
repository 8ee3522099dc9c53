import * as contract from '#lib/entities/contract';
import { updateEntity } from '#lib/entities/curate';
import { getEntity } from '#lib/entities/service';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getEntity, ({ app, scope, params }) => getEntity(app.db, scope, params.entity_id)),
  PATCH: route(contract.updateEntity, ({ app, scope, params, body }) => updateEntity(app.db, scope, params.entity_id, body)),
});

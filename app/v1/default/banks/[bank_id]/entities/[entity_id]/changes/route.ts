import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/entities/contract';
import { listEntityChanges } from '#lib/memory/entities/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listEntityChanges, ({ app, scope, params, query }) => listEntityChanges(app.db, scope, params.entity_id, query)),
});

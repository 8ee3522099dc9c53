import * as contract from '#lib/entities/contract';
import { listEntityChanges } from '#lib/entities/service';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listEntityChanges, ({ app, scope, params, query }) => listEntityChanges(app.db, scope, params.entity_id, query)),
});

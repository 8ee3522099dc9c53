import * as contract from '#lib/entities/contract';
import { listEntities } from '#lib/entities/service';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listEntities, ({ app, scope, query }) => listEntities(app.db, scope, query)),
});

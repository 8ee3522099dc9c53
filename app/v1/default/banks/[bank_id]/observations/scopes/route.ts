import { resource, route } from '#lib/http/route';
import * as contract from '#lib/observations/contract';
import { listScopes } from '#lib/observations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listObservationScopes, ({ app, scope, query }) => listScopes(app.db, scope, query)),
});

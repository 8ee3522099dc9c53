import { resource, route } from '#lib/http/route';
import * as contract from '#lib/observations/contract';
import { clearObservations, listObservations } from '#lib/observations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listObservations, ({ app, scope, query }) => listObservations(app.db, scope, query)),
  DELETE: route(contract.clearObservations, ({ app, scope }) => clearObservations(app.db, scope)),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/observations/contract';
import { clearObservations, listObservations } from '#lib/memory/observations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listObservations, ({ read, scope, query }) => read((at) => listObservations(at, scope, query))),
  DELETE: route(contract.clearObservations, ({ app, scope }) => clearObservations(app.db, scope)),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/observations/contract';
import { clearObservationsOf } from '#lib/memory/observations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  DELETE: route(contract.clearMemoryObservations, ({ app, scope, params }) => clearObservationsOf(app.db, scope, params.memory_id)),
});

import { resource, route } from '#lib/http/route';
import * as contract from '#lib/observations/contract';
import { clearObservationsOf } from '#lib/observations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  DELETE: route(contract.clearMemoryObservations, ({ app, scope, params }) => clearObservationsOf(app.db, scope, params.memory_id)),
});

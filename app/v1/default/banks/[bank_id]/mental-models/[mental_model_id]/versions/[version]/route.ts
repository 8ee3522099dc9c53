import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/mental-models/contract';
import { getVersion } from '#lib/memory/mental-models/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getMentalModelVersion, ({ app, scope, params }) => getVersion(app.db, scope, params.mental_model_id, params.version)),
});

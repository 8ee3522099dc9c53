import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/mental-models/contract';
import { listVersions } from '#lib/memory/mental-models/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listMentalModelVersions, ({ app, scope, params, query }) =>
    listVersions(app.db, scope, params.mental_model_id, query),
  ),
});

import { resource, route } from '#lib/http/route';
import * as contract from '#lib/mental-models/contract';
import { listVersions } from '#lib/mental-models/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listMentalModelVersions, ({ app, scope, params, query }) =>
    listVersions(app.db, scope, params.mental_model_id, query),
  ),
});

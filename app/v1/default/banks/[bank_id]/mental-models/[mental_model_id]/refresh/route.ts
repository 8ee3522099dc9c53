import { resource, route } from '#lib/http/route';
import * as contract from '#lib/mental-models/contract';
import { refreshModel } from '#lib/mental-models/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.refreshMentalModel, ({ app, scope, params, body }) => refreshModel(app.db, scope, params.mental_model_id, body)),
});

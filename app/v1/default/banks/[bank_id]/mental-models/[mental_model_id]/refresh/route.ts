import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/mental-models/contract';
import { refreshModel } from '#lib/memory/mental-models/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.refreshMentalModel, ({ app, scope, params, body }) => refreshModel(app.db, scope, params.mental_model_id, body)),
});

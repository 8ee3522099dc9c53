import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/mental-models/contract';
import { restoreModel } from '#lib/memory/mental-models/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.restoreMentalModel, ({ app, scope, params, body }) => restoreModel(app, scope, params.mental_model_id, body)),
});

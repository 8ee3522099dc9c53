import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/mental-models/contract';
import { clearModel } from '#lib/memory/mental-models/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.clearMentalModel, ({ app, scope, params }) => clearModel(app.db, scope, params.mental_model_id)),
});

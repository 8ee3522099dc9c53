import { resource, route } from '#lib/http/route';
import * as contract from '#lib/mental-models/contract';
import { clearModel } from '#lib/mental-models/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.clearMentalModel, ({ app, scope, params }) => clearModel(app.db, scope, params.mental_model_id)),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/mental-models/contract';
import { deleteModel, getModel, updateModel } from '#lib/memory/mental-models/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getMentalModel, ({ app, scope, params, query }) => getModel(app.db, scope, params.mental_model_id, query.detail)),
  PATCH: route(contract.updateMentalModel, ({ app, scope, params, body }) => updateModel(app, scope, params.mental_model_id, body)),
  DELETE: route(contract.deleteMentalModel, ({ app, scope, params }) => deleteModel(app.db, scope, params.mental_model_id)),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/mental-models/contract';
import { createModel, listModels } from '#lib/memory/mental-models/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listMentalModels, ({ app, scope, query }) => listModels(app.db, scope, query)),
  POST: route(contract.createMentalModel, ({ app, scope, body }) => createModel(app.db, scope, body)),
});

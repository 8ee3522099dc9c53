import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/mental-models/decisions/contract';
import { decideOnBlock, listDecisions } from '#lib/memory/mental-models/decisions/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listBlockDecisions, ({ app, scope, params }) => listDecisions(app.db, scope, params.mental_model_id)),
  POST: route(contract.decideOnBlock, ({ app, scope, params, body }) => decideOnBlock(app, scope, params.mental_model_id, body)),
});

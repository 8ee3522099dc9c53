import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/mental-models/decisions/contract';
import { undoDecision } from '#lib/memory/mental-models/decisions/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.undoBlockDecision, ({ app, scope, params, body }) => undoDecision(app, scope, params.mental_model_id, body)),
});

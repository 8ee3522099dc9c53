import { resource, route } from '#lib/http/route';
import * as contract from '#lib/mental-models/contract';
import { getHistory } from '#lib/mental-models/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getMentalModelHistory, ({ app, scope, params, query }) => getHistory(app.db, scope, params.mental_model_id, query)),
});

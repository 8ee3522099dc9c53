import { resource, route } from '#lib/http/route';
import { dryRunRefreshMentalModel } from '#lib/mental-models/contract';
import { dryRunRefresh } from '#lib/mental-models/refresh/dry-run';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(dryRunRefreshMentalModel, ({ app, scope, params, request }) =>
    dryRunRefresh(app, scope, params.mental_model_id, request.signal),
  ),
});

import { resource, route } from '#lib/api/route';
import { dryRunRefreshMentalModel } from '#lib/memory/mental-models/contract';
import { dryRunRefresh } from '#lib/memory/mental-models/dry-run';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(dryRunRefreshMentalModel, ({ app, scope, params, request }) =>
    dryRunRefresh(app, scope, params.mental_model_id, request.signal),
  ),
});

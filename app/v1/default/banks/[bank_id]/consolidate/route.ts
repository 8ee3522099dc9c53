import { resource, route } from '#lib/http/route';
import * as contract from '#lib/observations/contract';
import { consolidate } from '#lib/observations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.consolidate, ({ app, scope, body }) => consolidate(app.db, scope, body.observation_scopes)),
});

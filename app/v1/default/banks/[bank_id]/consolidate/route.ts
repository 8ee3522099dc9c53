import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/observations/contract';
import { consolidate } from '#lib/memory/observations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.consolidate, ({ app, scope, body }) => consolidate(app.db, scope, body.observation_scopes)),
});

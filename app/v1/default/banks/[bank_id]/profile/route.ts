import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/banks/contract';
import { getProfile, setDisposition } from '#lib/memory/banks/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getProfile, ({ app, scope }) => getProfile(app.db, scope)),
  PUT: route(contract.putProfile, ({ app, scope, body }) => setDisposition(app.db, scope, body.disposition)),
});

import * as contract from '#lib/banks/contract';
import { getProfile, setDisposition } from '#lib/banks/service';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getProfile, ({ app, scope }) => getProfile(app.db, scope)),
  PUT: route(contract.putProfile, ({ app, scope, body }) => setDisposition(app.db, scope, body.disposition)),
});

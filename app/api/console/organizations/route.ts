import { resource, route } from '#lib/http/route';
import * as contract from '#lib/orgs/contract';
import { createOrganization } from '#lib/orgs/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.createOrganization, ({ app, scope, body }) => createOrganization(app.db, scope, body.name)),
});

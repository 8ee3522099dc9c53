import * as contract from '#lib/access/orgs/contract';
import { createOrganization } from '#lib/access/orgs/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.createOrganization, ({ app, scope, body }) => createOrganization(app.db, scope, body.name)),
});

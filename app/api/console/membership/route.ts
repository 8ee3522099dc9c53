import * as contract from '#lib/access/orgs/contract';
import { leaveOrganization } from '#lib/access/orgs/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  DELETE: route(contract.leaveOrganization, async ({ app, scope }) => {
    await leaveOrganization(app.db, scope);
    return { left: true as const };
  }),
});

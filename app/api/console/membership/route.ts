import { resource, route } from '#lib/http/route';
import * as contract from '#lib/orgs/contract';
import { leaveOrganization } from '#lib/orgs/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  DELETE: route(contract.leaveOrganization, async ({ app, scope }) => {
    await leaveOrganization(app.db, scope);
    return { left: true as const };
  }),
});

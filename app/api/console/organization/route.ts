import * as contract from '#lib/access/orgs/contract';
import { deleteOrganization, renameOrganization } from '#lib/access/orgs/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  PATCH: route(contract.renameOrganization, ({ app, scope, body }) => renameOrganization(app.db, scope, body.name)),
  DELETE: route(contract.deleteOrganization, async ({ app, scope, query }) => {
    const { banks, keys } = await deleteOrganization(app.db, scope, query.name);
    app.log.warn({ organization: scope.orgId, user: scope.actor.userId, banks, keys }, 'organization deleted');
    return { deleted: true as const, banks, keys };
  }),
});

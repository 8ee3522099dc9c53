import * as contract from '#lib/access/orgs/contract';
import { listMemberKeys } from '#lib/access/orgs/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listMemberKeys, async ({ app, scope, params }) => ({ items: await listMemberKeys(app.db, scope, params.user_id) })),
});

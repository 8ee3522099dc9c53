import { resource, route } from '#lib/http/route';
import * as contract from '#lib/orgs/contract';
import { listMemberKeys } from '#lib/orgs/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listMemberKeys, async ({ app, scope, params }) => ({ items: await listMemberKeys(app.db, scope, params.user_id) })),
});

import * as contract from '#lib/access/orgs/contract';
import { listMembers } from '#lib/access/orgs/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listMembers, async ({ app, scope }) => ({ items: await listMembers(app.db, scope) })),
});

import { resource, route } from '#lib/http/route';
import * as contract from '#lib/orgs/contract';
import { listMembers } from '#lib/orgs/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listMembers, async ({ app, scope }) => ({ items: await listMembers(app.db, scope) })),
});

import * as contract from '#lib/access/oauth/contract';
import { listConnections } from '#lib/access/oauth/grants';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listConnections, async ({ app, scope }) => ({ items: await listConnections(app.db, scope) })),
});

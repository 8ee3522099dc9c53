import * as contract from '#lib/access/people/contract';
import { endOtherSessions, listSessions } from '#lib/access/people/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listSessions, async ({ app, scope }) => ({ items: await listSessions(app.db, scope) })),
  DELETE: route(contract.endOtherSessions, async ({ app, scope }) => ({ ended: await endOtherSessions(app.db, scope) })),
});

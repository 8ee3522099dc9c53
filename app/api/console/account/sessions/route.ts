import { resource, route } from '#lib/http/route';
import * as contract from '#lib/people/contract';
import { endOtherSessions, listSessions } from '#lib/people/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listSessions, async ({ app, scope }) => ({ items: await listSessions(app.db, scope) })),
  DELETE: route(contract.endOtherSessions, async ({ app, scope }) => ({ ended: await endOtherSessions(app.db, scope) })),
});

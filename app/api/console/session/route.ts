import * as contract from '#lib/access/people/contract';
import { meOf } from '#lib/access/people/service';
import { versionInfo } from '#lib/api/monitoring/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getMe, async ({ app, scope }) => ({
    ...(await meOf(app.db, scope)),
    version: versionInfo(app.env),
    origin: app.signIn.origin,
  })),
});

import { resource, route } from '#lib/http/route';
import { versionInfo } from '#lib/monitoring/service';
import * as contract from '#lib/people/contract';
import { meOf } from '#lib/people/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getMe, async ({ app, scope }) => ({
    ...(await meOf(app.db, scope)),
    version: versionInfo(app.env),
    origin: app.signIn.origin,
  })),
});

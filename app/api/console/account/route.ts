import * as contract from '#lib/access/people/contract';
import { rename } from '#lib/access/people/service';
import { versionInfo } from '#lib/api/monitoring/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  PATCH: route(contract.renameMe, async ({ app, scope, body }) => ({
    ...(await rename(app.db, scope, body.name)),
    version: versionInfo(app.env),
    origin: app.signIn.origin,
  })),
});

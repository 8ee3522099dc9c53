import { resource, route } from '#lib/http/route';
import { versionInfo } from '#lib/monitoring/service';
import * as contract from '#lib/people/contract';
import { rename } from '#lib/people/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  PATCH: route(contract.renameMe, async ({ app, scope, body }) => ({
    ...(await rename(app.db, scope, body.name)),
    version: versionInfo(app.env),
    origin: app.signIn.origin,
  })),
});

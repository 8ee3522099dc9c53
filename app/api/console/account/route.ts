import * as contract from '#lib/access/people/contract';
import { updateAccount } from '#lib/access/people/service';
import { versionInfo } from '#lib/api/monitoring/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  PATCH: route(contract.updateMe, async ({ app, scope, body }) => ({
    ...(await updateAccount(app.db, scope, body)),
    version: versionInfo(app.env),
    origin: app.signIn.origin,
  })),
});

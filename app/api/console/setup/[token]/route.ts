import * as contract from '#lib/access/people/contract';
import { getSetup, setUp } from '#lib/access/people/service';
import { resource, route } from '#lib/api/route';
import { formatTimestamp } from '#lib/base/contract/fields';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getSetup, async ({ app, params }) => {
    const { organization, expiresAt } = await getSetup(app.db, app.defaultOrgId, params.token);
    return { organization, expires_at: formatTimestamp(expiresAt) };
  }),
  POST: route(contract.doSetup, ({ app, scope, params, body }) => setUp(app.db, app.defaultOrgId, params.token, body, scope)),
});

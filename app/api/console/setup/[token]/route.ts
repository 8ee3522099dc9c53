import { formatTimestamp } from '#lib/http/fields';
import { resource, route } from '#lib/http/route';
import * as contract from '#lib/people/contract';
import { getSetup, setUp } from '#lib/people/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getSetup, async ({ app, params }) => {
    const { organization, expiresAt } = await getSetup(app.db, app.defaultOrgId, params.token);
    return { organization, expires_at: formatTimestamp(expiresAt) };
  }),
  POST: route(contract.doSetup, ({ app, scope, params, body }) => setUp(app.db, app.defaultOrgId, params.token, body, scope)),
});

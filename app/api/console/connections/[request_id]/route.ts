import { decideConnection, getConnectionRequest, refuseConnection } from '#lib/access/oauth/contract';
import { acceptConnection, describeConnection, refuseConnection as refuse } from '#lib/access/oauth/grants';
import { oauthServer } from '#lib/api/oauth/server';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(getConnectionRequest, async ({ app, scope, params, request }) =>
    describeConnection((await oauthServer(app, request.headers)).provider, scope, params.request_id),
  ),
  POST: route(decideConnection, async ({ app, scope, params, body, request }) =>
    acceptConnection((await oauthServer(app, request.headers)).provider, app.db, scope, params.request_id, body),
  ),
  DELETE: route(refuseConnection, async ({ app, scope, params, request }) =>
    refuse((await oauthServer(app, request.headers)).provider, scope, params.request_id),
  ),
});

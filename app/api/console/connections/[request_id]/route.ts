import { decideConnection, getConnectionRequest, refuseConnection } from '#lib/access/oauth/contract';
import { acceptConnection, describeConnection, refuseConnection as refuse } from '#lib/access/oauth/grants';
import type { App } from '#lib/api/app';
import { requireOwnRequest } from '#lib/api/oauth/request-cookie';
import { oauthServer } from '#lib/api/oauth/server';
import { resource, route } from '#lib/api/route';

/** Throws `not_found` for a request that another browser has started. */
async function providerOf(app: App, headers: Headers, requestId: string) {
  requireOwnRequest(app, headers, requestId);
  return (await oauthServer(app, headers)).provider;
}

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(getConnectionRequest, async ({ app, scope, params, request }) =>
    describeConnection(await providerOf(app, request.headers, params.request_id), scope, params.request_id),
  ),
  POST: route(decideConnection, async ({ app, scope, params, body, request }) =>
    acceptConnection(await providerOf(app, request.headers, params.request_id), app.db, scope, params.request_id, body),
  ),
  DELETE: route(refuseConnection, async ({ app, scope, params, request }) =>
    refuse(await providerOf(app, request.headers, params.request_id), app.db, scope, params.request_id),
  ),
});

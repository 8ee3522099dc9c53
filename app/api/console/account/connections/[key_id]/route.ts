import { endGranted } from '#lib/access/keys/granted';
import { endConnection } from '#lib/access/oauth/contract';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  DELETE: route(endConnection, async ({ app, scope, params }) => ({ ended: await endGranted(app.db, scope, params.key_id) })),
});

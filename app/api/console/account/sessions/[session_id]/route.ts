import * as contract from '#lib/access/people/contract';
import { endSession } from '#lib/access/people/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  DELETE: route(contract.endSession, async ({ app, scope, params }) => ({ ended: await endSession(app.db, scope, params.session_id) })),
});

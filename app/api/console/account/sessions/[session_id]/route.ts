import { resource, route } from '#lib/http/route';
import * as contract from '#lib/people/contract';
import { endSession } from '#lib/people/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  DELETE: route(contract.endSession, async ({ app, scope, params }) => ({ ended: await endSession(app.db, scope, params.session_id) })),
});

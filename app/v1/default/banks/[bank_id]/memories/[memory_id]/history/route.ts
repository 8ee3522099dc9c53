import { resource, route } from '#lib/http/route';
import * as contract from '#lib/observations/contract';
import { getHistory } from '#lib/observations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getMemoryHistory, ({ app, scope, params }) => getHistory(app.db, scope, params.memory_id)),
});

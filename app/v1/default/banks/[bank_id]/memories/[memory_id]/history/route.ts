import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/observations/contract';
import { getHistory } from '#lib/memory/observations/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getMemoryHistory, ({ app, scope, params }) => getHistory(app.db, scope, params.memory_id)),
});

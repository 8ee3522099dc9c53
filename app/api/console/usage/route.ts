import { resource, route } from '#lib/api/route';
import * as contract from '#lib/models/llm/contract';
import { usage } from '#lib/models/llm/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getUsage, ({ app, scope, query }) => usage(app.db, scope, query)),
});

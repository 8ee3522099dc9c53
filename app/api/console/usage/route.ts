import { resource, route } from '#lib/http/route';
import * as contract from '#lib/llm/contract';
import { usage } from '#lib/llm/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getUsage, ({ app, scope, query }) => usage(app.db, scope, query)),
});

import { resource, route } from '#lib/http/route';
import * as contract from '#lib/llm/contract';
import { requestStats } from '#lib/llm/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.llmRequestStats, ({ app, scope, query }) => requestStats(app.db, scope, query)),
});

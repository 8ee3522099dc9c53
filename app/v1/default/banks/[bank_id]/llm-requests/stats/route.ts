import { resource, route } from '#lib/api/route';
import * as contract from '#lib/models/llm/contract';
import { requestStats } from '#lib/models/llm/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.llmRequestStats, ({ app, scope, query }) => requestStats(app.db, scope, query)),
});

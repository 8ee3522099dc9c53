import { resource, route } from '#lib/api/route';
import * as contract from '#lib/models/llm/contract';
import { listRequests } from '#lib/models/llm/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listLlmRequests, ({ app, scope, query }) => listRequests(app.db, scope, query)),
});

import { resource, route } from '#lib/http/route';
import * as contract from '#lib/llm/contract';
import { listRequests } from '#lib/llm/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listLlmRequests, ({ app, scope, query }) => listRequests(app.db, scope, query)),
});

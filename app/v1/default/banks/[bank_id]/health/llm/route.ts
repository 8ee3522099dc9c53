import { resource, route } from '#lib/http/route';
import * as contract from '#lib/llm/contract';
import { testModels } from '#lib/llm/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.testBankLlm, ({ app, scope, request }) => testModels(app, scope, request.signal)),
});

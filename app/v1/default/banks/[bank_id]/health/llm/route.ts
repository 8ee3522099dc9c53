import { countProbe } from '#lib/access/limits/probes';
import { resource, route } from '#lib/api/route';
import * as contract from '#lib/models/llm/contract';
import { testModels } from '#lib/models/llm/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.testBankLlm, ({ app, scope, request }) => testModels(app, scope, countProbe, request.signal)),
});

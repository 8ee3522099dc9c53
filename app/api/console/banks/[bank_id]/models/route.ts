import { resource, route } from '#lib/http/route';
import * as contract from '#lib/llm/contract';
import { bankModels } from '#lib/llm/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getBankModels, ({ app, scope }) => bankModels(app, scope)),
});

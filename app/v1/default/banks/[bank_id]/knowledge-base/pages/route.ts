import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/knowledge/contract';
import { createPage } from '#lib/memory/knowledge/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.createKnowledgePage, ({ app, scope, body }) => createPage(app, scope, body)),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/knowledge/contract';
import { getTree } from '#lib/memory/knowledge/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getKnowledgeBaseTree, ({ app, scope, query }) => getTree(app.db, scope, query)),
});

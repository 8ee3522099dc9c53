import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/knowledge/contract';
import { exportPages } from '#lib/memory/knowledge/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.exportKnowledgeBase, ({ app, scope, query }) => exportPages(app.db, scope, query.layout)),
});

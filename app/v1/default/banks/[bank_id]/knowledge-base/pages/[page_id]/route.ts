import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/knowledge/contract';
import { getPage } from '#lib/memory/knowledge/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getKnowledgePage, ({ app, scope, params }) => getPage(app.db, scope, params.page_id)),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/knowledge/contract';
import { searchPages } from '#lib/memory/knowledge/search';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.searchKnowledgeBase, ({ app, scope, query, request }) => searchPages(app, scope, query, request.signal)),
});

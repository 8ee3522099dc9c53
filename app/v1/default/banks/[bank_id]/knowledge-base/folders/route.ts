import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/knowledge/contract';
import { createFolder } from '#lib/memory/knowledge/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.createKnowledgeFolder, ({ app, scope, body }) => createFolder(app.db, scope, body)),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/knowledge/contract';
import { exportZip } from '#lib/memory/knowledge/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.exportKnowledgeZip, ({ app, scope }) => exportZip(app.db, scope)),
});

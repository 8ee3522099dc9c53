import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/knowledge/contract';
import { deleteNode, updateNode } from '#lib/memory/knowledge/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  PATCH: route(contract.updateKnowledgeNode, ({ app, scope, params, body }) => updateNode(app, scope, params.node_id, body)),
  DELETE: route(contract.deleteKnowledgeNode, ({ app, scope, params }) => deleteNode(app.db, scope, params.node_id)),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/documents/contract';
import { getDocument, listDocumentChunks, reprocessDocument, updateDocument } from '#lib/memory/documents/service';
import { deleteDocument } from '#lib/memory/purge/service';

// Document ids may contain slashes, so this file also serves the subpaths of a document.
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: [
    route(contract.listDocumentChunks, ({ read, scope, params, query }) =>
      read((at) => listDocumentChunks(at, scope, params.document_id, query)),
    ),
    route(contract.getDocument, ({ read, scope, params }) => read((at) => getDocument(at, scope, params.document_id))),
  ],
  POST: route(contract.reprocessDocument, ({ app, scope, params }) => reprocessDocument(app.db, scope, params.document_id)),
  PATCH: route(contract.updateDocument, ({ app, scope, params, body }) => updateDocument(app.db, scope, params.document_id, body)),
  DELETE: route(contract.deleteDocument, ({ app, scope, params, query }) => deleteDocument(app, scope, params.document_id, query)),
});

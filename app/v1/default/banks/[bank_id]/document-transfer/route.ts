import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/transfer/contract';
import { exportDocumentsDirectly } from '#lib/memory/transfer/service';
import { importDocuments } from '#lib/memory/transfer/upload';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.exportDocumentsDirectly, exportDocumentsDirectly),
  POST: route(contract.importDocuments, ({ app, scope, query, form, request }) =>
    importDocuments(app, scope, query, { ...form, signal: request.signal }),
  ),
});

import { resource, route } from '#lib/api/route';
import { reply } from '#lib/base/contract/reply';
import * as contract from '#lib/memory/transfer/contract';
import { exportDocumentsDirectly } from '#lib/memory/transfer/service';
import { importDocuments, previewDocuments } from '#lib/memory/transfer/upload';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.exportDocumentsDirectly, exportDocumentsDirectly),
  POST: route(contract.importDocuments, async ({ app, scope, query, form, request }) => {
    const upload = { ...form, signal: request.signal };
    return query.dry_run ? reply(200, await previewDocuments(app, scope, query, upload)) : importDocuments(app, scope, query, upload);
  }),
});

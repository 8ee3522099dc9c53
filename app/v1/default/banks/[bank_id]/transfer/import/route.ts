import { resource, route } from '#lib/api/route';
import { reply } from '#lib/base/contract/reply';
import * as contract from '#lib/memory/transfer/contract';
import { importBank, previewBankImport } from '#lib/memory/transfer/upload';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.importBank, async ({ app, scope, query, form, request }) => {
    const upload = { ...form, signal: request.signal };
    return query.dry_run ? reply(200, await previewBankImport(app, scope, query, upload)) : importBank(app, scope, query, upload);
  }),
});

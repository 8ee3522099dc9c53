import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/transfer/contract';
import { importBank } from '#lib/memory/transfer/upload';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.importBank, ({ app, scope, query, form, request }) =>
    importBank(app, scope, query, { ...form, signal: request.signal }),
  ),
});

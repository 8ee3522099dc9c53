import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/transfer/contract';
import { download } from '#lib/memory/transfer/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.downloadFile, ({ app, scope, params }) => download(app.db, scope, params.key)),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/transfer/contract';
import { exportDocuments } from '#lib/memory/transfer/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.exportDocuments, ({ app, scope, query }) => exportDocuments(app.db, scope, query)),
});

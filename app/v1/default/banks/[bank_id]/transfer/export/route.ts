import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/transfer/contract';
import { exportBank } from '#lib/memory/transfer/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.exportBank, ({ app, scope, query }) => exportBank(app.db, scope, query)),
});

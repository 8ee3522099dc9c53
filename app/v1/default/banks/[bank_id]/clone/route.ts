import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/transfer/contract';
import { cloneBank } from '#lib/memory/transfer/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.cloneBank, ({ app, scope, query }) => cloneBank(app.db, scope, query.target_bank_id)),
});

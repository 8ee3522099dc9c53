import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/banks/contract';
import { deleteBank, patchBank, putBank } from '#lib/memory/banks/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  PUT: route(contract.putBank, ({ app, scope, body }) => putBank(app.db, scope, body)),
  PATCH: route(contract.patchBank, ({ app, scope, body }) => patchBank(app.db, scope, body)),
  DELETE: route(contract.deleteBank, ({ app, scope }) => deleteBank(app.db, scope)),
});

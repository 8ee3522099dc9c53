import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/banks/contract';
import { listBanks } from '#lib/memory/banks/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listBanks, ({ app, scope, query }) => listBanks(app.db, scope, query)),
});

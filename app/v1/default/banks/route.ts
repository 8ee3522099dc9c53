import * as contract from '#lib/banks/contract';
import { listBanks } from '#lib/banks/service';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listBanks, ({ app, scope, query }) => listBanks(app.db, scope, query)),
});

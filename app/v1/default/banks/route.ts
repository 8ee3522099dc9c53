import { resource, route } from '#lib/api/route';
import { LongReply } from '#lib/base/contract/reply';
import * as contract from '#lib/memory/banks/contract';
import { listBanks } from '#lib/memory/banks/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listBanks, async ({ app, scope, query }) => new LongReply(await listBanks(app.db, scope, query), 'banks')),
});

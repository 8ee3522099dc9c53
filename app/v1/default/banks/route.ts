import { resource, route } from '#lib/api/route';
import { LongReply } from '#lib/base/contract/reply';
import * as contract from '#lib/memory/banks/contract';
import { listBanks } from '#lib/memory/banks/service';
import { readUnexpired } from '#lib/memory/expiry/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listBanks, async ({ app: { db }, scope, query }) => {
    const page = await readUnexpired(
      db,
      scope,
      () => listBanks(db, scope, query),
      ({ banks }) => banks.map(({ bank_id }) => bank_id),
    );
    return new LongReply(page, 'banks');
  }),
});

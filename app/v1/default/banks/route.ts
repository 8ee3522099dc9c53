import { resource, route } from '#lib/api/route';
import { LongReply } from '#lib/base/contract/reply';
import * as contract from '#lib/memory/banks/contract';
import { openBankList } from '#lib/memory/banks/service';
import { readUnexpired } from '#lib/memory/expiry/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listBanks, async ({ app: { db }, scope, query }) => {
    const { first, more } = await openBankList(db, scope, query, (read) =>
      readUnexpired(db, scope, read, ({ banks }) => banks.map(({ bank_id }) => bank_id)),
    );
    return more ? new LongReply('banks', first, more) : first;
  }),
});

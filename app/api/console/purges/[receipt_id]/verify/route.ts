import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/receipts/contract';
import { verifyReceipt } from '#lib/memory/receipts/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.verifyPurge, ({ app, scope, params }) =>
    verifyReceipt(app.db, scope, params.receipt_id, (bankUid, ids) => app.cachedBanks.count(bankUid, ids)),
  ),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/receipts/contract';
import { getReceipt } from '#lib/memory/receipts/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getPurgeReceipt, ({ app, scope, params }) => getReceipt(app.db, scope, params.receipt_id)),
});

import * as contract from '#lib/access/keys/contract';
import { editKeyBanks } from '#lib/access/keys/manage';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  PUT: route(contract.editKeyBanks, ({ app, scope, params, body }) => editKeyBanks(app.db, scope, params.key_id, body.allowed_bank_ids)),
});

import { resource, route } from '#lib/http/route';
import * as contract from '#lib/keys/contract';
import { editKeyBanks } from '#lib/keys/manage';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  PUT: route(contract.editKeyBanks, ({ app, scope, params, body }) => editKeyBanks(app.db, scope, params.key_id, body.allowed_bank_ids)),
});

import { readConfig, resetConfig, updateConfig } from '#lib/banks/configure';
import { resource, route } from '#lib/http/route';
import * as contract from '#lib/settings/contract';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getBankConfig, ({ app, scope }) => readConfig(app, scope)),
  PATCH: route(contract.updateBankConfig, ({ app, scope, body }) => updateConfig(app, scope, body.updates)),
  DELETE: route(contract.resetBankConfig, ({ app, scope }) => resetConfig(app, scope)),
});

import { resource, route } from '#lib/api/route';
import { readConfig, resetConfig, updateConfig } from '#lib/memory/banks/configure';
import { consolidateIfWaitingForRoom } from '#lib/memory/observations/service';
import * as contract from '#lib/memory/settings/contract';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getBankConfig, ({ app, scope }) => readConfig(app, scope)),
  PATCH: route(contract.updateBankConfig, async ({ app, scope, body }) => {
    const changed = await updateConfig(app, scope, body.updates);
    await consolidateIfWaitingForRoom(app, scope);
    return changed;
  }),
  DELETE: route(contract.resetBankConfig, async ({ app, scope }) => {
    const changed = await resetConfig(app, scope);
    await consolidateIfWaitingForRoom(app, scope);
    return changed;
  }),
});

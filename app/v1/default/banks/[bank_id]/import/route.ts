import { resource, route } from '#lib/api/route';
import { consolidateIfWaitingForRoom } from '#lib/memory/observations/service';
import * as contract from '#lib/memory/templates/contract';
import { importTemplate } from '#lib/memory/templates/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.importTemplate, async ({ app, scope, query, body }) => {
    const imported = await importTemplate(app, scope, body, { isDryRun: query.dry_run, name: query.name });
    if (imported.config_applied && !imported.dry_run) await consolidateIfWaitingForRoom(app, scope);
    return imported;
  }),
});

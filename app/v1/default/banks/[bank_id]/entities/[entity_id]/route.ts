import { resource, route } from '#lib/api/route';
import { readTagFilter } from '#lib/base/tags/fuzzy';
import * as contract from '#lib/memory/entities/contract';
import { updateEntity } from '#lib/memory/entities/curate';
import { getEntity } from '#lib/memory/entities/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getEntity, async ({ app, scope, params, query }) =>
    getEntity(app.db, scope, params.entity_id, await readTagFilter(app.db, scope, query)),
  ),
  PATCH: route(contract.updateEntity, ({ app, scope, params, body }) => updateEntity(app.db, scope, params.entity_id, body)),
});

import * as contract from '#lib/entities/contract';
import { updateEntity } from '#lib/entities/curate';
import { getEntity } from '#lib/entities/service';
import { resource, route } from '#lib/http/route';
import { readTagFilter } from '#lib/tags/fuzzy';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getEntity, async ({ app, scope, params, query }) =>
    getEntity(app.db, scope, params.entity_id, await readTagFilter(app.db, scope, query)),
  ),
  PATCH: route(contract.updateEntity, ({ app, scope, params, body }) => updateEntity(app.db, scope, params.entity_id, body)),
});

import { resource, route } from '#lib/api/route';
import { withTagFilter } from '#lib/base/tags/fuzzy';
import * as contract from '#lib/memory/entities/contract';
import { updateEntity } from '#lib/memory/entities/curate';
import { getEntity } from '#lib/memory/entities/service';
import { deleteEntity } from '#lib/memory/purge/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getEntity, ({ read, scope, params, query }) =>
    read((db) => withTagFilter(db, scope, query, (at, tags) => getEntity(at, scope, params.entity_id, tags))),
  ),
  DELETE: route(contract.deleteEntity, ({ app, scope, params, query }) => deleteEntity(app, scope, params.entity_id, query)),
  PATCH: route(contract.updateEntity, ({ app, scope, params, body }) => updateEntity(app.db, scope, params.entity_id, body)),
});

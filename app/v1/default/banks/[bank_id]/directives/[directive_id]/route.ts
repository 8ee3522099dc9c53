import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/directives/contract';
import { deleteDirective, getDirective, updateDirective } from '#lib/memory/directives/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getDirective, ({ app, scope, params }) => getDirective(app.db, scope, params.directive_id)),
  PATCH: route(contract.updateDirective, ({ app, scope, params, body }) => updateDirective(app.db, scope, params.directive_id, body)),
  DELETE: route(contract.deleteDirective, ({ app, scope, params }) => deleteDirective(app.db, scope, params.directive_id)),
});

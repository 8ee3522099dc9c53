import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/directives/contract';
import { createDirective, listDirectives } from '#lib/memory/directives/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listDirectives, ({ app, scope, query }) => listDirectives(app.db, scope, query)),
  POST: route(contract.createDirective, ({ app, scope, body }) => createDirective(app.db, scope, body)),
});

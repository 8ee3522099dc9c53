import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/entities/contract';
import { listEntitySuggestions } from '#lib/memory/entities/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listEntitySuggestions, ({ app, scope, query }) => listEntitySuggestions(app.db, scope, query)),
});

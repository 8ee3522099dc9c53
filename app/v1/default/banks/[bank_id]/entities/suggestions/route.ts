import * as contract from '#lib/entities/contract';
import { listEntitySuggestions } from '#lib/entities/service';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listEntitySuggestions, ({ app, scope, query }) => listEntitySuggestions(app.db, scope, query)),
});

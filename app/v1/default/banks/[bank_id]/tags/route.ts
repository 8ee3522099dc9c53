import * as contract from '#lib/documents/contract';
import { listTags } from '#lib/documents/service';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listTags, ({ app, scope, query }) => listTags(app.db, scope, query)),
});

import * as contract from '#lib/documents/contract';
import { listDocuments } from '#lib/documents/service';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listDocuments, ({ app, scope, query }) => listDocuments(app.db, scope, query)),
});

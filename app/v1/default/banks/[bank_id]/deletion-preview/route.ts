import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/purge/contract';
import { previewDeletion } from '#lib/memory/purge/preview';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.previewDeletion, ({ app, scope, query }) => previewDeletion(app.db, scope, query)),
});

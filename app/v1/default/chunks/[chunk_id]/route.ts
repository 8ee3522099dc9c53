import * as contract from '#lib/documents/contract';
import { getChunk } from '#lib/documents/service';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getChunk, ({ app, scope, params }) => getChunk(app.db, scope, params.chunk_id)),
});

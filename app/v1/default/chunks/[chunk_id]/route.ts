import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/documents/contract';
import { getChunk } from '#lib/memory/documents/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getChunk, ({ app, scope, params }) => getChunk(app.db, scope, params.chunk_id)),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/documents/contract';
import { getChunk } from '#lib/memory/documents/service';
import { readUnexpired } from '#lib/memory/expiry/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getChunk, ({ app: { db }, scope, params }) =>
    readUnexpired(
      db,
      scope,
      () => getChunk(db, scope, params.chunk_id),
      ({ bank_id }) => [bank_id],
    ),
  ),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/documents/contract';
import { listDocuments } from '#lib/memory/documents/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listDocuments, ({ read, scope, query }) => read((at) => listDocuments(at, scope, query))),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/documents/contract';
import { listTags } from '#lib/memory/documents/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listTags, ({ read, scope, query }) => read((at) => listTags(at, scope, query))),
});

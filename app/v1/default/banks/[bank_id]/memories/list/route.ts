import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/memories/contract';
import { listMemories } from '#lib/memory/memories/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listMemories, ({ read, scope, query }) => read((at) => listMemories(at, scope, query))),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/memories/contract';
import { countMemories } from '#lib/memory/memories/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.countMemories, ({ read, scope, body }) => read((at) => countMemories(at, scope, body.filters))),
});

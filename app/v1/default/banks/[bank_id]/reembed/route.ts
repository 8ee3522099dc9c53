import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/reembedding/contract';
import { reembed } from '#lib/memory/reembedding/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.reembed, ({ app, scope }) => reembed(app.db, scope)),
});

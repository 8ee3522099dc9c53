import { resource, route } from '#lib/http/route';
import * as contract from '#lib/reembedding/contract';
import { reembed } from '#lib/reembedding/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.reembed, ({ app, scope }) => reembed(app.db, scope)),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/banks/contract';
import { addBackground } from '#lib/memory/banks/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.postBackground, ({ app, scope, body, request }) =>
    addBackground({ db: app.db, models: app.models, signal: request.signal }, scope, body.content),
  ),
});

import * as contract from '#lib/banks/contract';
import { addBackground } from '#lib/banks/service';
import { resource, route } from '#lib/http/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.postBackground, ({ app, scope, body, request }) =>
    addBackground({ db: app.db, models: app.models, signal: request.signal }, scope, body.content),
  ),
});

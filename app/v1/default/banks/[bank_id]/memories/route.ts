import { resource, route } from '#lib/http/route';
import { clearMemories } from '#lib/memories/contract';
import { clearMemories as clear } from '#lib/memories/service';
import { retainMemories } from '#lib/retain/contract';
import { retain } from '#lib/retain/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(retainMemories, ({ app, scope, body, request }) => retain(app, scope, body, request.headers.get('idempotency-key'))),
  DELETE: route(clearMemories, ({ app, scope, query }) => clear(app.db, scope, query.type)),
});

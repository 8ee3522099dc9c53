import { resource, route } from '#lib/http/route';
import { clearMemories } from '#lib/memories/contract';
import { clearMemories as clear } from '#lib/memories/service';
import { retainNowOrLater } from '#lib/retain/background';
import { retainMemories } from '#lib/retain/contract';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(retainMemories, ({ app, scope, body, request }) =>
    retainNowOrLater(app, scope, body, request.headers.get('idempotency-key'), request.signal),
  ),
  DELETE: route(clearMemories, ({ app, scope, query }) => clear(app.db, scope, query.type)),
});

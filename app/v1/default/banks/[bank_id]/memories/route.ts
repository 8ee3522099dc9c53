import { resource, route } from '#lib/api/route';
import { clearMemories } from '#lib/memory/memories/contract';
import { clearMemories as clear } from '#lib/memory/memories/service';
import { retainNowOrLater } from '#lib/memory/retain/background';
import { retainMemories } from '#lib/memory/retain/contract';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(retainMemories, ({ app, scope, body, request }) =>
    retainNowOrLater(app, scope, body, request.headers.get('idempotency-key'), request.signal),
  ),
  DELETE: route(clearMemories, ({ app, scope, query }) => clear(app.db, scope, query.type)),
});

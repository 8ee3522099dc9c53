import { resource, route } from '#lib/api/route';
import { reply } from '#lib/base/contract/reply';
import { type CacheStatus, cacheHeader } from '#lib/memory/recall/cache/status';
import { recallMemories } from '#lib/memory/recall/contract';
import { recall } from '#lib/memory/recall/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(recallMemories, async ({ app, read, scope, body }) => {
    let without: string[] = [];
    let cache: CacheStatus | null = null;
    const noteCache = (status: CacheStatus): void => {
      cache = status;
    };
    const found = await read((db) => {
      without = [];
      return recall({ ...app, db, note: (shortcoming) => without.push(shortcoming), noteCache }, scope, body);
    });
    return reply(recallMemories.status, found, {
      'X-Recall-Cache': cacheHeader(cache ?? app.cachedBanks.statusOf(scope.bankUid)),
      ...(without.length > 0 && { 'X-Recall-Without': without.join(', ') }),
    });
  }),
});

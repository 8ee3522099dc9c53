import { resource, route } from '#lib/api/route';
import { reply } from '#lib/base/contract/reply';
import { recallMemories } from '#lib/memory/recall/contract';
import { recall } from '#lib/memory/recall/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(recallMemories, async ({ app, scope, body }) => {
    const without: string[] = [];
    const found = await recall({ ...app, note: (shortcoming) => without.push(shortcoming) }, scope, body);
    return without.length === 0 ? found : reply(recallMemories.status, found, { 'X-Recall-Without': without.join(', ') });
  }),
});

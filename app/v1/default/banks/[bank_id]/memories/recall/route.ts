import { reply } from '#lib/http/reply';
import { resource, route } from '#lib/http/route';
import { recallMemories } from '#lib/recall/contract';
import { recall } from '#lib/recall/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(recallMemories, async ({ app, scope, body }) => {
    const without: string[] = [];
    const found = await recall({ ...app, note: (shortcoming) => without.push(shortcoming) }, scope, body);
    return without.length === 0 ? found : reply(recallMemories.status, found, { 'X-Recall-Without': without.join(', ') });
  }),
});

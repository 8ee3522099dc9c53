import { resource, route } from '#lib/http/route';
import { recallMemories } from '#lib/recall/contract';
import { recall } from '#lib/recall/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(recallMemories, ({ app, scope, body }) => recall(app, scope, body)),
});

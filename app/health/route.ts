import { health } from '#lib/api/monitoring/contract';
import { readiness } from '#lib/api/monitoring/service';
import { readinessReply } from '#lib/api/monitoring/view';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(health, async ({ app }) => readinessReply(await readiness(app))),
});

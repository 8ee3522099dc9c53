import { resource, route } from '#lib/http/route';
import { health } from '#lib/monitoring/contract';
import { readiness } from '#lib/monitoring/service';
import { readinessReply } from '#lib/monitoring/view';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(health, async ({ app }) => readinessReply(await readiness(app))),
});

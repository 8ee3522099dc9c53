import { resource, route } from '#lib/http/route';
import { healthReady } from '#lib/monitoring/contract';
import { readiness } from '#lib/monitoring/service';
import { readinessReply } from '#lib/monitoring/view';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(healthReady, async ({ app }) => readinessReply(await readiness(app))),
});

import { app } from '#lib/api/app';
import { metrics } from '#lib/api/monitoring/contract';
import { metricsText } from '#lib/api/monitoring/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(metrics, ({ request }) => metricsText(app().env, request.headers.get('authorization'))),
});

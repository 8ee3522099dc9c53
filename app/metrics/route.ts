import { app } from '#lib/app';
import { resource, route } from '#lib/http/route';
import { metrics } from '#lib/monitoring/contract';
import { metricsText } from '#lib/monitoring/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(metrics, ({ request }) => metricsText(app().env, request.headers.get('authorization'))),
});

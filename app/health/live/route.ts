import { healthLive } from '#lib/api/monitoring/contract';
import { liveness } from '#lib/api/monitoring/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({ GET: route(healthLive, liveness) });

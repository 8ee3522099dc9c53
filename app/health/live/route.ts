import { resource, route } from '#lib/http/route';
import { healthLive } from '#lib/monitoring/contract';
import { liveness } from '#lib/monitoring/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({ GET: route(healthLive, liveness) });

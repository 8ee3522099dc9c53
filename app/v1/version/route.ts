import { app } from '#lib/app';
import { resource, route } from '#lib/http/route';
import { versionV1 } from '#lib/monitoring/contract';
import { versionInfo } from '#lib/monitoring/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({ GET: route(versionV1, () => versionInfo(app().env)) });

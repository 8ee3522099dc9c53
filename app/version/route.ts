import { app } from '#lib/api/app';
import { version } from '#lib/api/monitoring/contract';
import { versionInfo } from '#lib/api/monitoring/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({ GET: route(version, () => versionInfo(app().env)) });

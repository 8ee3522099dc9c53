import { app } from '#lib/app';
import { resource, route } from '#lib/http/route';
import { version } from '#lib/monitoring/contract';
import { versionInfo } from '#lib/monitoring/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({ GET: route(version, () => versionInfo(app().env)) });

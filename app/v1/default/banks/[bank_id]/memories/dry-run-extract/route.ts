import { resource, route } from '#lib/api/route';
import { dryRunExtract } from '#lib/memory/retain/contract';
import { dryRun } from '#lib/memory/retain/dry-run';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(dryRunExtract, ({ app, scope, body, request }) => dryRun(app, scope, body, request.signal)),
});

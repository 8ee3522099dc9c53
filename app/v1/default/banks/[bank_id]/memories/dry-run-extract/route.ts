import { resource, route } from '#lib/http/route';
import { dryRunExtract } from '#lib/retain/contract';
import { dryRun } from '#lib/retain/dry-run';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(dryRunExtract, ({ app, scope, body, request }) => dryRun(app, scope, body, request.signal)),
});

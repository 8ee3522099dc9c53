import * as contract from '#lib/access/people/contract';
import { offeredProviders } from '#lib/access/people/providers';
import { needsOwner } from '#lib/access/people/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listProviders, async ({ app }) => ({
    is_on: app.signIn.secret !== null,
    off_because: app.signIn.offBecause,
    providers: app.signIn.secret === null ? [] : offeredProviders(app.env),
    needs_owner: await needsOwner(app.db, app.defaultOrgId),
  })),
});

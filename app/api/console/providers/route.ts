import { resource, route } from '#lib/http/route';
import * as contract from '#lib/people/contract';
import { offeredProviders } from '#lib/people/providers';
import { needsOwner } from '#lib/people/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.listProviders, async ({ app }) => ({
    is_on: app.signIn.secret !== null,
    off_because: app.signIn.offBecause,
    providers: app.signIn.secret === null ? [] : offeredProviders(app.env),
    needs_owner: await needsOwner(app.db, app.defaultOrgId),
  })),
});

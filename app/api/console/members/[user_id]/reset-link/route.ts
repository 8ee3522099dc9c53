import * as contract from '#lib/access/orgs/contract';
import { createResetLink } from '#lib/access/orgs/service';
import { resource, route } from '#lib/api/route';
import { formatTimestamp } from '#lib/base/contract/fields';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.createResetLink, async ({ app, scope, params }) => {
    const { token, email, expiresAt } = await createResetLink(app.db, scope, params.user_id);
    return { path: `/reset/${token}`, email, expires_at: formatTimestamp(expiresAt) };
  }),
});

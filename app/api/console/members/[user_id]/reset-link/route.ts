import { formatTimestamp } from '#lib/http/fields';
import { resource, route } from '#lib/http/route';
import * as contract from '#lib/orgs/contract';
import { createResetLink } from '#lib/orgs/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.createResetLink, async ({ app, scope, params }) => {
    const { token, email, expiresAt } = await createResetLink(app.db, scope, params.user_id);
    return { path: `/reset/${token}`, email, expires_at: formatTimestamp(expiresAt) };
  }),
});

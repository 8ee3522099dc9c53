import * as contract from '#lib/access/people/contract';
import { getReset, resetPassword } from '#lib/access/people/service';
import { resource, route } from '#lib/api/route';
import { formatTimestamp } from '#lib/base/contract/fields';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.getReset, async ({ app, params }) => {
    const { email, expiresAt } = await getReset(app.db, params.token);
    return { email, expires_at: formatTimestamp(expiresAt) };
  }),
  POST: route(contract.doReset, async ({ app, scope, params, body }) => {
    const { email, ended } = await resetPassword(app.db, params.token, body.password, scope);
    return { email, sessions_ended: ended };
  }),
});

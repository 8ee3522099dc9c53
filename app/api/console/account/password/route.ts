import * as contract from '#lib/access/people/contract';
import { changePassword } from '#lib/access/people/service';
import { resource, route } from '#lib/api/route';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.changePassword, async ({ app, scope, body }) => ({
    sessions_ended: await changePassword(app.db, scope, body.current_password, body.new_password),
  })),
});

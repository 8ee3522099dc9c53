import { resource, route } from '#lib/http/route';
import * as contract from '#lib/people/contract';
import { changePassword } from '#lib/people/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  POST: route(contract.changePassword, async ({ app, scope, body }) => ({
    sessions_ended: await changePassword(app.db, scope, body.current_password, body.new_password),
  })),
});

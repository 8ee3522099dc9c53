import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/templates/contract';
import { exportTemplate } from '#lib/memory/templates/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.exportTemplate, ({ app, scope }) => exportTemplate(app, scope)),
});

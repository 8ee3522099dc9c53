import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/templates/contract';
import { templateJsonSchema } from '#lib/memory/templates/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.templateSchema, templateJsonSchema),
});

import { resource, route } from '#lib/api/route';
import * as contract from '#lib/memory/transfer/contract';
import { exportDocumentsDirectly } from '#lib/memory/transfer/service';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = resource({
  GET: route(contract.exportDocumentsDirectly, exportDocumentsDirectly),
});

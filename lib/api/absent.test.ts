import { expect, it } from 'vitest';
import { absenceOf } from '#lib/api/absent';

it.each([
  ['/v1/default/banks/b/webhooks', 'Webhooks are not available in this version'],
  ['/v1/default/files', 'Files are not available in this version'],
  ['/v1/default/banks/b/transfer', 'Not Found'],
  ['/v1/default/bank-transfer', 'Bank transfer is not available in this version'],
  ['/v1/default/bank-transfer/x', 'Bank transfer is not available in this version'],
  ['/v1/default/bank-transfers', 'Not Found'],
  ['/v1/default/banks/b/webhook', 'Not Found'],
  ['/v1/default/banks/b/exports', 'Not Found'],
  ['/v1/nothing', 'Not Found'],
])('%s: %s', (path, message) => {
  expect(absenceOf(path)).toBe(message);
});

import { z } from 'zod';
import { deleteResponse } from '#lib/banks/contract';
import { operation } from '#lib/http/operation';

export const clearMemories = operation({
  id: 'clear_bank_memories',
  method: 'DELETE',
  path: '/v1/default/banks/{bank_id}/memories',
  tag: 'Memory',
  summary: 'Clear the memories of a bank',
  description:
    'Without `type` everything that was retained goes: memory units, documents, entities; the bank and its profile stay. ' +
    'With `type` only the units of that type go; documents keep their text, and retaining one again reads it anew.',
  auth: 'key',
  permission: 'bank.delete',
  query: z.object({ type: z.string().max(64).optional().describe('world, experience or observation; any other word clears nothing.') }),
  response: deleteResponse.describe('`deleted_count` is the number of memory units.'),
});

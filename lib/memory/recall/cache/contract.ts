import { z } from 'zod';
import { operation } from '#lib/base/contract/operation';
import { WANTED_STATES } from '#lib/memory/recall/cache/literals';

const bytes = () => z.int();

export const getBankCache = operation({
  id: 'get_bank_cache',
  method: 'GET',
  path: '/api/console/bank-cache',
  tag: 'Console',
  summary: 'Get the bank cache of this process',
  description: 'The banks of the organization that recall wanted in the cache: first those without room, then those being read.',
  auth: 'session',
  permission: 'bank.list',
  nulls: 'sent',
  response: z.object({
    used_bytes: bytes().describe('Memory of all cached banks, including those of other organizations.'),
    max_bytes: bytes().describe('SERVICE_API_RECALL_MEMORY_MB; 0: the cache is turned off.'),
    total: z.int().describe('Banks of the organization that recall wanted in the cache; `banks` lists at most 50 of them.'),
    banks: z.array(
      z.object({
        bank_id: z.string(),
        name: z.string(),
        state: z.enum(WANTED_STATES),
        progress: z.number().describe('Share of its memories that have been read, from 0 to 1.'),
        memories: z.int(),
        bytes: bytes(),
      }),
    ),
  }),
});

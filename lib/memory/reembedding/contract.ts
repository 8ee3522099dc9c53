import { z } from 'zod';
import { operation } from '#lib/base/contract/operation';

const reembedResponse = z.object({
  operation_id: z.string(),
  deduplicated: z.boolean().describe('It joined one that was waiting.'),
});
export type ReembedResponse = z.output<typeof reembedResponse>;

export const reembed = operation({
  id: 'reembed_bank',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/reembed',
  tag: 'Banks',
  summary: 'Embed a bank anew',
  description:
    'Queues the work; the operation tells how far it is. Every memory gets a vector of the model that is configured now, while recall and retain ' +
    'go on with the former one; then the bank changes over at once. It begins by itself when the configured model changes. Where the bank has ' +
    'that model already, memories without a vector get one.',
  auth: 'key',
  permission: 'bank.configure',
  response: reembedResponse,
  errors: [404],
  costsTokens: true,
});

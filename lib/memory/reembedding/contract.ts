import { z } from 'zod';
import { operation } from '#lib/base/contract/operation';

const reembedResponse = z.object({
  operation_id: z.string(),
  deduplicated: z.boolean().describe('Whether the request joined an operation that was already queued.'),
});
export type ReembedResponse = z.output<typeof reembedResponse>;

export const reembed = operation({
  id: 'reembed_bank',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/reembed',
  tag: 'Banks',
  summary: 'Re-embed a bank',
  description:
    'Queues an operation that reports the progress. Every memory gets a vector of the configured embedding model, while recall and retain ' +
    'continue with the previous one. Then the bank switches to the new model. Starts automatically when the configured model changes. If the bank already uses ' +
    'that model, memories without a vector get one.',
  auth: 'key',
  permission: 'bank.configure',
  response: reembedResponse,
  errors: [404],
  costsTokens: true,
});

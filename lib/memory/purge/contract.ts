import { z } from 'zod';
import { idText, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { deletionCounts, purgeParam } from '#lib/memory/receipts/contract';

export const deletionPreview = z.object(deletionCounts()).describe('What a deletion would remove now, counted as in its receipt.');
export type DeletionPreview = z.output<typeof deletionPreview>;

/** The most entities of one preview. */
const MAX_ENTITIES = 100;

const previewQuery = z
  .object({
    memory_id: uuidText('memory').optional(),
    document_id: idText().optional(),
    entity_id: z
      .array(uuidText('entity'))
      .min(1)
      .max(MAX_ENTITIES)
      .optional()
      .describe('One or several. Of several, what deleting all of them would remove: also facts that name only these.'),
    purge: purgeParam(),
    shared: z.boolean().default(false).describe('Of an entity: also facts that name other entities.'),
  })
  .refine((query) => [query.memory_id, query.document_id, query.entity_id].filter((id) => id !== undefined).length === 1, {
    error: 'exactly one of memory_id, document_id and entity_id is required',
  });
export type PreviewQuery = z.output<typeof previewQuery>;

export const previewDeletion = operation({
  id: 'preview_deletion',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/deletion-preview',
  tag: 'Memory',
  summary: 'Preview a permanent deletion',
  description:
    'Counts what deleting a memory, a document or entities would remove, and what would remain. Changes nothing. The receipt of the deletion may differ ' +
    'if the bank changes in between. The deletion of an entity always purges. Returns 400 for an observation.',
  auth: 'key',
  permission: 'bank.write',
  query: previewQuery,
  response: deletionPreview,
  errors: [400, 404],
});

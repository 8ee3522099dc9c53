import { z } from 'zod';
import { newIdText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';

const submitted = z.object({ operation_id: z.string(), status: z.literal('pending') });
export type TransferSubmitted = z.output<typeof submitted>;

const documentIds = () =>
  z.array(z.string().max(512)).max(1000).optional().describe('Only these documents. Repeat the parameter for several.');

const exported = {
  method: 'POST',
  tag: 'Transfer',
  auth: 'key',
  permission: 'bank.delete',
  response: submitted,
  status: 202,
  errors: [400, 404],
} as const;

const RESULT =
  'Starts an operation. When it has completed, `result_metadata` has `download_url`, `storage_key`, `byte_size`, `filename`, `digest` ' +
  '(SHA-256) and `counts`. The archive is deleted with the operation, and when something of the bank is permanently deleted.';

export const exportDocuments = operation({
  ...exported,
  id: 'export_documents',
  path: '/v1/default/banks/{bank_id}/document-transfer/export',
  summary: 'Export documents',
  description: `${RESULT} The archive contains documents with their facts.`,
  query: z.object({
    document_id: documentIds(),
    include_observations: z.boolean().default(false).describe('Also the observations of the bank. Not together with `document_id`.'),
  }),
});

export const exportBank = operation({
  ...exported,
  id: 'export_bank',
  path: '/v1/default/banks/{bank_id}/transfer/export',
  summary: 'Export a bank',
  description:
    `${RESULT} The archive contains documents, facts, observations and mental models in a form that other programs read, and all rows of ` +
    'the bank with their history. Keys and secrets are never included. If the bank changes during the export, it starts again.',
  query: z.object({
    document_id: documentIds(),
    include_data: z.boolean().default(true).describe('Documents, facts, observations, mental models and their history.'),
    include_bank_config: z.boolean().default(true).describe('The profile and the settings. Not together with `document_id`.'),
    include_history: z
      .boolean()
      .default(false)
      .describe('The audit log. Archives do not contain it in this version, so `true` alone is refused.'),
  }),
});

export const cloneBank = operation({
  id: 'clone_bank',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/clone',
  tag: 'Transfer',
  summary: 'Clone a bank',
  description:
    'Starts an operation that copies the bank with its settings, mental models and history, and its vectors. The copy is visible when the ' +
    'operation has completed. If the bank changes meanwhile, the copy starts again. The target must not exist.',
  auth: 'key',
  permission: 'bank.delete',
  query: z.object({ target_bank_id: newIdText() }),
  response: submitted,
  status: 202,
  errors: [400, 404],
});

export const exportDocumentsDirectly = operation({
  id: 'export_documents_sync_removed',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/document-transfer',
  tag: 'Transfer',
  summary: 'Export documents directly (removed)',
  description: 'Always 410: use `POST …/document-transfer/export`.',
  auth: 'key',
  permission: 'bank.read',
  response: z.object({}),
  errors: [410],
  deprecated: true,
});

export const downloadFile = operation({
  id: 'download_file',
  method: 'GET',
  path: '/v1/default/files/download/{key}',
  tag: 'Transfer',
  summary: 'Download an archive',
  description:
    'The `storage_key` of a completed export. A key of another organization, of a bank out of reach and of a missing archive are a 404.',
  auth: 'key',
  permission: 'bank.delete',
  params: z.object({ key: z.string() }),
  response: z.string(),
  mediaType: 'application/zip',
  errors: [404],
});

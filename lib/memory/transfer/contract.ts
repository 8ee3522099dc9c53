import { z } from 'zod';
import { newIdText } from '#lib/base/contract/fields';
import { MIB, operation } from '#lib/base/contract/operation';
import { CONFLICT_REASONS, FORMAT_NAMES, KNOWN_FORMATS } from '#lib/memory/transfer/literals';

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
  'Starts an operation. When it has completed, `result_metadata` has `type`, `download_url`, `storage_key`, `byte_size`, `filename`, `digest` ' +
  '(SHA-256) and `counts`. The archive is deleted with the operation, and when something of the bank is permanently deleted: then there is no ' +
  '`download_url`, `storage_key` and `filename`.';

export const exportDocuments = operation({
  ...exported,
  id: 'export_documents',
  path: '/v1/default/banks/{bank_id}/document-transfer/export',
  summary: 'Export documents',
  description: `${RESULT} The archive contains documents with their facts.`,
  query: z.object({
    document_id: documentIds(),
    include_observations: z.boolean().default(false).describe('Also the observations of the bank. Not together with `document_id`.'),
    include_knowledge_base: z
      .boolean()
      .default(false)
      .describe('Also the mental models and the folders and pages of the knowledge base. Not together with `document_id`.'),
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
      .describe('The audit log of the bank, and its calls of models without texts, for callers who may see them. An import ignores them.'),
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

/** How an import treats a document whose id the bank contains already. */
export const DOCUMENT_CONFLICTS = ['skip', 'replace', 'new-id'] as const;
export type DocumentConflict = (typeof DOCUMENT_CONFLICTS)[number];
export const IMPORT_MODES = ['restore', 'merge'] as const;

/** Of an uploaded archive. */
const MAX_UPLOAD = 4 * 1024 * MIB;

const IMPORTED =
  'Starts an operation. `result_metadata` has the counts of what was imported and skipped, the first 1,000 `skipped_document_ids`, and ' +
  '`remapped_document_ids` (old to new). The import calls no language model. Canceling it leaves what was imported so far. If it is ' +
  'canceled during the upload, or the bank is deleted or cleared then, the response is a 409.';

const conflict = () =>
  z.enum(DOCUMENT_CONFLICTS).describe('For documents whose id the bank contains: leave, replace, or store under a new id.');

const dryRun = () =>
  z
    .boolean()
    .optional()
    .describe('Reads the file, and returns at once what an import would do. Nothing is stored, and a missing bank is not created.');

const FORMATS = `The file is recognized by its content: ${KNOWN_FORMATS}.`;

const AS_FIELDS = 'The parameters, except `dry_run`, may also be fields of the form.';

const count = () => z.int().min(0);

/** What was recognized in a file. The result of an import of another format has it as well. */
const recognized = z.object({
  format: z.enum(FORMAT_NAMES),
  recognized: z
    .object({ documents: count(), memories: count(), entities: count(), relations: count() })
    .describe('Records of the file. Observations are memories.'),
  conflicts: z.partialRecord(z.enum(CONFLICT_REASONS), count()).describe('Records that are omitted or incomplete, by reason.'),
  conflict_examples: z
    .array(z.object({ reason: z.enum(CONFLICT_REASONS), path: z.string() }))
    .describe('The first of them, with their places in the file, such as `results[3]` or `line 4`.'),
  first_time: z.string().nullable().describe('Of documents and memories; null: none has a time.'),
  last_time: z.string().nullable(),
});
export type RecognizedContent = z.output<typeof recognized>;

const importPreview = z.object({
  dry_run: z.literal(true),
  mode: z.enum(IMPORT_MODES),
  target_bank_id: z.string(),
  bank_exists: z.boolean().describe('Of the target. An import creates it otherwise.'),
  source_bank_id: z.string().nullable().describe('Only of an archive.'),
  has_all_rows: z
    .boolean()
    .describe('Whether a bank that is restored from the file equals the original: only from an archive of this version.'),
  byte_size: count(),
  ...recognized.shape,
  content: z
    .object({ documents: count(), facts: count(), observations: count(), mental_models: count(), knowledge_pages: count() })
    .describe('What the import would add, if the target has none of the documents.'),
  documents_existing: count().describe('Documents of the file whose ids the target contains.'),
  existing_document_ids: z.array(z.string()).describe('The first of them.'),
});
export type ImportPreview = z.output<typeof importPreview>;

/** Parameters of an import of documents. */
export const documentImportQuery = z.object({ on_conflict: conflict().default('skip'), dry_run: dryRun() });

export const importDocuments = operation({
  id: 'import_documents',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/document-transfer',
  tag: 'Transfer',
  summary: 'Import documents',
  description: `${IMPORTED} Adds the documents, observations and mental models of an archive to the bank. ${FORMATS} ${AS_FIELDS}`,
  auth: 'key',
  permission: 'bank.write',
  query: documentImportQuery,
  upload: { maxBytes: MAX_UPLOAD },
  response: submitted,
  status: 202,
  otherResponses: { 200: importPreview },
  errors: [400, 409],
});

/** Parameters of an import of a bank. `mode` is `restore` by default. */
export const importQuery = z.object({
  mode: z.enum(IMPORT_MODES).optional().describe('The default is `restore`. The operation is listed with the bank of the path.'),
  target_bank_id: newIdText().optional().describe('Restore only: the id of the new bank. The default is that of the archive.'),
  document_conflict: conflict().optional(),
  include_data: z.boolean().optional().describe('Restore only: false omits everything but the profile, the settings and the directives.'),
  include_bank_config: z.boolean().optional().describe('Restore only: false omits the profile, the settings and the directives.'),
  include_history: z.boolean().optional().describe('Restore only. It has no effect: an audit log is never imported.'),
  dry_run: dryRun(),
});
export type BankImportQuery = z.output<typeof importQuery>;

export const importBank = operation({
  id: 'import_bank',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/transfer/import',
  tag: 'Transfer',
  summary: 'Import an archive',
  description:
    `${IMPORTED} \`mode=restore\` creates a bank, or fills this one if it is empty and named by ` +
    `\`target_bank_id\`; \`mode=merge\` adds the content to this one. A bank that is restored from an archive of ` +
    `this version equals the original, and appears when it is complete. ${FORMATS} ${AS_FIELDS}`,
  auth: 'key',
  permission: 'bank.delete',
  query: importQuery,
  upload: { maxBytes: MAX_UPLOAD },
  response: submitted,
  status: 202,
  otherResponses: { 200: importPreview },
  errors: [400, 409],
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
  query: z.object({
    organization: z
      .string()
      .min(1)
      .optional()
      .describe('For links of signed-in members: as the header `X-Organization`. API keys ignore it.'),
  }),
  isLinked: true,
  response: z.string(),
  mediaType: 'application/zip',
  errors: [404],
});

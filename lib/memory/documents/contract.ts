import { z } from 'zod';
import {
  dateWindow,
  expiryIn,
  idText,
  limitParam,
  observationScopes,
  offsetParam,
  pageOf,
  searchText,
  tagList,
  tagText,
  timestampOut,
} from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { oneTagFilter, tagGroupsText } from '#lib/base/tags/contract';
import { DOCUMENT_SORTS, DOCUMENT_TIMES } from '#lib/memory/documents/literals';
import { purgeParam, purgeReceipt } from '#lib/memory/receipts/contract';

const document = { params: z.object({ document_id: idText() }) };

const expiryFields = {
  expires_at: timestampOut().nullish().describe('When its text begins to expire, with the memories read from it; null: never.'),
  expires_in_part: z.boolean().describe('true: other parts of the text expire later, or never.'),
};

const listItem = z
  .object({
    id: z.string(),
    bank_id: z.string(),
    content_hash: z.string(),
    created_at: timestampOut(),
    updated_at: timestampOut(),
    text_length: z.int().describe('In characters.'),
    memory_unit_count: z.int().describe('Number of facts extracted from the document.'),
    retain_params: z.record(z.string(), z.unknown()),
    document_metadata: z.record(z.string(), z.unknown()),
    tags: z.array(z.string()),
    ...expiryFields,
    matched_fields: z.array(z.literal('id')).describe('Fields that match `q`; empty without `q`.'),
  })
  .describe('A document, without its text.');
export type DocumentListItem = z.output<typeof listItem>;

export const documentResponse = z.object({
  id: z.string(),
  bank_id: z.string(),
  original_text: z.string().nullable().describe('null: the bank does not store texts.'),
  content_hash: z.string().nullable(),
  created_at: timestampOut(),
  updated_at: timestampOut(),
  memory_unit_count: z.int(),
  unread_chunk_count: z.int().describe('Chunks that could not be fully extracted. Reprocessing or retaining the document retries them.'),
  nodes_by_fact_type: z.object({ world: z.int(), experience: z.int(), observation: z.int() }),
  tags: z.array(z.string()),
  document_metadata: z.record(z.string(), z.unknown()).nullable(),
  retain_params: z.record(z.string(), z.unknown()).nullable().describe('Parameters of the retain: context, metadata, event_date.'),
  observation_scopes: observationScopes().nullable(),
  ...expiryFields,
});
export type DocumentResponse = z.output<typeof documentResponse>;

export const chunkResponse = z.object({
  chunk_id: z.string(),
  document_id: z.string(),
  bank_id: z.string(),
  chunk_index: z.int(),
  chunk_text: z.string().describe('Empty if the bank does not store texts.'),
  created_at: timestampOut(),
});
export type ChunkResponse = z.output<typeof chunkResponse>;

export const listDocuments = operation({
  id: 'list_documents',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/documents',
  tag: 'Documents',
  summary: 'List documents',
  description:
    'Most recently updated first, or most recently created with `time_field`, or as `sort` and `order` say. A tag filter matches documents with at least one matching part. If ' +
    'other parts do not match, the listing shows the tags, text length and memories of the matching parts, without hash, metadata and retain parameters.',
  auth: 'key',
  permission: 'bank.read',
  query: oneTagFilter(
    z.object({
      q: searchText().optional().describe('A part of the id, case-insensitive.'),
      tags: tagList().optional(),
      tags_match: z
        .string()
        .max(64)
        .default('any_strict')
        .describe('any, all, any_strict, all_strict or exact; any other value acts as any.'),
      tag_groups: tagGroupsText(),
      time_field: z.enum(DOCUMENT_TIMES).default('updated_at').describe('The time that the range compares.'),
      sort: z.enum(DOCUMENT_SORTS).optional().describe('Default: `time_field`. By `tags`, documents without tags come last.'),
      order: z.enum(['desc', 'asc']).default('desc'),
      ...dateWindow,
      limit: limitParam(100),
      offset: offsetParam(),
    }),
  ),
  response: pageOf(listItem).extend({ total_is_estimate: z.boolean().describe('Always false: `total` is exact.') }),
});

export const getDocument = operation({
  id: 'get_document',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/documents/{document_id}',
  tag: 'Documents',
  summary: 'Get a document',
  auth: 'key',
  permission: 'bank.read',
  ...document,
  response: documentResponse,
  errors: [404],
  nulls: 'sent',
});

export const updateDocument = operation({
  id: 'update_document',
  method: 'PATCH',
  path: '/v1/default/banks/{bank_id}/documents/{document_id}',
  tag: 'Documents',
  summary: 'Set the tags, observation scopes and expiry of a document',
  description:
    'Applies to the document and to all memories extracted from it; after new tags or scopes, their observations are consolidated again. An absent or null field does not change. A long document is changed in batches, its own tags and scopes with the last one, and readers see both states meanwhile. An interrupted request can be repeated. Returns 409 if another request changes the same document meanwhile, and 422 if no field is set.',
  auth: 'key',
  permission: 'bank.write',
  ...document,
  body: z
    .object({
      tags: tagList().nullish(),
      observation_scopes: observationScopes().nullish(),
      expires_at: expiryIn()
        .optional()
        .describe(
          'When the whole text and its memories expire: ISO 8601, in the future; `never`: not at all. A memory that another document repeats expires with the last of them.',
        ),
    })
    .meta({ examples: [{ tags: ['travel'] }] }),
  response: z.object({ success: z.boolean() }),
  errors: [404, 409],
});

export const deleteDocument = operation({
  id: 'delete_document',
  method: 'DELETE',
  path: '/v1/default/banks/{bank_id}/documents/{document_id}',
  tag: 'Documents',
  summary: 'Delete a document',
  description:
    'Also deletes its memories, except those that another document repeats: they remain, with that document as their source. ' +
    'A long document is deleted in parts, from its end. The response is sent when all parts are deleted. Repeat an interrupted request. ' +
    'With `purge`, it is also removed from mental models with their versions, and from failed requests, even if it was deleted without `purge` before.',
  auth: 'key',
  permission: 'bank.write',
  ...document,
  query: z.object({ purge: purgeParam() }),
  response: z.object({
    success: z.boolean(),
    message: z.string(),
    document_id: z.string(),
    memory_units_deleted: z.int(),
    receipt: purgeReceipt,
  }),
  errors: [404],
});

export const reprocessDocument = operation({
  id: 'reprocess_document',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/documents/{document_id}/reprocess',
  tag: 'Documents',
  summary: 'Reprocess a document',
  description:
    'Extracts the stored text again in the background, with the current settings of the bank, and replaces the memories of the document. ' +
    'The operation reports the result. Returns 400 if the text is not stored.',
  auth: 'key',
  permission: 'bank.write',
  ...document,
  response: z.object({ success: z.boolean(), operation_id: z.string(), items_count: z.int() }),
  errors: [400, 404],
  costsTokens: true,
});

export const listDocumentChunks = operation({
  id: 'list_document_chunks',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/documents/{document_id}/chunks',
  tag: 'Documents',
  summary: 'List the chunks of a document',
  description: 'In the order of the text. The concatenated chunks are the text.',
  auth: 'key',
  permission: 'bank.read',
  ...document,
  query: z.object({ limit: limitParam(100, 1), offset: offsetParam() }),
  response: pageOf(chunkResponse),
  errors: [404],
});

export const getChunk = operation({
  id: 'get_chunk',
  method: 'GET',
  path: '/v1/default/chunks/{chunk_id}',
  tag: 'Documents',
  summary: 'Get a chunk',
  description: 'Searches all banks that the key can access.',
  auth: 'key',
  permission: 'bank.read',
  params: z.object({ chunk_id: idText() }),
  response: chunkResponse,
  errors: [404],
});

export const listTags = operation({
  id: 'list_tags',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/tags',
  tag: 'Memory',
  summary: 'List tags',
  description: 'Most used first, then by name. Counts valid memories, including observations.',
  auth: 'key',
  permission: 'bank.read',
  query: z.object({
    q: searchText().optional().describe('A tag, case-insensitive; `*` matches any characters.'),
    source: z.enum(['memories', 'mental_models']).default('memories').describe('Whether to list the tags of memories or of mental models.'),
    limit: limitParam(100),
    offset: offsetParam(),
  }),
  response: pageOf(z.object({ tag: tagText(), count: z.int() })),
});

import { z } from 'zod';
import { dateWindow, exactLimit, expiryIn, idText, inOrder, limitParam, offsetParam, pageOf, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { oneTagFilter, tagGroups, tagGroupsText } from '#lib/base/tags/contract';
import { incomplete, pastTimes } from '#lib/memory/as-of/contract';
import { deleteResponse } from '#lib/memory/banks/contract';
import { MAX_ENTITY_NAME } from '#lib/memory/entities/literals';
import { filter, listItem, memoryResponse, memoryRevision, sorting, state } from '#lib/memory/memories/fields';
import { LIST_TIME_FIELDS } from '#lib/memory/memories/literals';
import { purgeParam, purgeReceipt } from '#lib/memory/receipts/contract';

/** Re-exported for callers that show `from` and `to`. */
export { type MemoryListItem, type MemoryResponse, type MemoryRevision, memoryResponse } from '#lib/memory/memories/fields';

const memory = { params: z.object({ memory_id: uuidText('memory') }) };

/** Longer than any extracted memory; a longer text should be a document. */
const MAX_TEXT = 20_000;
const MAX_REASON = 1000;
const MAX_ENTITIES = 100;

export const listMemories = operation({
  id: 'list_memories',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/memories/list',
  tag: 'Memory',
  summary: 'List memories',
  description: 'Last mentioned first. `total` is exact. `cursor` continues where a page ended, even if memories were added since.',
  auth: 'key',
  permission: 'bank.read',
  query: oneTagFilter(
    inOrder(
      z.object({
        ...filter,
        tag_groups: tagGroupsText(),
        time_field: z
          .enum(LIST_TIME_FIELDS)
          .optional()
          .describe(
            'The time that the range compares. The default is mentioned_at for `from` and `to`, created_at for `start_date` and `end_date`. A memory without that time counts by created_at.',
          ),
        ...dateWindow,
        state,
        ...pastTimes,
        ...sorting,
        sort: sorting.sort
          .removeDefault()
          .optional()
          .describe(
            'The default is mentioned_at, or `time_field` with `start_date` or `end_date`. Ties are ordered by created_at, then id. occurred_start falls back to mentioned_at; memories without the time come last.',
          ),
        limit: limitParam(100),
        offset: offsetParam(),
        cursor: z
          .string()
          .max(512)
          .optional()
          .describe('`next_cursor` of the previous page, with the same filter and order. Replaces `offset`.'),
      }),
    ),
  ),
  response: pageOf(listItem).extend({ next_cursor: z.string().nullable().describe('null on the last page.'), incomplete: incomplete() }),
  errors: [400],
  nulls: 'sent',
});

const exported = {
  method: 'GET',
  tag: 'Memory',
  auth: 'key',
  permission: 'bank.delete',
  query: oneTagFilter(inOrder(z.object({ ...filter, tag_groups: tagGroupsText(), state, ...sorting }))),
  response: z.string(),
  errors: [400, 409],
} as const;

const ONE_STATE =
  'The file is one state of the bank. If the bank changes while a long export is sent, the embedded database aborts the connection, and so does a process that sends another long export.';

export const exportMemoriesCsv = operation({
  ...exported,
  id: 'export_memories_csv',
  path: '/v1/default/banks/{bank_id}/memories/export.csv',
  summary: 'Export memories as CSV',
  description: `Streams all memories that the same query lists. Cells that a spreadsheet could interpret as a formula begin with an apostrophe. ${ONE_STATE}`,
  mediaType: 'text/csv; charset=utf-8',
  attachment: 'memories.csv',
});

export const exportMemoriesJsonl = operation({
  ...exported,
  id: 'export_memories_jsonl',
  path: '/v1/default/banks/{bank_id}/memories/export.jsonl',
  summary: 'Export memories as JSON lines',
  description: `Streams all memories that the same query lists, one per line. ${ONE_STATE}`,
  mediaType: 'application/jsonl; charset=utf-8',
  attachment: 'memories.jsonl',
});

export const getMemory = operation({
  id: 'get_memory',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/memories/{memory_id}',
  tag: 'Memory',
  summary: 'Get a memory',
  auth: 'key',
  permission: 'bank.read',
  ...memory,
  response: memoryResponse,
  errors: [400, 404],
  nulls: 'sent',
});

const dateText = () =>
  z.string().max(64).nullish().describe('ISO 8601 date or date-time, in UTC unless it has a zone. Empty or null clears it.');

/** A blank reason is null. */
const reasonText = () =>
  z
    .string()
    .max(MAX_REASON)
    .transform((text) => (text.trim() === '' ? null : text))
    .pipe(z.string().nullable())
    .nullish();

export const updateMemoryBody = z
  .object({
    text: z
      .string()
      .max(MAX_TEXT)
      .nullish()
      .describe(
        'Removes entities that only the old text contains and adds those of the new one, unless `entities` is set or was set before.',
      ),
    context: z.string().max(MAX_TEXT).nullish().describe('An empty string clears it.'),
    occurred_start: dateText(),
    occurred_end: dateText(),
    mentioned_at: dateText().describe(
      'Time of the mention: ISO 8601, in UTC unless it has a zone. Empty or null clears it. Dates read from the text do not change.',
    ),
    valid_from: dateText().describe('When the statement became true. Empty or null clears it.'),
    valid_to: dateText().describe('When it ceased to be true. Empty or null: it is still true.'),
    superseded_by: uuidText('memory')
      .nullish()
      .describe('The memory that replaced it, with the same tags. null: none did, and rules no longer decide it.'),
    fact_type: z.enum(['world', 'experience']).nullish(),
    entities: z
      .array(z.string().max(MAX_ENTITY_NAME))
      .max(MAX_ENTITIES)
      .nullish()
      .describe('Names of all entities, replacing the current ones. An empty list removes all.'),
    resolve_entities: z.boolean().default(true).describe('false: match names literally, ignoring only case.'),
    state: z.enum(['invalidated', 'valid']).nullish(),
    expires_at: expiryIn()
      .optional()
      .describe(
        'When the memory is deleted permanently: ISO 8601, in the future. `never`, null or empty: not at all. A later expiry also extends that of the ' +
          'passage which contains the memory. Not recorded as a revision.',
      ),
    reason: reasonText().describe('The reason for the change. A blank reason is ignored.'),
    if_revision: z
      .int()
      .min(0)
      .nullish()
      .describe('Applies the change only if the memory still has this `revision`. Otherwise returns 409.'),
  })
  .meta({ examples: [{ state: 'invalidated', reason: 'She has moved again.' }] });
export type UpdateMemoryBody = z.output<typeof updateMemoryBody>;

export const updateMemory = operation({
  id: 'update_memory',
  method: 'PATCH',
  path: '/v1/default/banks/{bank_id}/memories/{memory_id}',
  tag: 'Memory',
  summary: 'Edit, invalidate or revert a memory',
  description:
    'Only world and experience memories can be changed. The change takes effect immediately, and the previous state is recorded as a revision. ' +
    'Retaining the same text in the same document again does not undo it.',
  auth: 'key',
  permission: 'bank.write',
  ...memory,
  body: updateMemoryBody,
  response: memoryResponse,
  errors: [400, 404, 409],
  nulls: 'sent',
});

export const deleteMemory = operation({
  id: 'delete_memory',
  method: 'DELETE',
  path: '/v1/default/banks/{bank_id}/memories/{memory_id}',
  tag: 'Memory',
  summary: 'Delete a memory permanently',
  description:
    'Deletes the memory with its vector, links, revisions and evidence. Observations based on it are consolidated again. Its words remain in the text of ' +
    'its document, and retaining that text again creates a new memory. With `purge`, its words are also removed from the text, from mental models with their ' +
    'versions, and from failed requests. Returns 400 for an observation.',
  auth: 'key',
  permission: 'bank.write',
  ...memory,
  query: z.object({ purge: purgeParam() }),
  response: z.object({
    success: z.boolean(),
    memory_id: z.string(),
    deleted_count: z.int(),
    message: z.string().describe('Explains what remains, and how the memory could return.'),
    receipt: purgeReceipt,
  }),
  errors: [400, 404],
});

export const listMemoryRevisions = operation({
  id: 'list_memory_revisions',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/memories/{memory_id}/revisions',
  tag: 'Memory',
  summary: 'List the revisions of a memory',
  description:
    'Edits, invalidations, reverts, restores, and changes of the derived or given validity, with their actor and the previous state of the memory, newest first.',
  auth: 'key',
  permission: 'bank.read',
  ...memory,
  query: z.object({ limit: exactLimit(50, 1, 1000), offset: offsetParam() }),
  response: pageOf(memoryRevision),
  errors: [400, 404],
  nulls: 'sent',
});

export const restoreMemory = operation({
  id: 'restore_memory',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/memories/{memory_id}/restore',
  tag: 'Memory',
  summary: 'Restore a memory to its state before a revision',
  description: 'Restores text, context, dates, type, entities, vector and state. This creates a revision that can be undone.',
  auth: 'key',
  permission: 'bank.write',
  ...memory,
  body: z.object({ revision: z.int().min(0), if_revision: z.int().min(0).nullish() }),
  response: memoryResponse,
  errors: [400, 404, 409],
  nulls: 'sent',
});

/**
 * The filter of a listing as a request body. Strict: an unknown name would match more than
 * intended.
 */
const filterFields = {
  ...filter,
  tag_groups: tagGroups()
    .optional()
    .describe('Trees of tag filters, as in recall. All of them must match. Not allowed together with `tags`.'),
  document_id: idText().optional(),
  type: z.union([
    filter.type,
    z
      .string()
      .max(64)
      .transform((type) => [type]),
  ]),
};

/** Per request: the number of choices on a page. */
const MAX_FILTERS = 64;

export const countMemories = operation({
  id: 'count_memories',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/memories/count',
  tag: 'Memory',
  summary: 'Count the matches of several filters',
  description: 'Returns the exact `total` of each listing in one request, all of one state of the bank.',
  auth: 'key',
  permission: 'bank.read',
  body: z
    .object({ filters: z.array(oneTagFilter(inOrder(z.strictObject({ ...filterFields, state })))).max(MAX_FILTERS) })
    .meta({ examples: [{ filters: [{ type: 'world' }, { tags: ['travel'], state: 'invalidated' }] }] }),
  response: z.object({ counts: z.array(z.int()).describe('In the order of the filters.') }),
  errors: [400],
});

const bulkFilter = oneTagFilter(inOrder(z.strictObject(filterFields))).describe(
  'As in the listing. An empty filter returns 422 unless `all` is true. An unknown name returns 422, because it would match more than intended.',
);
export type BulkFilter = z.output<typeof bulkFilter>;

export const bulkBody = z
  .strictObject({
    filter: bulkFilter.prefault({}),
    all: z.boolean().default(false).describe('Confirms that an empty filter means all memories. Has no effect on other filters.'),
    reason: reasonText(),
    dry_run: z.boolean().default(false).describe('Only counts the matches.'),
    expected_count: z.int().min(0).nullish().describe('The `matched` of a dry run. Returns 409 if the number has changed.'),
  })
  .meta({ examples: [{ filter: { document_id: 'chat-1' }, dry_run: true }] });
export type BulkBody = z.output<typeof bulkBody>;

const bulkResponse = z.object({
  dry_run: z.boolean(),
  matched: z.int().describe('Matching memories that can be changed.'),
  changed: z.int(),
});
export type BulkResponse = z.output<typeof bulkResponse>;

const bulk = {
  method: 'POST',
  tag: 'Memory',
  auth: 'key',
  permission: 'bank.delete',
  body: bulkBody,
  response: bulkResponse,
  errors: [400, 409],
} as const;

export const invalidateMemories = operation({
  ...bulk,
  id: 'invalidate_memories',
  path: '/v1/default/banks/{bank_id}/memories/invalidate',
  summary: 'Invalidate all memories that match a filter',
  description:
    'Changes valid world and experience memories, in transactions of a few hundred so that other requests are not blocked. Repeat an interrupted request to continue.',
});

export const revertMemories = operation({
  ...bulk,
  id: 'revert_memories',
  path: '/v1/default/banks/{bank_id}/memories/revert',
  summary: 'Revert all invalidated memories that match a filter',
  description: 'The opposite of invalidating, with the same filter.',
});

export const extendBody = z
  .strictObject({
    ...bulkBody.shape,
    expires_at: expiryIn().describe('The new expiry: ISO 8601, in the future. `never`, null or empty: they never expire.'),
  })
  .omit({ reason: true })
  .meta({ examples: [{ filter: { expires_within_days: 7 }, expires_at: 'never', dry_run: true }] });
export type ExtendBody = z.output<typeof extendBody>;

export const extendMemories = operation({
  ...bulk,
  id: 'extend_memories',
  path: '/v1/default/banks/{bank_id}/memories/extend',
  summary: 'Extend the expiry of all memories that match a filter',
  description:
    'Changes valid facts that expire earlier. Those that expire later or never do not change and do not count. Passages that contain the memories expire no earlier than they do.',
  permission: 'bank.write',
  body: extendBody,
});

export const clearMemories = operation({
  id: 'clear_bank_memories',
  method: 'DELETE',
  path: '/v1/default/banks/{bank_id}/memories',
  tag: 'Memory',
  summary: 'Clear the memories of a bank',
  description:
    'Without `type`, deletes all memories, documents and entities; the bank and its profile remain. ' +
    'With `type`, deletes only memories of that type; documents keep their text, and retaining one reads it again. ' +
    'Many memories are deleted in batches, also after the caller has disconnected. If the server stops meanwhile, the same request deletes the rest.',
  auth: 'key',
  permission: 'bank.delete',
  query: z.object({ type: z.string().max(64).optional().describe('world, experience or observation; any other value deletes nothing.') }),
  response: deleteResponse.describe('`deleted_count` is the number of deleted memories.'),
});

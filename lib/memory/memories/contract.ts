import { z } from 'zod';
import { dateWindow, exactLimit, idText, inOrder, limitParam, offsetParam, pageOf, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { oneTagFilter, tagGroups, tagGroupsText } from '#lib/base/tags/contract';
import { deleteResponse } from '#lib/memory/banks/contract';
import { filter, listItem, memoryResponse, memoryRevision, sorting, state } from '#lib/memory/memories/fields';
import { LIST_TIME_FIELDS } from '#lib/memory/memories/literals';

/** How `from` and `to` are read, for whoever shows them. */
export { type MemoryListItem, type MemoryResponse, type MemoryRevision, memoryResponse } from '#lib/memory/memories/fields';

const memory = { params: z.object({ memory_id: uuidText('memory') }) };

/** Longer than any unit that extraction makes; what does not fit is a document. */
const MAX_TEXT = 20_000;
const MAX_REASON = 1000;
const MAX_ENTITIES = 100;
const MAX_NAME = 200;

export const listMemories = operation({
  id: 'list_memories',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/memories/list',
  tag: 'Memory',
  summary: 'List memories',
  description: 'The last mentioned first. `total` is exact. `cursor` continues where a page ended, even if units were added since.',
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
            'The time that the range compares. The default is mentioned_at for `from` and `to`, created_at for `start_date` and `end_date`. A unit without that time counts by created_at.',
          ),
        ...dateWindow,
        state,
        ...sorting,
        sort: sorting.sort
          .removeDefault()
          .optional()
          .describe(
            'The default is mentioned_at, or `time_field` with `start_date` or `end_date`. Ties are ordered by created_at, then id. occurred_start falls back to mentioned_at; units without the time come last.',
          ),
        limit: limitParam(100),
        offset: offsetParam(),
        cursor: z
          .string()
          .max(512)
          .optional()
          .describe('`next_cursor` of the page before, with the same filter and order; instead of `offset`.'),
      }),
    ),
  ),
  response: pageOf(listItem).extend({ next_cursor: z.string().nullable().describe('null behind the last page.') }),
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
  errors: [400],
} as const;

export const exportMemoriesCsv = operation({
  ...exported,
  id: 'export_memories_csv',
  path: '/v1/default/banks/{bank_id}/memories/export.csv',
  summary: 'Export memories as CSV',
  description:
    'All units that the same query lists, streamed. A cell that a spreadsheet could take for a formula begins with an apostrophe.',
  mediaType: 'text/csv; charset=utf-8',
  attachment: 'memories.csv',
});

export const exportMemoriesJsonl = operation({
  ...exported,
  id: 'export_memories_jsonl',
  path: '/v1/default/banks/{bank_id}/memories/export.jsonl',
  summary: 'Export memories as JSON lines',
  description: 'All units that the same query lists, one on each line, streamed.',
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

const dateText = () => z.string().max(64).nullish().describe('ISO 8601 date or date-time, without a zone UTC; empty or null clears it.');

/** Blanks alone give no reason. */
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
        'Entities that stood in the old words and not in the new ones go, new names come, unless `entities` is given or was given before.',
      ),
    context: z.string().max(MAX_TEXT).nullish().describe('An empty one clears it.'),
    occurred_start: dateText(),
    occurred_end: dateText(),
    mentioned_at: dateText().describe(
      'When it was said: ISO 8601, without a zone UTC; empty or null clears it. Dates read from the text stay.',
    ),
    fact_type: z.enum(['world', 'experience']).nullish(),
    entities: z
      .array(z.string().max(MAX_NAME))
      .max(MAX_ENTITIES)
      .nullish()
      .describe('Names of all entities from now on; an empty list detaches all.'),
    resolve_entities: z.boolean().default(true).describe('false: names are taken as they are written, apart from case.'),
    state: z.enum(['invalidated', 'valid']).nullish(),
    reason: reasonText().describe('Why it is invalidated, or why it was edited. Blanks alone are none.'),
    if_revision: z.int().min(0).nullish().describe('Only if the unit still has this `revision`; else 409.'),
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
    'Only world and experience units can be curated. It takes effect at once, everywhere; every change keeps what was before. ' +
    'Retaining the same words again in the same document does not undo it.',
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
  summary: 'Delete a memory for good',
  description:
    'The unit, its vector, links, revisions and evidence go; observations that rested on it are derived anew. The words stay in the text of ' +
    'their document, and retaining that again brings the statement back as a new unit. An observation is a 400.',
  auth: 'key',
  permission: 'bank.write',
  ...memory,
  response: z.object({
    success: z.boolean(),
    memory_id: z.string(),
    deleted_count: z.int(),
    message: z.string().describe('What stays, and what would bring the words back as a memory.'),
  }),
  errors: [400, 404],
});

export const listMemoryRevisions = operation({
  id: 'list_memory_revisions',
  method: 'GET',
  path: '/v1/default/banks/{bank_id}/memories/{memory_id}/revisions',
  tag: 'Memory',
  summary: 'List what was done to a memory',
  description: 'Edits, invalidations, reverts and restores with who did them and the unit as it was before, newest first.',
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
  summary: 'Make a memory what it was before a revision',
  description: 'Text, context, dates, type, entities, vector and state as they were; itself a revision that can be taken back.',
  auth: 'key',
  permission: 'bank.write',
  ...memory,
  body: z.object({ revision: z.int().min(0), if_revision: z.int().min(0).nullish() }),
  response: memoryResponse,
  errors: [400, 404, 409],
  nulls: 'sent',
});

/** The filter of a listing in a body: a name that it does not know would find more than was meant. */
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

/** Of one request: what a page of choices shows. */
const MAX_FILTERS = 64;

export const countMemories = operation({
  id: 'count_memories',
  method: 'POST',
  path: '/v1/default/banks/{bank_id}/memories/count',
  tag: 'Memory',
  summary: 'Count what several filters find',
  description: 'The `total` of each listing, exact, in one request.',
  auth: 'key',
  permission: 'bank.read',
  body: z
    .object({ filters: z.array(oneTagFilter(inOrder(z.strictObject({ ...filterFields, state })))).max(MAX_FILTERS) })
    .meta({ examples: [{ filters: [{ type: 'world' }, { tags: ['travel'], state: 'invalidated' }] }] }),
  response: z.object({ counts: z.array(z.int()).describe('In the order of the filters.') }),
  errors: [400],
});

const bulkFilter = oneTagFilter(inOrder(z.strictObject(filterFields))).describe(
  'As in the listing. An empty one is a 422 unless `all` is true, and so is a name that it does not know: it would find more than was meant.',
);
export type BulkFilter = z.output<typeof bulkFilter>;

export const bulkBody = z
  .strictObject({
    filter: bulkFilter.prefault({}),
    all: z.boolean().default(false).describe('Says that an empty filter means every unit; any other filter counts all the same.'),
    reason: reasonText(),
    dry_run: z.boolean().default(false).describe('Counts and changes nothing.'),
    expected_count: z.int().min(0).nullish().describe('The number that a dry run gave: 409 when it is another one by now.'),
  })
  .meta({ examples: [{ filter: { document_id: 'chat-1' }, dry_run: true }] });
export type BulkBody = z.output<typeof bulkBody>;

const bulkResponse = z.object({
  dry_run: z.boolean(),
  matched: z.int().describe('Units that the filter finds and that can be changed so.'),
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
  summary: 'Invalidate all memories that a filter finds',
  description:
    'World and experience units that are valid. Written in transactions of a few hundred units, so others are not held up; calling again goes on.',
});

export const revertMemories = operation({
  ...bulk,
  id: 'revert_memories',
  path: '/v1/default/banks/{bank_id}/memories/revert',
  summary: 'Revert all invalidated memories that a filter finds',
  description: 'The opposite of invalidating, with the same filter.',
});

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

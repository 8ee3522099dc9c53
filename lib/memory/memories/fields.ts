import { z } from 'zod';
import { observationScopes, searchText, tagList, tagsMatch, timeRange, timestampOut, uuidText } from '#lib/base/contract/fields';
import { CONSOLIDATION_STATES, FACT_TYPES, MEMORY_STATES, TIME_FIELDS } from '#lib/base/literals';
import { CURATION_ACTIONS, MEMORY_SORTS } from '#lib/memory/memories/literals';

/** What the operations on memories have in common: a filter, an order, and what a unit looks like. */

const badRequest = (error: string) => ({ error, params: { badRequest: true } });

/** One of a few words, in any letter case; another one is a 400. */
const wordOf = <const Words extends readonly [string, ...string[]]>(words: Words, what: string) =>
  z
    .string()
    .transform((text) => text.toLowerCase())
    .refine(
      (text): text is Words[number] => words.includes(text),
      badRequest(`${what} is ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`),
    )
    .meta({ enum: [...words] });

const chunkSpan = z
  .object({ start: z.int(), end: z.int() })
  .nullable()
  .describe('Where in the text of its chunk it stands, in UTF-16 units; null where it does not stand there word for word.');

/** What narrows a listing, an export and a bulk change alike. */
export const filter = {
  type: z
    .array(z.string().max(64))
    .max(16)
    .optional()
    .describe('world, experience or observation, one or several; any other word finds nothing.'),
  q: searchText()
    .optional()
    .describe(
      'Full text over text, context and names: all of one or two words, of more at least those that carry 60 % of the weight, rare words weighing more. The last word may be begun only. A single character, and signs, are found as they stand.',
    ),
  consolidation_state: wordOf(CONSOLIDATION_STATES, 'consolidation_state')
    .optional()
    .describe('pending, done or failed; observations are left out then.'),
  document_id: z.string().max(512).optional().describe('Units that this document says, also where another one said them first.'),
  entity_id: uuidText('entity')
    .optional()
    .describe('Units that name it, invalidated ones that name it again once they are reverted, and observations that rest on such a unit.'),
  source_id: uuidText('memory').optional().describe('Observations that rest on this unit.'),
  tags: tagList().optional(),
  tags_match: tagsMatch(),
  time_field: z
    .enum(TIME_FIELDS)
    .default('mentioned_at')
    .describe('What `from` and `to` compare; a unit without that time counts by created_at.'),
  ...timeRange,
};
export const state = wordOf(MEMORY_STATES, 'state').optional().describe('valid (default) or invalidated.');

export const sorting = {
  sort: z
    .enum(MEMORY_SORTS)
    .default('mentioned_at')
    .describe('Ties are ordered by created_at, then id. occurred_start falls back to mentioned_at; what has no time comes last.'),
  order: z.enum(['desc', 'asc']).default('desc'),
};

export const time = () => timestampOut().nullable();

export const listItem = z
  .object({
    id: z.string(),
    text: z.string(),
    context: z.string(),
    date: z.string().describe('When it happened, else when it was said; empty when neither is known.'),
    fact_type: z.enum(FACT_TYPES),
    document_id: z.string().nullable(),
    mentioned_at: time(),
    occurred_start: time(),
    occurred_end: time(),
    entities: z.string().describe('Names, joined by a comma and a blank; of an observation those of its sources.'),
    chunk_id: z.string().nullable(),
    chunk_span: chunkSpan,
    proof_count: z.int(),
    tags: z.array(z.string()),
    metadata: z.record(z.string(), z.unknown()),
    consolidated_at: time(),
    consolidation_failed_at: time(),
    state: z.enum(MEMORY_STATES),
    invalidation_reason: z.string().nullable(),
    invalidated_at: time(),
    edited_at: time(),
    created_at: timestampOut(),
    updated_at: timestampOut(),
    source_memory_ids: z.array(z.string()),
  })
  .describe('A memory unit in a listing.');
export type MemoryListItem = z.output<typeof listItem>;

const sourceMemory = z.object({
  id: z.string(),
  text: z.string(),
  type: z.enum(FACT_TYPES),
  context: z.string(),
  occurred_start: time(),
  mentioned_at: time(),
});

export const memoryResponse = z
  .object({
    id: z.string(),
    text: z.string(),
    context: z.string(),
    date: z.string(),
    type: z.enum(FACT_TYPES),
    mentioned_at: time(),
    occurred_start: time(),
    occurred_end: time(),
    entities: z
      .array(z.string())
      .describe('Names of whom it names, of an observation whom its sources name; empty while it is invalidated.'),
    entity_refs: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .describe('The same entities with their ids; of an invalidated unit those that it names again once it is reverted.'),
    entities_given: z.boolean().describe('They were named by hand: another text leaves them as they are.'),
    document_id: z.string().nullable(),
    chunk_id: z.string().nullable(),
    chunk_span: chunkSpan,
    tags: z.array(z.string()),
    metadata: z.record(z.string(), z.unknown()),
    observation_scopes: observationScopes().nullable(),
    proof_count: z.int(),
    evidence: z
      .array(z.object({ document_id: z.string(), chunk_id: z.string(), chunk_span: chunkSpan, mentioned_at: time() }))
      .describe('Further places that say the same, newest first.'),
    state: z.enum(MEMORY_STATES),
    invalidation_reason: z.string().nullable(),
    invalidated_at: time(),
    edited_at: time(),
    created_at: timestampOut(),
    updated_at: timestampOut(),
    revision: z.int().describe('Of the bank, when the unit was last written. `if_revision` compares it.'),
    history: z.array(z.unknown()).describe('Always empty; see the history of an observation.').meta({ deprecated: true }),
    source_memory_ids: z.array(z.string()).optional(),
    source_memories: z.array(sourceMemory).optional(),
  })
  .describe('A memory unit with its metadata, entities and tags.');
export type MemoryResponse = z.output<typeof memoryResponse>;

export const memoryRevision = z
  .object({
    revision: z.int(),
    action: z.enum(CURATION_ACTIONS),
    reason: z.string().nullable(),
    actor: z.object({ kind: z.string(), id: z.string().nullable(), label: z.string() }),
    created_at: timestampOut(),
    before: z
      .object({
        text: z.string(),
        context: z.string(),
        type: z.enum(FACT_TYPES),
        occurred_start: time(),
        occurred_end: time(),
        mentioned_at: time().optional().describe('Absent from older revisions, which did not record it.'),
        entities: z.array(z.string()),
        state: z.enum(MEMORY_STATES),
        invalidation_reason: z.string().nullable(),
      })
      .describe('The unit as it was.'),
  })
  .describe('What somebody did to a memory.');
export type MemoryRevision = z.output<typeof memoryRevision>;

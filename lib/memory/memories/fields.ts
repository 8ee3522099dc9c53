import { z } from 'zod';
import { observationScopes, searchText, tagList, tagsMatch, timeRange, timestampOut, uuidText } from '#lib/base/contract/fields';
import { CONSOLIDATION_STATES, FACT_TYPES, MEMORY_STATES, TIME_FIELDS } from '#lib/base/literals';
import { ENTITY_CATEGORIES } from '#lib/memory/entities/literals';
import { MAX_EXPIRY_DAYS, MEMORY_SORTS, REVISION_ACTIONS } from '#lib/memory/memories/literals';
import { VALIDITIES, VALIDITY_SOURCES } from '#lib/memory/validity/literals';

/** Shared by the operations on memories: a filter, an order, and the fields of a memory. */

const badRequest = (error: string) => ({ error, params: { badRequest: true } });

/** One of several values, case-insensitive; another value is a 400. */
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
  .describe('Its position in the text of the chunk, in UTF-16 units; null if the chunk does not contain it verbatim.');

/** The filter of a listing, an export and a bulk change. */
export const filter = {
  type: z
    .array(z.string().max(64))
    .max(16)
    .optional()
    .describe('world, experience or observation; one or several values. Any other value matches nothing.'),
  q: searchText()
    .optional()
    .describe(
      'Full-text search in text, context and names. One or two words must all match; of more words, those with 60 % of the weight, where rare words weigh more. The last word may be incomplete. Single characters and punctuation match literally.',
    ),
  consolidation_state: wordOf(CONSOLIDATION_STATES, 'consolidation_state')
    .optional()
    .describe('pending, done or failed; excludes observations.'),
  document_id: z.string().max(512).optional().describe('Memories in this document, including those first read from another one.'),
  entity_id: uuidText('entity')
    .optional()
    .describe(
      'Memories that mention the entity, invalidated ones that would mention it after a revert, and observations based on such memories.',
    ),
  source_id: uuidText('memory').optional().describe('Observations based on this memory.'),
  validity: wordOf(VALIDITIES, 'validity')
    .optional()
    .describe(
      'superseded: no longer true, because a later memory that matches the tag filter replaced it, or its `valid_to` has passed. current: the others. ' +
        'The default is both.',
    ),
  superseded_by: uuidText('memory').optional().describe('Memories that this memory replaced.'),
  expires_within_days: z
    .int()
    .min(1)
    .max(MAX_EXPIRY_DAYS)
    .optional()
    .describe('Memories that expire within this number of days from now. Those that never expire do not match.'),
  tags: tagList().optional(),
  tags_match: tagsMatch(),
  time_field: z
    .enum(TIME_FIELDS)
    .default('mentioned_at')
    .describe('The time that `from` and `to` compare. A memory without that time counts by created_at.'),
  ...timeRange,
};
export const state = wordOf(MEMORY_STATES, 'state').optional().describe('valid (default) or invalidated.');

export const sorting = {
  sort: z
    .enum(MEMORY_SORTS)
    .default('mentioned_at')
    .describe('Ties are ordered by created_at, then id. occurred_start falls back to mentioned_at; memories without a time come last.'),
  order: z.enum(['desc', 'asc']).default('desc'),
};

export const time = () => timestampOut().nullable();

const validityFields = () => ({
  valid_from: time().describe('When the statement became true; null if that is not known.'),
  valid_to: time().describe('When it ceased to be true; null while it is true, as far as is known.'),
  superseded_by: z.string().nullable().describe('The memory that replaced it, if that is valid and matches the tag filter.'),
  validity_source: z
    .enum(VALIDITY_SOURCES)
    .nullable()
    .describe('derived (by rules), given (with the text) or set (by hand); null: nobody decided. Only what is derived changes by itself.'),
  validity_reason: z
    .string()
    .nullable()
    .describe(
      'Why: `from` (the later memory names the former value), `to` (a verb of change), `value` (another value), `end` (it is over), or the reason of a user.',
    ),
});

const lifeFields = () => ({
  state: z.enum(MEMORY_STATES),
  invalidation_reason: z.string().nullable(),
  invalidated_at: time(),
  edited_at: time(),
  expires_at: time().describe(
    'When it is deleted permanently; null: never. Set by the retain, the bank or a change of the memory or its document.',
  ),
  created_at: timestampOut(),
  updated_at: timestampOut(),
});

export const listItem = z
  .object({
    id: z.string(),
    text: z.string(),
    context: z.string(),
    date: z.string().describe('Time of the occurrence, otherwise of the mention; empty if both are unknown.'),
    fact_type: z.enum(FACT_TYPES),
    document_id: z.string().nullable(),
    mentioned_at: time(),
    occurred_start: time(),
    occurred_end: time(),
    entities: z.string().describe('Names, joined by a comma and a space; for an observation those of its sources.'),
    entity_names: z.array(z.string()).describe('The same names. One may contain a comma.'),
    chunk_id: z.string().nullable(),
    chunk_span: chunkSpan,
    proof_count: z.int(),
    tags: z.array(z.string()),
    metadata: z.record(z.string(), z.unknown()),
    consolidated_at: time(),
    consolidation_failed_at: time(),
    ...lifeFields(),
    ...validityFields(),
    source_memory_ids: z.array(z.string()),
  })
  .describe('A memory in a listing.');
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
      .describe('Names of the entities that it mentions, for an observation those of its sources; empty while it is invalidated.'),
    entity_refs: z
      .array(z.object({ id: z.string(), name: z.string(), category: z.enum(ENTITY_CATEGORIES) }))
      .describe('The same entities with their ids and what they are; for an invalidated memory those that a revert would restore.'),
    entities_given: z.boolean().describe('The entities were set manually: editing the text does not change them.'),
    document_id: z.string().nullable(),
    chunk_id: z.string().nullable(),
    chunk_span: chunkSpan,
    tags: z.array(z.string()),
    metadata: z.record(z.string(), z.unknown()),
    observation_scopes: observationScopes().nullable(),
    proof_count: z.int(),
    evidence: z
      .array(z.object({ document_id: z.string(), chunk_id: z.string(), chunk_span: chunkSpan, mentioned_at: time() }))
      .describe('Further passages with the same content, newest first.'),
    ...lifeFields(),
    ...validityFields(),
    revision: z.int().describe('Revision of the bank when the memory was last written; compared by `if_revision`.'),
    history: z.array(z.unknown()).describe('Always empty; see the history of an observation.').meta({ deprecated: true }),
    source_memory_ids: z.array(z.string()).optional(),
    source_memories: z.array(sourceMemory).optional(),
  })
  .describe('A memory with its metadata, entities and tags.');
export type MemoryResponse = z.output<typeof memoryResponse>;

export const memoryRevision = z
  .object({
    revision: z.int(),
    action: z
      .enum(REVISION_ACTIONS)
      .describe('`derive`: rules changed what replaced it. `retain`: a request with its text changed its times. The others are manual.'),
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
        valid_from: time().optional(),
        valid_to: time().optional(),
        superseded_by: z.string().nullable().optional(),
        validity_source: z.enum(VALIDITY_SOURCES).nullable().optional(),
      })
      .describe('The previous state of the memory.'),
  })
  .describe('A change of a memory. The actor of `derive` is that of the write or consolidation in which it happened.');
export type MemoryRevision = z.output<typeof memoryRevision>;

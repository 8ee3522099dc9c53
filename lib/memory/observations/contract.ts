import { z } from 'zod';
import { MAX_TAGS } from '#lib/base/bounds';
import { exactLimit, offsetParam, pageOf, searchText, tagList, tagText, timestampOut, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { FACT_TYPES } from '#lib/base/literals';
import { deleteResponse } from '#lib/memory/banks/contract';
import { OBSERVATION_SORTS, TRENDS } from '#lib/memory/observations/literals';

const BANK = '/v1/default/banks/{bank_id}';
const MAX_LISTS = 64;
const ofMemory = { params: z.object({ memory_id: uuidText('memory') }) };

const consolidateResponse = z.object({
  operation_id: z.string(),
  deduplicated: z.boolean().describe('Whether the request joined an operation that was already queued.'),
});
export type ConsolidateResponse = z.output<typeof consolidateResponse>;

export const consolidate = operation({
  id: 'trigger_consolidation',
  method: 'POST',
  path: `${BANK}/consolidate`,
  tag: 'Observations',
  summary: 'Consolidate memories into observations',
  description:
    'Queues an operation that reports the progress. `observation_scopes` limits it to memories that have all tags of one of the lists. ' +
    'If observations are disabled for the bank, the operation completes immediately.',
  auth: 'key',
  permission: 'bank.write',
  body: z.object({ observation_scopes: z.array(z.array(tagText()).max(MAX_TAGS)).max(MAX_LISTS).nullish() }),
  response: consolidateResponse,
  errors: [404],
  costsTokens: true,
});

export const recoverConsolidation = operation({
  id: 'recover_consolidation',
  method: 'POST',
  path: `${BANK}/consolidation/recover`,
  tag: 'Observations',
  summary: 'Retry failed memories',
  description: 'Sets memories whose consolidation failed back to pending and queues a consolidation.',
  auth: 'key',
  permission: 'bank.write',
  response: z.object({ retried_count: z.int().describe('Number of memories.') }),
});

const failure = z.object({
  memory_id: z.string(),
  text: z.string(),
  tags: z.array(z.string()).describe('The scope in which consolidation failed.'),
  attempts: z.int(),
  error: z.string().nullable().describe('Error code.'),
  failed_at: timestampOut(),
  is_final: z.boolean().describe('true: retried only on request (`recover`). false: retried automatically, up to three attempts in total.'),
});
const consolidationState = z.object({
  pending: z.int(),
  done: z.int(),
  failed: z.int(),
  retrying: z.int().describe('Pending memories for which the language model has returned no usable answer so far.'),
  without_room: z
    .int()
    .describe('Done memories whose observations exceed the limit of their scope. They are consolidated again when there is room.'),
  failures: z.array(failure).describe('Memories that failed or are retried, newest first.'),
  limit: z.int(),
  offset: z.int(),
});
export type ConsolidationStatus = z.output<typeof consolidationState>;

export const getConsolidation = operation({
  id: 'get_consolidation',
  method: 'GET',
  path: `${BANK}/consolidation`,
  tag: 'Observations',
  summary: 'Get the consolidation status',
  description: 'Counts facts that are not invalidated. A fact is pending or failed if that is its status in any of its scopes.',
  auth: 'key',
  permission: 'bank.read',
  query: z.object({ limit: exactLimit(100, 0, 1000).describe('Maximum number of failures to list.'), offset: offsetParam() }),
  response: consolidationState,
  nulls: 'sent',
});

export const clearObservations = operation({
  id: 'clear_observations',
  method: 'DELETE',
  path: `${BANK}/observations`,
  tag: 'Observations',
  summary: 'Clear the observations of a bank',
  description:
    'Deletes all observations. The facts remain and become pending: the next consolidation derives observations again. ' +
    'Many observations are deleted in batches. Repeat an interrupted request.',
  auth: 'key',
  permission: 'bank.delete',
  response: deleteResponse,
});

export const clearMemoryObservations = operation({
  id: 'clear_memory_observations',
  method: 'DELETE',
  path: `${BANK}/memories/{memory_id}/observations`,
  tag: 'Observations',
  summary: 'Clear the observations of a memory',
  description:
    'Deletes the observations that this memory supports and consolidates all their evidence again. For an unknown memory, `deleted_count` is 0.',
  auth: 'key',
  permission: 'bank.write',
  params: z.object({ memory_id: z.string().max(512) }),
  response: z.object({ deleted_count: z.int() }),
});

const scopesResponse = z.object({
  scopes: z.array(
    z.object({
      tags: z.array(z.string()).describe('Sorted. Empty for the global scope.'),
      count: z.int().describe('Number of observations.'),
    }),
  ),
  total: z.int().describe('Number of scopes that contain observations.'),
  limit: z.int(),
  offset: z.int(),
});
export type ScopesResponse = z.output<typeof scopesResponse>;

export const listObservationScopes = operation({
  id: 'list_observation_scopes',
  method: 'GET',
  path: `${BANK}/observations/scopes`,
  tag: 'Observations',
  summary: 'List observation scopes',
  description: 'Every exact set of tags that has observations, largest first. Use one as `tags` with `tags_match=exact`.',
  auth: 'key',
  permission: 'bank.read',
  query: z.object({ limit: exactLimit(100, 1, 1000), offset: offsetParam() }),
  response: scopesResponse,
});

const observation = z.object({
  id: z.string(),
  text: z.string(),
  tags: z.array(z.string()),
  proof_count: z.int().describe('Number of valid facts that support it.'),
  proof_types: z.object({ world: z.int(), experience: z.int() }).describe('The number of supporting facts by type.'),
  trend: z.enum(TRENDS).describe('How its evidence has changed over 30 and 90 days.'),
  is_stale: z.boolean().describe('Whether facts of its scope are waiting for consolidation.'),
  method: z.string().describe('`extractive`: verbatim sentences of its evidence. `model`: written by a language model.'),
  occurred_start: timestampOut().nullable(),
  occurred_end: timestampOut().nullable(),
  mentioned_at: timestampOut().nullable(),
  created_at: timestampOut(),
  updated_at: timestampOut(),
  change_count: z.int().describe('Number of entries in its history.'),
  source_memory_ids: z.array(z.string()),
});
export type Observation = z.output<typeof observation>;
const observationPage = pageOf(observation);
export type ObservationPage = z.output<typeof observationPage>;

export const listObservations = operation({
  id: 'list_observations',
  method: 'GET',
  path: `${BANK}/observations`,
  tag: 'Observations',
  summary: 'List observations',
  description: 'Lists observations, most recently changed first, or as `sort` and `order` say.',
  auth: 'key',
  permission: 'bank.read',
  query: z.object({
    q: searchText().optional().describe('Part of the text. Case-insensitive.'),
    tags: tagList().optional().describe('Observations that have at least one of these tags.'),
    exact: z.stringbool().default(false).describe('Observations that have exactly these tags. Without tags: the global scope.'),
    sort: z.enum(OBSERVATION_SORTS).default('updated_at').describe('`proof_count`: the number of memories that support it.'),
    order: z.enum(['desc', 'asc']).default('desc'),
    limit: exactLimit(100, 1, 1000),
    offset: offsetParam(),
  }),
  response: observationPage,
  nulls: 'sent',
});

const historyEntry = z.object({
  previous_text: z.string().nullable().describe('null if a memory that supported it has been deleted since.'),
  previous_tags: z.array(z.string()),
  previous_occurred_start: timestampOut().nullable(),
  previous_occurred_end: timestampOut().nullable(),
  previous_mentioned_at: timestampOut().nullable(),
  changed_at: timestampOut(),
  new_source_memory_ids: z.array(z.string()),
  source_facts: z
    .array(
      z.object({
        id: z.string(),
        text: z.string().nullable(),
        type: z.enum(FACT_TYPES).nullable(),
        context: z.string().nullable(),
        is_new: z.boolean().describe('Whether this change added the fact.'),
      }),
    )
    .describe(
      'All evidence after the change. Empty if the observation was deleted with its last evidence. The text of a deleted memory is null.',
    ),
});
export type HistoryEntry = z.output<typeof historyEntry>;

export const getMemoryHistory = operation({
  id: 'get_observation_history',
  method: 'GET',
  path: `${BANK}/memories/{memory_id}/history`,
  tag: 'Observations',
  summary: 'Get the history of an observation',
  description:
    'The changes of an observation, oldest first, at most 50, each with the text of its evidence. For a fact the list is empty; use `/revisions` instead.',
  auth: 'key',
  permission: 'bank.read',
  ...ofMemory,
  response: z.array(historyEntry),
  errors: [400, 404],
  nulls: 'sent',
});

import { z } from 'zod';
import { MAX_TAGS } from '#lib/base/bounds';
import { exactLimit, offsetParam, pageOf, searchText, tagList, tagText, timestampOut, uuidText } from '#lib/base/contract/fields';
import { operation } from '#lib/base/contract/operation';
import { FACT_TYPES } from '#lib/base/literals';
import { deleteResponse } from '#lib/memory/banks/contract';
import { TRENDS } from '#lib/memory/observations/literals';

const BANK = '/v1/default/banks/{bank_id}';
const MAX_LISTS = 64;
const ofMemory = { params: z.object({ memory_id: uuidText('memory') }) };

const consolidateResponse = z.object({
  operation_id: z.string(),
  deduplicated: z.boolean().describe('It joined one that was waiting.'),
});
export type ConsolidateResponse = z.output<typeof consolidateResponse>;

export const consolidate = operation({
  id: 'trigger_consolidation',
  method: 'POST',
  path: `${BANK}/consolidate`,
  tag: 'Observations',
  summary: 'Consolidate memories into observations',
  description:
    'Queues the work; the operation tells how it goes. With `observation_scopes` only memories are taken that have all the tags of one of the lists. ' +
    'Where observations are switched off for the bank the operation ends at once.',
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
  summary: 'Try failed memories again',
  description: 'Memories whose consolidation failed are pending again, and a consolidation is queued.',
  auth: 'key',
  permission: 'bank.write',
  response: z.object({ retried_count: z.int().describe('Memories.') }),
});

const failure = z.object({
  memory_id: z.string(),
  text: z.string(),
  tags: z.array(z.string()).describe('The scope in which it failed.'),
  attempts: z.int(),
  error: z.string().nullable().describe('A code.'),
  failed_at: timestampOut(),
  is_final: z.boolean().describe('It is tried again only when somebody asks for it (`recover`); else by itself, three times in all.'),
});
const consolidationState = z.object({
  pending: z.int(),
  done: z.int(),
  failed: z.int(),
  retrying: z.int().describe('Of those that are pending the ones about which a model has given no usable answer so far.'),
  without_room: z
    .int()
    .describe(
      'Of those that are done the ones whose observations would be more than a scope may hold: consolidated again when there is room.',
    ),
  failures: z.array(failure).describe('Those that failed, and those that are tried again; the latest memories first.'),
  limit: z.int(),
  offset: z.int(),
});
export type ConsolidationStatus = z.output<typeof consolidationState>;

export const getConsolidation = operation({
  id: 'get_consolidation',
  method: 'GET',
  path: `${BANK}/consolidation`,
  tag: 'Observations',
  summary: 'How far consolidation is',
  description: 'Counted are facts that are not invalidated: a fact is pending or failed where it is in any of its scopes.',
  auth: 'key',
  permission: 'bank.read',
  query: z.object({ limit: exactLimit(100, 0, 1000).describe('How many failures to list.'), offset: offsetParam() }),
  response: consolidationState,
  nulls: 'sent',
});

export const clearObservations = operation({
  id: 'clear_observations',
  method: 'DELETE',
  path: `${BANK}/observations`,
  tag: 'Observations',
  summary: 'Clear the observations of a bank',
  description: 'The facts stay and are pending: the next consolidation derives observations anew.',
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
  description: 'Observations that rest on this memory go, and all their evidence is consolidated again. An unknown memory has none.',
  auth: 'key',
  permission: 'bank.write',
  params: z.object({ memory_id: z.string().max(512) }),
  response: z.object({ deleted_count: z.int() }),
});

const scopesResponse = z.object({
  scopes: z.array(
    z.object({ tags: z.array(z.string()).describe('Sorted; empty: the global scope.'), count: z.int().describe('Observations.') }),
  ),
  total: z.int().describe('All scopes that hold observations.'),
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
  description:
    'Every exact set of tags under which the bank keeps observations, the fullest first. Use one as `tags` with `tags_match=exact`.',
  auth: 'key',
  permission: 'bank.read',
  query: z.object({ limit: exactLimit(100, 1, 1000), offset: offsetParam() }),
  response: scopesResponse,
});

const observation = z.object({
  id: z.string(),
  text: z.string(),
  tags: z.array(z.string()),
  proof_count: z.int().describe('Live facts that it rests on.'),
  proof_types: z.object({ world: z.int(), experience: z.int() }).describe('The same by type.'),
  trend: z.enum(TRENDS).describe('How its evidence develops over 30 and 90 days.'),
  is_stale: z.boolean().describe('Facts of its scope wait to be consolidated.'),
  method: z.string().describe('`extractive`: verbatim sentences of its evidence. Else `model`.'),
  occurred_start: timestampOut().nullable(),
  occurred_end: timestampOut().nullable(),
  mentioned_at: timestampOut().nullable(),
  created_at: timestampOut(),
  updated_at: timestampOut(),
  change_count: z.int().describe('Entries of its history.'),
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
  description: 'The last changed first.',
  auth: 'key',
  permission: 'bank.read',
  query: z.object({
    q: searchText().optional().describe('Part of the text, in any case.'),
    tags: tagList().optional().describe('Observations that have one of these.'),
    exact: z.stringbool().default(false).describe('Observations that have exactly these tags; without tags the global scope.'),
    limit: exactLimit(100, 1, 1000),
    offset: offsetParam(),
  }),
  response: observationPage,
  nulls: 'sent',
});

const historyEntry = z.object({
  previous_text: z.string().nullable().describe('null: it rested on a memory that was deleted since.'),
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
        is_new: z.boolean().describe('This change brought it.'),
      }),
    )
    .describe('All evidence after the change; none: the observation went with the last of it. A deleted memory has no text.'),
});
export type HistoryEntry = z.output<typeof historyEntry>;

export const getMemoryHistory = operation({
  id: 'get_observation_history',
  method: 'GET',
  path: `${BANK}/memories/{memory_id}/history`,
  tag: 'Observations',
  summary: 'Get the history of an observation',
  description:
    'Its changes, the oldest first, at most 50; each with the words of its evidence. Facts have no history here: the list is empty, and `/revisions` holds theirs.',
  auth: 'key',
  permission: 'bank.read',
  ...ofMemory,
  response: z.array(historyEntry),
  errors: [400, 404],
  nulls: 'sent',
});

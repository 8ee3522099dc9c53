/** Sets of words that several domains, the schema or the metrics share. Those of one domain are in its own `literals.ts`. */

export const FACT_TYPES = ['world', 'experience', 'observation'] as const;
export type FactType = (typeof FACT_TYPES)[number];

export const MEMORY_STATES = ['valid', 'invalidated'] as const;
export type MemoryState = (typeof MEMORY_STATES)[number];

/** Times of a unit that listings filter by, and what they can be ordered by. */
export const TIME_FIELDS = ['mentioned_at', 'occurred_start', 'created_at'] as const;
export type TimeField = (typeof TIME_FIELDS)[number];

export const TAG_MODES = ['any', 'all', 'any_strict', 'all_strict', 'exact'] as const;
export type TagMode = (typeof TAG_MODES)[number];

export const BUDGETS = ['low', 'mid', 'high'] as const;
export type Budget = (typeof BUDGETS)[number];

/** How exactly a date is known, coarse last. */
export const DATE_GRAINS = ['instant', 'day', 'week', 'month', 'quarter', 'season', 'year', 'decade'] as const;
export type DateGrain = (typeof DATE_GRAINS)[number];

/** What became of one retained item. */
export const OUTCOMES = ['facts', 'no_facts', 'partial', 'failed'] as const;
export type RetainOutcome = (typeof OUTCOMES)[number];

/** In place of the hash of a chunk of which something could not be read: no hash equals it, so the next retain reads it. */
export const UNREAD_CHUNK = 'unread';

/** What a person can be in an organisation, the highest first. */
export const ROLES = ['owner', 'admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** How far a memory is with one set of tags. */
export const CONSOLIDATION_STATES = ['pending', 'done', 'failed'] as const;
export type ConsolidationState = (typeof CONSOLIDATION_STATES)[number];

/** What writes observations without a model: verbatim sentences of their evidence. Else it is the model's id. */
export const EXTRACTIVE = 'extractive';

/** What language models are used for; each may be configured on its own. */
export const MODEL_USES = ['retain', 'consolidation', 'reflect'] as const;
export type LlmUse = (typeof MODEL_USES)[number];

/** How a mental model is written again: from the facts that came since, or as a whole. */
export const REFRESH_MODES = ['full', 'delta'] as const;
export type RefreshMode = (typeof REFRESH_MODES)[number];

/** What a refresh did, or would do. The wire's words: clients know no others. */
export const REFRESH_OUTCOMES = [
  'content_written',
  'content_unchanged',
  'content_preserved_no_new_facts',
  'refresh_failed_empty_candidate',
  'refresh_failed_delta_not_applied',
] as const;
export type RefreshOutcome = (typeof REFRESH_OUTCOMES)[number];

/** What a mental model is: never written yet, written, cleared or without evidence, or its last refresh failed. */
export const MODEL_STATES = ['generating', 'ready', 'empty', 'failed'] as const;
export type MentalModelStatus = (typeof MODEL_STATES)[number];

/** What wrote a version of a mental model. */
export const MODEL_CHANGES = ['create', 'refresh', 'clear', 'restore'] as const;
export type ModelChange = (typeof MODEL_CHANGES)[number];

/** Why a call failed, as a word for ledger, metrics and log. */
export const MODEL_FAILURES = [
  'timeout',
  'rate_limited',
  'unreachable',
  'provider_error',
  'paused',
  'refused',
  'malformed',
  'cut_off',
  'too_long',
  'unauthorized',
  'rejected',
  'aborted',
] as const;
export type ModelFailure = (typeof MODEL_FAILURES)[number];

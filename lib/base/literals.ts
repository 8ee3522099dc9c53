/**
 * Sets of words that several domains, the schema or the metrics share. Those of one domain are in
 * its own `literals.ts`.
 */

export const FACT_TYPES = ['world', 'experience', 'observation'] as const;
export type FactType = (typeof FACT_TYPES)[number];

export const MEMORY_STATES = ['valid', 'invalidated'] as const;
export type MemoryState = (typeof MEMORY_STATES)[number];

/** Times of a unit that listings can filter and sort by. */
export const TIME_FIELDS = ['mentioned_at', 'occurred_start', 'created_at'] as const;
export type TimeField = (typeof TIME_FIELDS)[number];

export const TAG_MODES = ['any', 'all', 'any_strict', 'all_strict', 'exact'] as const;
export type TagMode = (typeof TAG_MODES)[number];

export const BUDGETS = ['low', 'mid', 'high'] as const;
export type Budget = (typeof BUDGETS)[number];

/** How exactly a date is known, coarse last. */
export const DATE_GRAINS = ['instant', 'day', 'week', 'month', 'quarter', 'season', 'year', 'decade'] as const;
export type DateGrain = (typeof DATE_GRAINS)[number];

/** The result of one retained item. */
export const OUTCOMES = ['facts', 'no_facts', 'partial', 'failed'] as const;
export type RetainOutcome = (typeof OUTCOMES)[number];

/**
 * Replaces the hash of a chunk that could not be read completely: no hash equals it, so the next
 * retain reads it.
 */
export const UNREAD_CHUNK = 'unread';

/** The roles of a person in an organization, the highest first. */
export const ROLES = ['owner', 'admin', 'member'] as const;
export type Role = (typeof ROLES)[number];

/** The consolidation progress of a memory under one set of tags. */
export const CONSOLIDATION_STATES = ['pending', 'done', 'failed'] as const;
export type ConsolidationState = (typeof CONSOLIDATION_STATES)[number];

/**
 * The author of observations that were written without a model, as verbatim sentences of their
 * evidence. Otherwise it is the model's id.
 */
export const EXTRACTIVE = 'extractive';

/** Uses of language models; each may be configured separately. */
export const LLM_USES = ['retain', 'consolidation', 'reflect'] as const;
export type LlmUse = (typeof LLM_USES)[number];

/** How a mental model is refreshed: from new facts only, or in full. */
export const REFRESH_MODES = ['full', 'delta'] as const;
export type RefreshMode = (typeof REFRESH_MODES)[number];

/**
 * The result of a refresh or of its preview. These are the wire's words: clients know no others.
 */
export const REFRESH_OUTCOMES = [
  'content_written',
  'content_unchanged',
  'content_preserved_no_new_facts',
  'refresh_failed_empty_candidate',
  'refresh_failed_delta_not_applied',
] as const;
export type RefreshOutcome = (typeof REFRESH_OUTCOMES)[number];

/**
 * States of a mental model: not written yet, written, cleared or without evidence, last refresh
 * failed.
 */
export const MENTAL_MODEL_STATES = ['generating', 'ready', 'empty', 'failed'] as const;
export type MentalModelStatus = (typeof MENTAL_MODEL_STATES)[number];

/** The change that created a version of a mental model. */
export const MENTAL_MODEL_CHANGES = ['create', 'refresh', 'clear', 'restore', 'edit'] as const;
export type MentalModelChange = (typeof MENTAL_MODEL_CHANGES)[number];

/** What a person decided about a block of a mental model. */
export const BLOCK_DECISIONS = ['pin', 'reword', 'remove', 'add'] as const;
export type BlockDecisionKind = (typeof BLOCK_DECISIONS)[number];

/** Why a call failed, for ledger, metrics and log. */
export const LLM_FAILURES = [
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
export type LlmFailure = (typeof LLM_FAILURES)[number];

/** The interface over which a call arrived. */
export const TRANSPORTS = ['http', 'mcp'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** The languages of the console, English first. */
export const LOCALES = ['en', 'de', 'es', 'fr', 'pt', 'ja', 'zh'] as const;
export type Locale = (typeof LOCALES)[number];

/** What a person can choose: a language, or the first of the browser that the console has. */
export const LOCALE_CHOICES = ['browser', ...LOCALES] as const;
export type LocaleChoice = (typeof LOCALE_CHOICES)[number];

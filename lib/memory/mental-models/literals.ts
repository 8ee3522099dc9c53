/**
 * Why a refresh was full although delta was requested, or why a delta failed. The first two are
 * determined before it starts.
 */
export const MODE_FALLBACKS = [
  'no_baseline_content',
  'source_query_changed',
  'structured_doc_unreadable',
  'delta_ops_failed',
  'delta_ops_all_skipped',
] as const;
export type ModeFallback = (typeof MODE_FALLBACKS)[number];

/** Why a mental model is outdated. */
export const STALE_REASONS = ['never_refreshed', 'new_memories', 'memories_gone', 'sources_gone', 'source_query_changed'] as const;
export type StaleReason = (typeof STALE_REASONS)[number];

/** The level of detail of a mental model in a response. */
export const MENTAL_MODEL_DETAILS = ['metadata', 'content', 'full'] as const;
export type MentalModelDetail = (typeof MENTAL_MODEL_DETAILS)[number];

/** What a list of mental models can be sorted by. */
export const MENTAL_MODEL_SORTS = ['last_refreshed_at', 'name'] as const;
export type MentalModelSort = (typeof MENTAL_MODEL_SORTS)[number];

/** Tag filters in the list of mental models; `any` and `all` never match untagged ones. */
export const MENTAL_MODEL_TAG_MODES = ['any', 'all', 'exact'] as const;
export type MentalModelTagMode = (typeof MENTAL_MODEL_TAG_MODES)[number];

/** What caused a refresh. */
export const REFRESH_CAUSES = ['create', 'asked', 'cron', 'consolidation'] as const;
export type RefreshCause = (typeof REFRESH_CAUSES)[number];

/** What a new mental model or page can start from. */
export const MENTAL_MODEL_TEMPLATES = ['person', 'project', 'how_we_work', 'decisions'] as const;
export type MentalModelTemplate = (typeof MENTAL_MODEL_TEMPLATES)[number];

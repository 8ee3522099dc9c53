/** Why a refresh was full though delta was asked for, or why a delta failed; the first two are found before it begins. */
export const MODE_FALLBACKS = [
  'no_baseline_content',
  'source_query_changed',
  'structured_doc_unreadable',
  'delta_ops_failed',
  'delta_ops_all_skipped',
] as const;
export type ModeFallback = (typeof MODE_FALLBACKS)[number];

/** Why a mental model does not say what its bank knows. */
export const STALE_REASONS = ['never_refreshed', 'new_memories', 'memories_gone', 'sources_gone', 'source_query_changed'] as const;
export type StaleReason = (typeof STALE_REASONS)[number];

/** How much of a mental model is told. */
export const MODEL_DETAILS = ['metadata', 'content', 'full'] as const;
export type ModelDetail = (typeof MODEL_DETAILS)[number];

/** Of tags in the listing of mental models, where the untagged never match `any` and `all`. */
export const MODEL_TAG_MODES = ['any', 'all', 'exact'] as const;
export type ModelTagMode = (typeof MODEL_TAG_MODES)[number];

/** What asked for a refresh. */
export const REFRESH_CAUSES = ['create', 'asked', 'cron', 'consolidation'] as const;
export type RefreshCause = (typeof REFRESH_CAUSES)[number];

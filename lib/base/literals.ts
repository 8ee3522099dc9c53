/** Sets of words that the schema, the contracts and the console share. Declared once. */

export const FACT_TYPES = ['world', 'experience', 'observation'] as const;
export type FactType = (typeof FACT_TYPES)[number];

/** What a graph can be of, what stands in it and what joins that. */
export const GRAPH_MODES = ['entities', 'memories', 'both'] as const;
export type GraphMode = (typeof GRAPH_MODES)[number];
export const NODE_KINDS = ['entity', ...FACT_TYPES] as const;
export type NodeKind = (typeof NODE_KINDS)[number];
export const EDGE_KINDS = ['together', 'mentions', 'proves', 'caused_by', 'semantic', 'entity', 'temporal'] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

export const MEMORY_STATES = ['valid', 'invalidated'] as const;
export type MemoryState = (typeof MEMORY_STATES)[number];

/** What can be done to a unit by hand. */
export const CURATION_ACTIONS = ['edit', 'invalidate', 'revert', 'restore'] as const;
export type CurationAction = (typeof CURATION_ACTIONS)[number];

/** Times of a unit that listings filter by, and what they can be ordered by. */
export const TIME_FIELDS = ['mentioned_at', 'occurred_start', 'created_at'] as const;
export type TimeField = (typeof TIME_FIELDS)[number];
/** Times by which a listing of memories can be narrowed. */
export const LIST_TIME_FIELDS = [...TIME_FIELDS, 'occurred_end', 'updated_at'] as const;
export type ListTimeField = (typeof LIST_TIME_FIELDS)[number];
/** Times by which documents are narrowed and ordered. */
export const DOCUMENT_TIMES = ['updated_at', 'created_at'] as const;
export type DocumentTime = (typeof DOCUMENT_TIMES)[number];
export const MEMORY_SORTS = ['mentioned_at', 'occurred_start', 'created_at', 'updated_at'] as const;
export type MemorySort = (typeof MEMORY_SORTS)[number];

export const TAG_MODES = ['any', 'all', 'any_strict', 'all_strict', 'exact'] as const;
export type TagMode = (typeof TAG_MODES)[number];

export const BUDGETS = ['low', 'mid', 'high'] as const;
export type Budget = (typeof BUDGETS)[number];

/** How exactly a date is known, coarse last. */
export const DATE_GRAINS = ['instant', 'day', 'week', 'month', 'quarter', 'season', 'year', 'decade'] as const;
export type DateGrain = (typeof DATE_GRAINS)[number];

/** What became of one retained item. */
export const OUTCOMES = ['facts', 'no_facts', 'partial', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** In place of the hash of a chunk of which something could not be read: no hash equals it, so the next retain reads it. */
export const UNREAD_CHUNK = 'unread';

/** What an operation is; the last three are ends. */
export const OPERATION_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type OperationStatus = (typeof OPERATION_STATUSES)[number];

/** What a person can be in an organisation, the highest first. */
export const ROLES = ['owner', 'admin', 'member'] as const;
export type Role = (typeof ROLES)[number];
/** Nobody is invited as Owner. */
export const INVITED_ROLES = ['admin', 'member'] as const;
export type InvitedRole = (typeof INVITED_ROLES)[number];

/** How people can sign in; the order in which they are offered. */
export const SIGN_IN_METHODS = ['password', 'github', 'google', 'oidc'] as const;
export type SignInMethod = (typeof SIGN_IN_METHODS)[number];

export const INVITATION_STATUSES = ['open', 'accepted', 'cancelled', 'expired'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** What the audit log tells of. One list for the writers, the filter of the listing and the console. */
export const AUDIT_ACTIONS = [
  'key.create',
  'key.mint',
  'key.scope',
  'key.rotate',
  'key.revoke',
  'member.invite',
  'member.invite_cancel',
  'member.join',
  'member.role',
  'member.remove',
  'member.leave',
  'member.reset_link',
  'organization.create',
  'organization.rename',
  'organization.delete',
  'session.sign_in',
  'session.sign_in_failed',
  'session.sign_out',
  'session.end',
  'account.password',
  'bank.create',
  'bank.configure',
  'bank.clear',
  'bank.delete',
  'bank.document_delete',
  'bank.memory_delete',
  'bank.memories_change',
  'bank.model_create',
  'bank.model_update',
  'bank.model_clear',
  'bank.model_restore',
  'bank.model_delete',
  'access.denied',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_ACTOR_KINDS = ['user', 'key', 'system'] as const;
export type AuditActorKind = (typeof AUDIT_ACTOR_KINDS)[number];

export const AUDIT_TARGET_KINDS = ['key', 'user', 'invitation', 'organization', 'session', 'bank', 'operation'] as const;
export type AuditTargetKind = (typeof AUDIT_TARGET_KINDS)[number];

/** Which part of a bank an act was about, by the detail of its line that holds the id. */
export const AUDIT_PARTS = ['document_id', 'memory_id', 'mental_model_id', 'key_id'] as const;

/** What a key is: `expired` and `revoked` count its parent too. */
export const KEY_STATUSES = ['active', 'revoked', 'expired'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];

/** Who made a key: a person in the console, another key over the API, the operator at the first start. */
export const KEY_ORIGINS = ['console', 'child', 'bootstrap'] as const;
export type KeyOrigin = (typeof KEY_ORIGINS)[number];

/** Why something cannot be done with a key, whoever asks. */
export const KEY_LOCKS = ['revoked', 'expired', 'child', 'bootstrap'] as const;
export type KeyLock = (typeof KEY_LOCKS)[number];

/** How long a new key lives, in seconds; null: for ever. `custom` comes with a number of days. */
export const KEY_LIFETIMES = {
  never: null,
  '1_hour': 3600,
  '1_day': 86_400,
  '7_days': 7 * 86_400,
  '30_days': 30 * 86_400,
  '90_days': 90 * 86_400,
  '1_year': 365 * 86_400,
} as const;
export const KEY_EXPIRIES = ['never', '1_hour', '1_day', '7_days', '30_days', '90_days', '1_year', 'custom'] as const;
export type KeyExpiry = (typeof KEY_EXPIRIES)[number];

/** What the access simulator can ask about; each is a permission of `lib/base/roles.ts`. */
export const ACCESS_ACTIONS = ['bank.read', 'bank.write', 'bank.create', 'bank.configure', 'bank.delete', 'key.mint'] as const;
export type AccessAction = (typeof ACCESS_ACTIONS)[number];

/** The rule that decided about a call with a key, in the order in which they are asked. */
export const ACCESS_RULES = [
  'organization_suspended',
  'key_revoked',
  'parent_revoked',
  'key_expired',
  'parent_expired',
  'capability_missing',
  'bank_outside_key',
  'bank_outside_parent',
  'kind_not_permitted',
  'kind_permitted',
  'all_banks',
  'bank_in_scope',
  'unknown_bank_empty',
  'unknown_bank_created',
  'unknown_bank_untouched',
] as const;
export type AccessRule = (typeof ACCESS_RULES)[number];

/** How facts are read from text. */
export const EXTRACTION_MODES = ['concise', 'verbose', 'custom', 'verbatim', 'chunks'] as const;
export type ExtractionMode = (typeof EXTRACTION_MODES)[number];

/** How the number of candidates of a recall is found. */
export const RECALL_BUDGET_FUNCTIONS = ['fixed', 'adaptive'] as const;

/** What people do to entities; each can be undone. */
export const ENTITY_CHANGES = ['merge', 'split', 'rename'] as const;
export type EntityChangeKind = (typeof ENTITY_CHANGES)[number];

/** Why two entities may be the same. */
export const SUGGESTION_REASONS = ['same_words', 'initials', 'short_form', 'handle', 'similar'] as const;
export type SuggestionReason = (typeof SUGGESTION_REASONS)[number];

/** How far a memory is with one set of tags. */
export const CONSOLIDATION_STATES = ['pending', 'done', 'failed'] as const;
export type ConsolidationState = (typeof CONSOLIDATION_STATES)[number];

/** What writes observations without a model: verbatim sentences of their evidence. Else it is the model's id. */
export const EXTRACTIVE = 'extractive';

/** How the evidence of an observation develops. */
export const TRENDS = ['new', 'stable', 'strengthening', 'weakening', 'stale'] as const;
export type Trend = (typeof TRENDS)[number];

/** The buckets of a time series; the first three are those of the named periods. */
export const SERIES_UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year', 'decade', 'century'] as const;
export type SeriesUnit = (typeof SERIES_UNITS)[number];

/** What language models are used for; each may be configured on its own. */
export const MODEL_USES = ['retain', 'consolidation', 'reflect'] as const;
export type ModelUse = (typeof MODEL_USES)[number];

/** How a mental model is written again: from the facts that came since, or as a whole. */
export const REFRESH_MODES = ['full', 'delta'] as const;
export type RefreshMode = (typeof REFRESH_MODES)[number];

/** Why a refresh was full though delta was asked for, or why a delta failed; the first two are found before it begins. */
export const MODE_FALLBACKS = [
  'no_baseline_content',
  'source_query_changed',
  'structured_doc_unreadable',
  'delta_ops_failed',
  'delta_ops_all_skipped',
] as const;
export type ModeFallback = (typeof MODE_FALLBACKS)[number];

/** Kinds of requests to a provider. */
export const CALL_TYPES = ['llm', 'embedding', 'rerank', 'decision'] as const;
export type CallType = (typeof CALL_TYPES)[number];

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
export type ModelState = (typeof MODEL_STATES)[number];

/** What wrote a version of a mental model. */
export const MODEL_CHANGES = ['create', 'refresh', 'clear', 'restore'] as const;
export type ModelChange = (typeof MODEL_CHANGES)[number];

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

/** What the statistics of the model calls can be about. */
export const LEDGER_PERIODS = ['1d', '7d', '30d'] as const;
export type LedgerPeriod = (typeof LEDGER_PERIODS)[number];

/** What the answer of a reflect can rest on. */
export const CITED_TYPES = [...FACT_TYPES, 'mental_model'] as const;
export type CitedType = (typeof CITED_TYPES)[number];

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

import type { ReadOnlyDb } from '#lib/base/db/read-only';
import type { Budget, FactType, MemoryState, RefreshMode, RefreshOutcome, TagMode } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import type { TagGroup } from '#lib/base/tags/contract';
import type { Usage } from '#lib/base/usage';
import type { DirectiveUse } from '#lib/memory/directives/use';
import type { ModeFallback } from '#lib/memory/mental-models/literals';
import type { Evidence, EvidenceKind, EvidenceServices } from '#lib/memory/reflect/evidence';
import type { ScopeFilter } from '#lib/memory/reflect/scope-filter';
import type { LlmModels } from '#lib/models/llm/port';

/**
 * A refresh has two halves. `planRefresh` reads and asks models, through a read-only handle, and
 * returns pure data. `commitRefresh` is the only writer and stores exactly this data. A dry run is
 * the first half alone.
 */

// ---------------------------------------------------------------- documents

/** One opaque fragment of Markdown. Its id is assigned once and never changes. */
export interface Block {
  /** `b` and 8 hex digits, unique in the document */
  readonly id: string;
  readonly text: string;
  /**
   * ids of the supporting memories and other mental models; at least one memory, except in a block
   * that a person fixed
   */
  readonly sourceIds: readonly string[];
  /** changes to its evidence since the text was written, as a fixed sentence; null: none */
  readonly note: string | null;
}

export interface MentalModelSection {
  /**
   * slug of the first heading, unique in the document; `preamble` for the text above all headings
   */
  readonly id: string;
  /** empty only for the preamble */
  readonly heading: string;
  /** 1 to 6; 0 for the preamble */
  readonly level: number;
  readonly blocks: readonly Block[];
}

/** The stored JSON. Content is always `renderDocument(document)`. */
export interface Document {
  readonly version: 1;
  readonly sections: readonly MentalModelSection[];
}

// ---------------------------------------------------------------- the state of a mental model

export interface Trigger {
  readonly mode: RefreshMode;
  /** how widely a refresh searches; undefined: stored before this setting existed */
  readonly budget?: Budget | null;
  /** undefined: stored before this setting existed */
  readonly fullRefreshCron?: string | null;
  readonly refreshAfterConsolidation: boolean;
  readonly refreshCron: string | null;
  readonly minRefreshIntervalSeconds: number | null;
  readonly factTypes: readonly FactType[] | null;
  readonly excludeMentalModels: boolean;
  readonly excludeMentalModelIds: readonly string[];
  readonly tagsMatch: TagMode | null;
  readonly tagGroups: readonly TagGroup[] | null;
  readonly includeChunks: boolean | null;
  readonly recallMaxTokens: number | null;
  readonly recallChunksMaxTokens: number | null;
  /** undefined: stored before this setting existed */
  readonly observationsMaxTokens?: number | null;
  readonly responseSchema: Readonly<Record<string, unknown>> | null;
  readonly keepTrace: boolean;
}

/** The memories, documents and entities that a citation derives from, when it was cited. JSON. */
export interface CitationOrigins {
  /** the memory itself, or the sources of an observation */
  readonly memoryIds: readonly string[];
  readonly documentIds: readonly string[];
  readonly entityIds: readonly string[];
  /** the mental models that a cited mental model cites, and what they cite; undefined: none */
  readonly modelIds?: readonly string[];
}

/** A source as it was when it was cited. JSON: times are ISO 8601 text. */
export interface CitedFact {
  readonly id: string;
  readonly kind: EvidenceKind;
  readonly text: string;
  readonly context: string;
  readonly occurredStart: string | null;
  readonly occurredEnd: string | null;
  readonly mentionedAt: string | null;
  /**
   * added when it is stored, so that a purge finds it after the memory was deleted; undefined:
   * stored before origins were recorded, or not stored
   */
  readonly origins?: CitationOrigins;
}

/**
 * The memories of a mental model: a refresh reads them, and changes to them make it stale. JSON.
 */
export type RefreshScope = ScopeFilter;

/** The columns of a mental model that a refresh reads, from one snapshot. */
export interface MentalModelState {
  readonly id: string;
  readonly name: string;
  readonly sourceQuery: string;
  readonly tags: readonly string[];
  readonly maxTokens: number;
  readonly trigger: Trigger;
  readonly version: number;
  /** empty: not written yet, or cleared */
  readonly content: string;
  /** the stored JSON, unchecked; null without content */
  readonly document: unknown;
  /** the query that the content was written for; null: none */
  readonly builtQuery: string | null;
  /**
   * the scopes since the last full refresh, the last one being that of the last refresh; empty: not
   * written yet
   */
  readonly builtScopes: readonly RefreshScope[];
  /** the revision of the bank up to which memories were read; 0: none */
  readonly seenRevision: number;
  /** time of the newest memory that was read, for display; `seenRevision` decides */
  readonly lastMemorySeenAt: Date | null;
  readonly basedOn: readonly CitedFact[];
  /** `extractive`, or the id of the language model; null: not written yet */
  readonly method: string | null;
}

// ---------------------------------------------------------------- delta operations

export const DELTA_OPERATIONS = [
  'append_block',
  'insert_block',
  'replace_block',
  'remove_block',
  'add_section',
  'remove_section',
  'replace_section_blocks',
  'rename_section',
] as const;
export type DeltaKind = (typeof DELTA_OPERATIONS)[number];

/** Why an operation was skipped. */
export const SKIP_REASONS = [
  'malformed',
  'unknown_section',
  'unknown_block',
  'empty_text',
  'empty_heading',
  'no_sources',
  'foreign_source',
  'too_many_operations',
  'no_change',
  'loses_sources',
  'fixed_block',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/**
 * An operation without its texts. `blockIds` are the blocks that it created, changed or removed.
 * JSON.
 */
export interface OperationSummary {
  readonly op: DeltaKind;
  readonly sectionId: string | null;
  readonly blockId: string | null;
  readonly blockIds: readonly string[];
  readonly heading: string | null;
  readonly sourceIds: readonly string[];
  /**
   * the reason that the planner gives: `new_fact`, `source_changed`, `source_gone`, `budget`,
   * `model`, …
   */
  readonly cause: string;
}
export interface SkippedOperation extends Omit<OperationSummary, 'op'> {
  /** the requested operation, which may be unknown */
  readonly op: string;
  readonly reason: SkipReason;
}

// ---------------------------------------------------------------- the plan

/** Found evidence, used or not. JSON. */
export interface RefreshFact extends CitedFact {
  /** the revision of the bank at its last change; null for mental models */
  readonly revision: number | null;
  readonly score: number;
}

export interface RefreshWindow {
  /** exclusive; null: everything (full) */
  readonly afterRevision: number | null;
  /** inclusive: the revision of the bank, read first */
  readonly upToRevision: number;
  /** for display; the revisions decide */
  readonly createdAfter: Date | null;
  readonly createdBefore: Date;
  /** newest in-scope memory up to the pinned revision */
  readonly watermark: Date | null;
}

/** Changes to blocks whose sources were deleted or changed. */
export interface Retraction {
  /** the sources that changed since they were cited */
  readonly facts: readonly {
    readonly id: string;
    readonly text: string;
    readonly state: 'gone' | 'invalidated' | 'edited' | 'out_of_scope';
  }[];
  /** blocks that were removed, rewritten from their remaining sources, or lost a source */
  readonly blockIds: readonly string[];
}

export interface TraceCall {
  readonly tool: 'search_mental_models' | 'search_observations' | 'recall';
  readonly input: Readonly<Record<string, unknown>>;
  readonly output: readonly { readonly id: string; readonly text: string }[];
  readonly resultCount: number;
  readonly durationMs: number;
  readonly iteration: number;
}

export interface RefreshTrace {
  readonly recordedAt: string;
  readonly toolCalls: readonly TraceCall[];
  readonly llmCalls: readonly { readonly scope: string; readonly durationMs: number }[];
}

/**
 * Pure data: what a refresh of this mental model would write now, and why. The commit makes no
 * further decisions.
 */
export interface RefreshPlan {
  readonly modelId: string;
  readonly name: string;
  /**
   * the current version when the plan was made; if it differs at the commit, the refresh is
   * superseded
   */
  readonly baseVersion: number;
  /** `extractive`, or the id of the language model */
  readonly method: string;

  readonly requestedMode: RefreshMode;
  readonly effectiveMode: RefreshMode;
  /** a delta becomes full for the first two reasons only; the other three mean that it failed */
  readonly modeReason: ModeFallback | null;
  readonly outcome: RefreshOutcome;
  /**
   * a full refresh found nothing, and no cited source remains: the document is explicitly empty
   * (`content_written` or `content_unchanged`)
   */
  readonly isWithoutEvidence: boolean;
  /** the reason for a failure, safe to show */
  readonly failure: { readonly code: string; readonly message: string } | null;

  /** becomes `seenRevision`, unless the refresh failed */
  readonly pinnedRevision: number;
  readonly window: RefreshWindow;
  /** number of memories after the window, which are left to the next refresh; 0 in full mode */
  readonly left: number;
  readonly scope: RefreshScope;
  /**
   * becomes `builtQuery` (and `scope` one of `builtScopes`) after `content_written` or
   * `content_unchanged`
   */
  readonly sourceQuery: string;

  readonly facts: { readonly retrieved: readonly RefreshFact[]; readonly used: readonly RefreshFact[] };
  /**
   * all sources that the document cites after this refresh; after a failure, those that it cites
   * now
   */
  readonly basedOn: readonly CitedFact[];
  /** ids that the document would cite, compared with those that it cites now */
  readonly evidence: { readonly added: readonly string[]; readonly dropped: readonly string[]; readonly unchanged: readonly string[] };

  readonly currentContent: string;
  /** the proposed content, before budget and final checks; null without a proposal */
  readonly candidateContent: string | null;
  /** the content to be stored: the current one after a failure or without a change */
  readonly preview: { readonly document: Document; readonly content: string };
  /**
   * `document` may change (its sources) while the content does not. A new version is due if either
   * is true
   */
  readonly changed: { readonly content: boolean; readonly document: boolean };
  /** from the stored content to the preview; empty if they are equal */
  readonly diff: string;
  /** null in full mode */
  readonly operations: { readonly applied: readonly OperationSummary[]; readonly skipped: readonly SkippedOperation[] } | null;
  /** the directives for this refresh */
  readonly directives: readonly DirectiveUse[];
  /** null: no source changed since it was cited */
  readonly retraction: Retraction | null;

  /** for the trigger's `response_schema`; undefined: none was requested */
  readonly structuredOutput?: unknown;
  readonly structuredOutputError?: string;
  readonly documentTokens: number;
  readonly documentBudget: number;
  readonly trace: RefreshTrace;
  readonly usage: Usage;
  readonly durationMs: number;
  readonly warnings: readonly string[];
}

export const isFailed = ({ outcome }: Pick<RefreshPlan, 'outcome'>): boolean => outcome.startsWith('refresh_failed_');
/**
 * Whether a real refresh writes the document (the watermark also moves with
 * `content_preserved_no_new_facts`).
 */
export const wouldPersist = ({ outcome }: Pick<RefreshPlan, 'outcome'>): boolean =>
  outcome === 'content_written' || outcome === 'content_unchanged';

// ---------------------------------------------------------------- the two halves

/**
 * The access of a plan. It contains no writable database; models record their calls in the ledger
 * themselves.
 */
export interface RefreshReads {
  /** `readOnly(app.db)` */
  readonly reader: ReadOnlyDb;
  /** embedder, env, reranker, codes, and the layer of mental models */
  readonly evidence: EvidenceServices;
  readonly models: LlmModels;
}

export interface RefreshCall {
  /** name in the ledger */
  readonly operation: 'refresh_mental_model' | 'dry_run_refresh';
  readonly operationId: string | null;
  readonly signal: AbortSignal;
}

/**
 * Plans a refresh. `scope` must contain the current row of the bank (`currentBank`). If the answer
 * of a model is unusable, resolves with a plan whose outcome is a failure. Otherwise rejects:
 *
 * - with `LlmError` of kind `transient` or `configuration`: then a handler retries later or fails,
 *   and a route answers 503;
 * - with the reason of `call.signal`, if it is aborted.
 */
export type PlanRefresh = (reads: RefreshReads, scope: BankScope, model: MentalModelState, call: RefreshCall) => Promise<RefreshPlan>;

/** The input of the only writer. */
export interface RefreshCommit {
  readonly plan: RefreshPlan;
  /**
   * the vector of the plan's `embeddedText`, made before the transaction if the content changed;
   * null: unchanged, or no known words
   */
  readonly vector: { readonly model: string; readonly values: Float32Array } | null;
  readonly operationId: string | null;
}

/** The text by which a mental model is found: name, query and content. */
export const embeddedText = ({ name, sourceQuery, content }: Pick<MentalModelState, 'name' | 'sourceQuery' | 'content'>): string =>
  [name, sourceQuery, content].join('\n\n').trim();

/** Rows of `model_block_sources`. */
export const blockSources = ({ sections }: Document): { blockId: string; sourceId: string }[] =>
  sections.flatMap(({ blocks }) => blocks.flatMap(({ id, sourceIds }) => sourceIds.map((sourceId) => ({ blockId: id, sourceId }))));

/**
 * The scope of a refresh: its tags with the trigger's match mode, by default all of them if there
 * are any. A mental model never reads itself.
 */
export function scopeOf({ id, tags, trigger }: Pick<MentalModelState, 'id' | 'tags' | 'trigger'>): RefreshScope {
  const { tagGroups, tagsMatch, factTypes, excludeMentalModels, excludeMentalModelIds } = trigger;
  const grouped = tagGroups !== null && tagGroups.length > 0;
  return {
    tags: grouped ? [] : [...new Set(tags)].sort(),
    tagsMatch: tagsMatch ?? (tags.length > 0 ? 'all_strict' : 'any'),
    tagGroups: grouped ? tagGroups : null,
    factTypes,
    excludeMentalModels,
    excludeMentalModelIds: [...new Set([...excludeMentalModelIds, id])].sort(),
  };
}

/** A cited memory in its current state. */
export interface CurrentSource
  extends Pick<
    Evidence,
    'id' | 'text' | 'context' | 'speaker' | 'occurredStart' | 'occurredEnd' | 'mentionedAt' | 'revision' | 'tags' | 'supersededBy'
  > {
  readonly kind: FactType;
  readonly state: MemoryState;
}

import type { ReadOnlyDb } from '#lib/base/db/read-only';
import type { Budget, FactType, MemoryState, RefreshMode, RefreshOutcome, TagMode } from '#lib/base/literals';
import type { BankScope } from '#lib/base/scope';
import type { TagGroup } from '#lib/base/tags/contract';
import type { Usage } from '#lib/base/usage';
import type { ModeFallback } from '#lib/memory/mental-models/literals';
import type { EvidenceKind, EvidenceServices } from '#lib/memory/reflect/evidence';
import type { ScopeFilter } from '#lib/memory/reflect/scope-filter';
import type { LlmModels } from '#lib/models/llm/port';

/**
 * A refresh in two halves: `planRefresh` reads and asks, through a handle that cannot write, and gives pure data; `commitRefresh` is the only
 * writer and stores exactly that. A dry run is the first half alone.
 */

// ---------------------------------------------------------------- documents

/** One opaque fragment of markdown. Its id is given once and stays, whatever becomes of the text. */
export interface Block {
  /** `b` and 8 hex digits, unique in the document */
  readonly id: string;
  readonly text: string;
  /** ids of the memories, and of other mental models, that say so; at least one memory */
  readonly sourceIds: readonly string[];
  /** what happened to its evidence since the text was written, in a fixed sentence; null: nothing */
  readonly note: string | null;
}

export interface MentalModelSection {
  /** slug of the first heading, unique in the document; `preamble` for what stands above all headings */
  readonly id: string;
  /** empty only for the preamble */
  readonly heading: string;
  /** 1 to 6; 0 for the preamble */
  readonly level: number;
  readonly blocks: readonly Block[];
}

/** JSON as it is stored. Content is always `renderDocument(document)`. */
export interface Document {
  readonly version: 1;
  readonly sections: readonly MentalModelSection[];
}

// ---------------------------------------------------------------- what is read of a model

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

/** Something that a document cites, as it was when it was cited. JSON: times are ISO 8601 text. */
export interface CitedFact {
  readonly id: string;
  readonly kind: EvidenceKind;
  readonly text: string;
  readonly context: string;
  readonly occurredStart: string | null;
  readonly occurredEnd: string | null;
  readonly mentionedAt: string | null;
}

/** Which memories a model is about: what a refresh reads, and what makes the model stale. JSON. */
export type RefreshScope = ScopeFilter;

/** The row of a model, as far as a refresh reads it; all of one moment. */
export interface MentalModelState {
  readonly id: string;
  readonly name: string;
  readonly sourceQuery: string;
  readonly tags: readonly string[];
  readonly maxTokens: number;
  readonly trigger: Trigger;
  readonly version: number;
  /** empty: none was written, or it was cleared */
  readonly content: string;
  /** the stored JSON, unchecked; null where there is no content */
  readonly document: unknown;
  /** the query that the content was written for; null: none */
  readonly builtQuery: string | null;
  /** the scopes that the content was written for since all of it was, the last the one of the last refresh; none: nothing was written */
  readonly builtScopes: readonly RefreshScope[];
  /** revision of the bank up to which a refresh has read; 0: nothing */
  readonly seenRevision: number;
  /** time of the newest memory that was read, for people: what decides is `seenRevision` */
  readonly lastMemorySeenAt: Date | null;
  readonly basedOn: readonly CitedFact[];
  /** `extractive`, or the model that wrote it; null: nobody yet */
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

/** Why an operation was not applied. */
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
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** An operation without its texts. `blockIds` are those that it made, changed or removed. JSON. */
export interface OperationSummary {
  readonly op: DeltaKind;
  readonly sectionId: string | null;
  readonly blockId: string | null;
  readonly blockIds: readonly string[];
  readonly heading: string | null;
  readonly sourceIds: readonly string[];
  /** why it was emitted, where the planner says so: `new_fact`, `source_changed`, `source_gone`, `budget`, `model`, … */
  readonly cause: string;
}
export interface SkippedOperation extends Omit<OperationSummary, 'op'> {
  /** what was asked for, perhaps no known word */
  readonly op: string;
  readonly reason: SkipReason;
}

// ---------------------------------------------------------------- the plan

/** A gathered piece of evidence, whether it was used or not. JSON. */
export interface RefreshFact extends CitedFact {
  /** of the bank, when it was last written; null for mental models */
  readonly revision: number | null;
  readonly score: number;
}

export interface RefreshWindow {
  /** exclusive; null: everything (full) */
  readonly afterRevision: number | null;
  /** inclusive: the bank's revision, read before all else */
  readonly upToRevision: number;
  /** for people; the revisions decide */
  readonly createdAfter: Date | null;
  readonly createdBefore: Date;
  /** newest in-scope memory up to the pinned revision */
  readonly watermark: Date | null;
}

/** What was done to blocks whose sources are gone or say something else now. */
export interface Retraction {
  /** the sources that are no longer as they were cited */
  readonly facts: readonly {
    readonly id: string;
    readonly text: string;
    readonly state: 'gone' | 'invalidated' | 'edited' | 'out_of_scope';
  }[];
  /** blocks that were removed, told again from what is left, or lost a source */
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

/** Pure data: what a refresh of this model would write now, and why. Nothing in it is decided again when it is written. */
export interface RefreshPlan {
  readonly modelId: string;
  readonly name: string;
  /** compared when it is written: another one means superseded */
  readonly baseVersion: number;
  /** `extractive`, or the model that was asked */
  readonly method: string;

  readonly requestedMode: RefreshMode;
  readonly effectiveMode: RefreshMode;
  /** before anything is read a delta becomes full for the first two words alone; the other three mean that it has failed */
  readonly modeReason: ModeFallback | null;
  readonly outcome: RefreshOutcome;
  /** a full refresh that found nothing, and nothing cited is left: the document is an explicitly empty one (`content_written`, or `content_unchanged`) */
  readonly isWithoutEvidence: boolean;
  /** of a failed refresh: safe to show */
  readonly failure: { readonly code: string; readonly message: string } | null;

  /** becomes `seenRevision`, unless the refresh has failed */
  readonly pinnedRevision: number;
  readonly window: RefreshWindow;
  /** memories behind the window, which are the next refresh's; 0 in full mode */
  readonly left: number;
  readonly scope: RefreshScope;
  /** becomes `builtQuery` (and `scope` one of `builtScopes`) whenever `content_written` or `content_unchanged` */
  readonly sourceQuery: string;

  readonly facts: { readonly retrieved: readonly RefreshFact[]; readonly used: readonly RefreshFact[] };
  /** everything that the document cites after this refresh, and nothing else; after a failure what it cites now */
  readonly basedOn: readonly CitedFact[];
  /** ids that the document cites now, against those it cited before */
  readonly evidence: { readonly added: readonly string[]; readonly dropped: readonly string[]; readonly kept: readonly string[] };

  readonly currentContent: string;
  /** what was proposed, before budget and checks of the whole; null where nothing was */
  readonly candidateContent: string | null;
  /** what is stored afterwards: the current one after a failure or when nothing changes */
  readonly preview: { readonly document: Document; readonly content: string };
  /** `document` may change (its sources) while the content does not. A version row is due when either is true */
  readonly changed: { readonly content: boolean; readonly document: boolean };
  /** from the stored content to the preview; empty when equal */
  readonly diff: string;
  /** null in full mode */
  readonly operations: { readonly applied: readonly OperationSummary[]; readonly skipped: readonly SkippedOperation[] } | null;
  /** null: every source is as it was cited */
  readonly retraction: Retraction | null;

  /** of the trigger's `response_schema`; undefined: none was asked for */
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
/** Whether a real refresh writes the document (the watermark also moves with `content_preserved_no_new_facts`). */
export const wouldPersist = ({ outcome }: Pick<RefreshPlan, 'outcome'>): boolean =>
  outcome === 'content_written' || outcome === 'content_unchanged';

// ---------------------------------------------------------------- the two halves

/** Everything that a plan may use. It has no database that writes; models book their calls in the ledger by themselves. */
export interface RefreshReads {
  /** `readOnly(app.db)` */
  readonly reader: ReadOnlyDb;
  /** embedder, env, reranker, codes, and the layer of mental models */
  readonly evidence: EvidenceServices;
  readonly models: LlmModels;
}

export interface RefreshCall {
  /** in the ledger */
  readonly operation: 'refresh_mental_model' | 'dry_run_refresh';
  readonly operationId: string | null;
  readonly signal: AbortSignal;
}

/**
 * Throws `ModelError` of kinds `transient` and `configuration` (a handler defers or fails, a route answers 503), and the signal's reason. What a model answers
 * badly is no error but a plan with a failed outcome. `scope` must hold the bank's present row (`currentBank`).
 */
export type PlanRefresh = (reads: RefreshReads, scope: BankScope, model: MentalModelState, call: RefreshCall) => Promise<RefreshPlan>;

/** What the only writer takes. */
export interface RefreshCommit {
  readonly plan: RefreshPlan;
  /** of the plan's `embeddedText`, made before the transaction, where the content changed; null: no word of it is known, or unchanged */
  readonly vector: { readonly model: string; readonly values: Float32Array } | null;
  readonly operationId: string | null;
}

/** What a model is found by: what it is called, what it answers, and what it says. */
export const embeddedText = ({ name, sourceQuery, content }: Pick<MentalModelState, 'name' | 'sourceQuery' | 'content'>): string =>
  [name, sourceQuery, content].join('\n\n').trim();

/** Rows of `model_block_sources`. */
export const blockSources = ({ sections }: Document): { blockId: string; sourceId: string }[] =>
  sections.flatMap(({ blocks }) => blocks.flatMap(({ id, sourceIds }) => sourceIds.map((sourceId) => ({ blockId: id, sourceId }))));

/** What a refresh of it reads: tags with the trigger's way of matching, else all of them where there are any. The model never reads itself. */
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

/** A cited memory as it is now. */
export interface SourceNow {
  readonly id: string;
  readonly kind: FactType;
  readonly state: MemoryState;
  readonly text: string;
  readonly context: string;
  readonly speaker: string | null;
  readonly occurredStart: Date | null;
  readonly occurredEnd: Date | null;
  readonly mentionedAt: Date | null;
  readonly revision: number;
  readonly tags: readonly string[];
}

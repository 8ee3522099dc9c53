import type { AuditActorKind } from '#lib/access/audit/literals';
import { formatTimestamp, restampOrNull, stampOrNull } from '#lib/base/contract/fields';
import { defined, present } from '#lib/base/defined';
import type { Actor } from '#lib/base/scope';
import { toTokenUsage } from '#lib/base/usage';
import type { DirectiveUse } from '#lib/memory/directives/use';
import { toUnapplied } from '#lib/memory/directives/view';
import type {
  MentalModel,
  MentalModelBlock,
  MentalModelDocument,
  MentalModelEvidence,
  MentalModelHistoryEntry,
  MentalModelReflectResponse,
  MentalModelSource,
  MentalModelVersion,
  MentalModelVersionSummary,
  TriggerBody,
} from '#lib/memory/mental-models/contract';
import type { MentalModelDetail, StaleReason } from '#lib/memory/mental-models/literals';
import type { CitedFact, Document, OperationSummary, RefreshPlan, SkippedOperation, Trigger } from '#lib/memory/mental-models/refresh/port';
import type {
  CitedSourceRow,
  MentalModelRow,
  StalenessRow,
  SummaryRow,
  VersionHistoryRow,
  VersionRow,
} from '#lib/memory/mental-models/store';

/** The content of a mental model before its first refresh has ended. */
export const PLACEHOLDER = 'This mental model is being written.';

// --- triggers ---

export const toTrigger = (body: TriggerBody): Trigger => ({
  mode: body.mode,
  budget: body.budget ?? null,
  fullRefreshCron: body.full_refresh_cron ?? null,
  refreshAfterConsolidation: body.refresh_after_consolidation,
  refreshCron: body.refresh_cron ?? null,
  minRefreshIntervalSeconds: body.min_refresh_interval_seconds ?? null,
  factTypes: body.fact_types ?? null,
  excludeMentalModels: body.exclude_mental_models,
  excludeMentalModelIds: body.exclude_mental_model_ids ?? [],
  tagsMatch: body.tags_match ?? null,
  tagGroups: body.tag_groups ?? null,
  includeChunks: body.include_chunks ?? null,
  recallMaxTokens: body.recall_max_tokens ?? null,
  recallChunksMaxTokens: body.recall_chunks_max_tokens ?? null,
  observationsMaxTokens: body.reflect_search_observations_max_tokens ?? null,
  responseSchema: body.response_schema ?? null,
  keepTrace: body.keep_trace,
});

export const toWireTrigger = (trigger: Trigger): TriggerBody => ({
  mode: trigger.mode,
  budget: trigger.budget ?? null,
  full_refresh_cron: trigger.fullRefreshCron ?? null,
  refresh_after_consolidation: trigger.refreshAfterConsolidation,
  refresh_cron: trigger.refreshCron,
  min_refresh_interval_seconds: trigger.minRefreshIntervalSeconds,
  fact_types: trigger.factTypes && [...trigger.factTypes],
  exclude_mental_models: trigger.excludeMentalModels,
  exclude_mental_model_ids: trigger.excludeMentalModelIds.length > 0 ? [...trigger.excludeMentalModelIds] : null,
  tags_match: trigger.tagsMatch,
  tag_groups: trigger.tagGroups && [...trigger.tagGroups],
  include_chunks: trigger.includeChunks,
  recall_max_tokens: trigger.recallMaxTokens,
  recall_chunks_max_tokens: trigger.recallChunksMaxTokens,
  reflect_search_observations_max_tokens: trigger.observationsMaxTokens ?? null,
  response_schema: trigger.responseSchema && { ...trigger.responseSchema },
  keep_trace: trigger.keepTrace,
});

// --- results of a refresh ---

const toEvidence = (fact: CitedFact): MentalModelEvidence => ({
  id: fact.id,
  text: fact.text,
  type: fact.kind,
  context: fact.context,
  occurred_start: restampOrNull(fact.occurredStart),
  occurred_end: restampOrNull(fact.occurredEnd),
  mentioned_at: restampOrNull(fact.mentionedAt),
});

/** With the fields of a source, and those of a directive in an answer. */
const toDirective = ({ id, name, content }: DirectiveUse): MentalModelEvidence => ({
  id,
  text: `${name}: ${content}`,
  type: 'directive',
  name,
  content,
});

/** Every type has a list; some are always empty. */
export function toBasedOn({ basedOn, directives }: Pick<RefreshPlan, 'basedOn' | 'directives'>): Record<string, MentalModelEvidence[]> {
  const lists: Record<string, MentalModelEvidence[]> = {
    world: [],
    experience: [],
    opinion: [],
    observation: [],
    'mental-models': [],
    directives: directives.map(toDirective),
  };
  for (const fact of basedOn) defined(lists[fact.kind === 'mental_model' ? 'mental-models' : fact.kind]).push(toEvidence(fact));
  return lists;
}

const toOperation = (operation: OperationSummary | SkippedOperation) => ({
  op: operation.op,
  section_id: operation.sectionId,
  block_id: operation.blockId,
  block_ids: [...operation.blockIds],
  heading: operation.heading,
  source_ids: [...operation.sourceIds],
  cause: operation.cause,
  ...('reason' in operation && { reason: operation.reason }),
});

export const toOperations = ({ operations }: Pick<RefreshPlan, 'operations'>) =>
  operations && { applied: operations.applied.map(toOperation), skipped: operations.skipped.map(toOperation) };

export const toRetraction = ({ retraction }: Pick<RefreshPlan, 'retraction'>) =>
  retraction && {
    fact_ids: retraction.facts.map(({ id }) => id),
    fact_texts: retraction.facts.map(({ text }) => text),
    fact_states: retraction.facts.map(({ state }) => state),
    block_ids: [...retraction.blockIds],
    applied: retraction.blockIds.length > 0,
    deferred_reason: null,
  };

/** `output` contains the results of the tools, which only a dry run returns. */
export const toTrace = (plan: RefreshPlan, { withOutput }: { withOutput: boolean }) => ({
  recorded_at: restampOrNull(plan.trace.recordedAt),
  effective_mode: plan.effectiveMode,
  mode_fallback_reason: plan.modeReason,
  outcome: plan.outcome,
  tool_calls: plan.trace.toolCalls.map((call) => ({
    tool: call.tool,
    reason: null,
    input: { ...call.input },
    output: withOutput ? { results: call.output } : null,
    updated_at: null,
    result_count: call.resultCount,
    duration_ms: call.durationMs,
    iteration: call.iteration,
  })),
  llm_calls: plan.trace.llmCalls.map(({ scope, durationMs }) => ({ scope, duration_ms: durationMs })),
  delta_operations: toOperations(plan),
  retraction: toRetraction(plan),
  usage: toTokenUsage(plan.usage),
  duration_ms: plan.durationMs,
  warnings: [...plan.warnings],
});

const isDocument = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && 'sections' in value && Array.isArray(value.sections);

export const toWireDocument = (document: unknown): MentalModelDocument | null =>
  isDocument(document)
    ? {
        sections: document.sections.map(({ id, heading, level, blocks }) => ({
          id,
          heading,
          level,
          blocks: blocks.map((block) => ({ id: block.id, text: block.text, source_ids: [...block.sourceIds], note: block.note ?? null })),
        })),
      }
    : null;

/** All blocks in order, without headings. */
const toBlocks = (document: unknown): MentalModelBlock[] => toWireDocument(document)?.sections.flatMap(({ blocks }) => blocks) ?? [];

/** The response format of a refresh, stored with the mental model and each of its versions. */
export const toReflectResponse = (plan: RefreshPlan, keepTrace: boolean): MentalModelReflectResponse => ({
  text: plan.preview.content,
  based_on: toBasedOn(plan),
  unapplied_directives: toUnapplied(plan.directives),
  mental_models: [],
  outcome: plan.outcome,
  ...(plan.isWithoutEvidence && { no_evidence: true }),
  method: plan.method,
  ...(plan.requestedMode === 'delta' && { delta_applied: plan.effectiveMode === 'delta' }),
  ...(plan.operations && {
    delta_operations_applied: present(toOperations(plan)).applied,
    delta_operations_skipped: present(toOperations(plan)).skipped,
  }),
  ...(plan.modeReason && { delta_skipped_reason: plan.modeReason }),
  ...(plan.outcome === 'content_preserved_no_new_facts' && { refresh_skipped: true }),
  ...(plan.structuredOutput !== undefined && { structured_output: plan.structuredOutput as Record<string, unknown> }),
  ...(plan.structuredOutputError !== undefined && { structured_output_error: plan.structuredOutputError }),
  ...(plan.warnings.length > 0 && { warnings: [...plan.warnings] }),
  ...(keepTrace && { trace: toTrace(plan, { withOutput: false }) }),
  document_tokens: plan.documentTokens,
  document_budget: plan.documentBudget,
});

// --- mental models ---

/** Why a mental model is stale, most important reason first; empty: it is not stale. */
export function staleReasons(row: StalenessRow): StaleReason[] {
  // A cleared one was written before; all memories in its scope are new to it.
  if (row.built_query === null) return row.has_news ? [row.version === 0 ? 'never_refreshed' : 'new_memories'] : [];
  const reasons: [boolean, StaleReason][] = [
    [row.built_query !== row.source_query, 'source_query_changed'],
    [row.has_news, 'new_memories'],
    [row.has_losses, 'memories_gone'],
    [row.has_dead_sources, 'sources_gone'],
  ];
  return reasons.filter(([applies]) => applies).map(([, reason]) => reason);
}

const hasStaleness = (row: MentalModelRow): row is StalenessRow => 'has_news' in row;

/** The response for a mental model, with the requested detail, with staleness if it was read. */
export function toModel(row: MentalModelRow, bankId: string, detail: MentalModelDetail): MentalModel {
  return {
    id: row.id,
    bank_id: bankId,
    name: row.name,
    tags: row.tags,
    created_at: formatTimestamp(row.created_at),
    last_refreshed_at: formatTimestamp(row.last_refreshed_at),
    last_full_refreshed_at: stampOrNull(row.last_full_refreshed_at),
    last_refresh_failed_at: row.last_error?.at ?? null,
    last_memory_seen_at: stampOrNull(row.last_memory_seen_at),
    ...(detail !== 'metadata' && {
      source_query: row.source_query,
      content: row.state === 'generating' ? PLACEHOLDER : row.content,
      max_tokens: row.max_tokens,
      trigger: toWireTrigger(row.trigger),
    }),
    ...(detail === 'full' && { blocks: toBlocks(row.document), reflect_response: row.reflect_response }),
    ...(hasStaleness(row) && {
      ...{ is_stale: staleReasons(row).length > 0, stale_reasons: staleReasons(row) },
      ...(row.stale_revision !== undefined && { stale_revision: row.stale_revision }),
    }),
    state: row.state,
    version: row.version,
    method: row.method,
    last_error: row.last_error,
    next_refresh_at: stampOrNull(row.next_run_at),
    operation_id: row.operation_id,
    is_knowledge_page: row.is_page,
    refresh_retry: row.refresh_retry && {
      message: row.refresh_retry.message,
      next_retry_at: restampOrNull(row.refresh_retry.next),
      retry_until: restampOrNull(row.refresh_retry.until),
    },
  };
}

// --- versions ---

export const actorOf = ({ userId, keyId, label }: Actor): { kind: AuditActorKind; label: string } => ({
  kind: userId ? 'user' : keyId ? 'key' : 'system',
  label,
});

const toVersionFields = (row: SummaryRow) => ({
  version: row.version,
  change: row.change,
  restored_version: row.restored_version,
  mode: row.mode,
  mode_requested: row.mode_requested,
  mode_reason: row.mode_reason,
  outcome: row.outcome,
  method: row.method,
  operation_id: row.operation_id,
  cause: row.cause,
  actor: { kind: row.actor_kind, label: row.actor_label },
  decision: row.decision,
  source_ids: row.source_ids,
  usage: row.usage,
});

export const toHistoryEntry = (row: VersionHistoryRow): MentalModelHistoryEntry => ({
  previous_content:
    row.version === 1 && row.previous_change === 'create' && row.previous_content === '' ? PLACEHOLDER : row.previous_content,
  previous_reflect_response: row.previous_reflect_response && {
    based_on: row.previous_reflect_response.based_on,
    trace: row.previous_reflect_response.trace ?? null,
  },
  changed_at: formatTimestamp(row.created_at),
  content: row.content,
  blocks: toBlocks(row.document),
  ...toVersionFields(row),
});

export const toSummary = (row: SummaryRow): MentalModelVersionSummary => ({
  ...toVersionFields(row),
  created_at: formatTimestamp(row.created_at),
  is_current: row.is_current,
  tokens: row.tokens,
  words: row.words,
  blocks: row.blocks,
  facts_added: row.facts_added.length,
  facts_dropped: row.facts_dropped.length,
  facts_kept: row.facts_kept.length,
});

function toSource(row: CitedSourceRow, read: CitedFact | undefined): MentalModelSource {
  const isDeleted = row.state === null;
  const isEdited = !isDeleted && read !== undefined && row.text !== null && row.text !== read.text && read.kind !== 'mental_model';
  return {
    id: row.id,
    type: row.type ?? read?.kind ?? 'world',
    // The text of a deleted memory is not returned.
    text: isDeleted ? null : row.type === 'mental_model' ? (read?.text ?? row.text) : row.text,
    context: isDeleted ? null : row.context,
    state: isDeleted ? 'deleted' : row.state === 'invalidated' ? 'invalidated' : isEdited ? 'edited' : 'live',
    occurred_start: stampOrNull(row.occurred_start),
    mentioned_at: stampOrNull(row.mentioned_at),
  };
}

export const toVersion = (row: VersionRow, sources: readonly CitedSourceRow[]): MentalModelVersion => {
  const read = new Map([...row.previous_based_on, ...row.based_on].map((fact) => [fact.id, fact]));
  return {
    ...toSummary(row),
    mental_model_id: row.model_id,
    name: row.name,
    source_query: row.source_query,
    tags: row.tags,
    max_tokens: row.max_tokens,
    content: row.content,
    document: toWireDocument(row.document),
    delta_operations: row.delta_operations,
    retraction: row.retraction,
    warnings: row.warnings,
    facts: { added: row.facts_added, dropped: row.facts_dropped, kept: row.facts_kept },
    sources: sources.map((source) => toSource(source, read.get(source.id))),
    reflect_response: row.reflect_response,
  };
};

import { formatTimestamp, stampOrNull } from '#lib/base/contract/fields';
import { toTokenUsage } from '#lib/base/usage';
import { toUnapplied } from '#lib/memory/directives/view';
import type { DryRunRefresh } from '#lib/memory/mental-models/contract';
import { type RefreshFact, type RefreshPlan, type RefreshScope, wouldPersist } from '#lib/memory/mental-models/refresh/port';
import { toBasedOn, toOperations, toRetraction, toTrace, toWireDocument } from '#lib/memory/mental-models/view';

/** The response of a dry run. */

const wireKind = (kind: RefreshFact['kind']): string => (kind === 'mental_model' ? 'mental-models' : kind);

function countsOf(facts: readonly RefreshFact[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of facts) counts[wireKind(kind)] = (counts[wireKind(kind)] ?? 0) + 1;
  return counts;
}

const toScope = (scope: RefreshScope): DryRunRefresh['scope'] => ({
  tags: scope.tagGroups === null ? [...scope.tags] : null,
  tags_match: scope.tagsMatch,
  tag_groups: scope.tagGroups && [...scope.tagGroups],
  fact_types: scope.factTypes && [...scope.factTypes],
  exclude_mental_models: scope.excludeMentalModels,
  exclude_mental_model_ids: [...scope.excludeMentalModelIds],
});

export const toDryRun = (plan: RefreshPlan): DryRunRefresh => ({
  mental_model_id: plan.modelId,
  name: plan.name,
  requested_mode: plan.requestedMode,
  effective_mode: plan.effectiveMode,
  mode_fallback_reason: plan.modeReason,
  outcome: plan.outcome,
  would_persist: wouldPersist(plan),
  evidence: { added: [...plan.evidence.added], dropped: [...plan.evidence.dropped], kept: [...plan.evidence.unchanged] },
  no_evidence: plan.isWithoutEvidence,
  failure: plan.failure,
  method: plan.method,
  version: plan.baseVersion,
  scope: toScope(plan.scope),
  window: {
    created_after: stampOrNull(plan.window.createdAfter),
    created_before: formatTimestamp(plan.window.createdBefore),
    watermark: stampOrNull(plan.window.watermark),
    after_revision: plan.window.afterRevision,
    up_to_revision: plan.window.upToRevision,
  },
  facts: { retrieved: countsOf(plan.facts.retrieved), used: countsOf(plan.facts.used) },
  based_on: toBasedOn(plan),
  unapplied_directives: toUnapplied(plan.directives),
  current_content: plan.currentContent,
  candidate_content: plan.candidateContent ?? '',
  preview_content: plan.preview.content,
  diff: plan.diff,
  delta_operations: toOperations(plan),
  document: toWireDocument(plan.preview.document),
  retraction: toRetraction(plan),
  ...(plan.structuredOutput !== undefined && { structured_output: plan.structuredOutput as Record<string, unknown> | null }),
  ...(plan.structuredOutputError !== undefined && { structured_output_error: plan.structuredOutputError }),
  document_tokens: plan.documentTokens,
  document_budget: plan.documentBudget,
  trace: toTrace(plan, { withOutput: true }),
  usage: toTokenUsage(plan.usage),
  duration_ms: plan.durationMs,
  warnings: [...plan.warnings],
});

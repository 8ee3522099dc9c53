import type { Db } from '#lib/base/db/db';
import { readOnly } from '#lib/base/db/read-only';
import { countRefresh } from '#lib/base/metrics';
import type { BankScope } from '#lib/base/scope';
import { toTokenUsage } from '#lib/base/usage';
import { deferredIfAway } from '#lib/jobs/operations/outage';
import { Deferred, type Job, type JobHandler, type JobResult, type JobServices, PermanentFailure } from '#lib/jobs/operations/port';
import { currentBank } from '#lib/memory/banks/service';
import { type Committed, commitRefresh } from '#lib/memory/mental-models/commit';
import { modelLayer, vectorOf } from '#lib/memory/mental-models/layer';
import type { RefreshCause } from '#lib/memory/mental-models/literals';
import { embeddedText, isFailed, type PlanRefresh, type RefreshPlan, type RefreshReads } from '#lib/memory/mental-models/refresh/port';
import { refreshAutomatically } from '#lib/memory/mental-models/schedule';
import { readState, type StoredMentalModel } from '#lib/memory/mental-models/store';
import { setFailureOf } from '#lib/memory/mental-models/store-write';
import { REFRESH } from '#lib/memory/mental-models/trigger';
import type { EvidenceServices } from '#lib/memory/reflect/evidence';
import type { LlmSet } from '#lib/models/llm/models';

/**
 * One run of a refresh. It is planned without a database connection and without write access, and
 * committed in one short transaction that also completes the operation. So a process may die at any
 * point: a refresh is either completely written or not at all.
 */

interface RefreshPayload {
  readonly id: string;
  readonly cause: RefreshCause;
  /** overrides the mode of the trigger */
  readonly mode?: 'full';
}

/**
 * Maximum number of concurrent changes to the same mental model before the operation is deferred.
 */
const ATTEMPTS = 4;
const OVERTAKEN_S = 5;

/** The services of the process that a refresh needs. */
export interface RefreshServices extends Required<Pick<EvidenceServices, 'embedder' | 'env' | 'reranker' | 'cachedBanks'>> {
  readonly db: Db;
  readonly models: LlmSet;
}

/** The read access of a plan. */
export const readsOf = (app: RefreshServices): RefreshReads => ({
  reader: readOnly(app.db),
  evidence: { embedder: app.embedder, env: app.env, reranker: app.reranker, cachedBanks: app.cachedBanks, mentalModels: modelLayer },
  models: app.models,
});

export const refreshHandler = (planRefresh: PlanRefresh): JobHandler<JobServices & RefreshServices> => ({
  type: REFRESH,
  deadlineSeconds: 600,
  maxAttempts: 4,
  // Automatic refreshes act for the bank. Requested ones stop if the requester loses write
  // permission.
  authority: ({ cause }) => (cause === 'cron' || cause === 'consolidation' ? 'bank' : 'writer'),
  run: (job) => run(job as unknown as Job<RefreshPayload, JobServices & RefreshServices>, planRefresh),
  onEnd: async (tx, { scope, operationId, status }) => {
    if (status === 'failed') await setFailureOf(tx, scope, operationId);
  },
});

const DELETED: JobResult = { result: { outcome: 'model_gone' } };

async function run(job: Job<RefreshPayload, JobServices & RefreshServices>, planRefresh: PlanRefresh): Promise<JobResult> {
  const { app, payload } = job;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    job.signal.throwIfAborted();
    const scope = await currentBank(app.db, job.scope);
    const base = scope && (await readState(app.db, scope, payload.id));
    if (!scope || !base) return DELETED;
    await job.progress('planning');
    const plan = await planned(job, scope, base, planRefresh);
    const vector = await vectorFor(job, scope, plan);
    await job.progress('writing');
    job.signal.throwIfAborted();
    const done = await commit(job, scope, base, plan, vector);
    if (done.kind === 'deleted') return DELETED;
    if (done.kind === 'superseded') continue;
    countRefresh(plan.outcome, plan.effectiveMode);
    if (isFailed(plan)) throw failureOf(plan);
    return resultOf(plan, done.version);
  }
  throw new Deferred(OVERTAKEN_S, 'The mental model was changed by other writers during the refresh. The refresh is repeated later.');
}

/** An unavailable provider says nothing about the mental model, however long the outage lasts. */
async function planned(
  { app, operationId, signal, payload }: Job<RefreshPayload, JobServices & RefreshServices>,
  scope: BankScope,
  base: StoredMentalModel,
  planRefresh: PlanRefresh,
): Promise<RefreshPlan> {
  const model = payload.mode ? { ...base, trigger: { ...base.trigger, mode: payload.mode } } : base;
  try {
    return await planRefresh(readsOf(app), scope, model, { operation: REFRESH, operationId, signal });
  } catch (error) {
    throw deferredIfAway(error, 'language');
  }
}

/** null: the content is unchanged, or the embedder knows none of its words */
async function vectorFor(
  { app, operationId, signal }: Job<RefreshPayload, JobServices & RefreshServices>,
  scope: BankScope,
  plan: RefreshPlan,
) {
  if (isFailed(plan) || !plan.changed.content || plan.preview.content === '') return null;
  return vectorOf(app.embedder, scope, embeddedText({ ...plan, content: plan.preview.content }), { signal, operationId });
}

function commit(
  job: Job<RefreshPayload, JobServices & RefreshServices>,
  scope: BankScope,
  base: StoredMentalModel,
  plan: RefreshPlan,
  vector: Awaited<ReturnType<typeof vectorFor>>,
): Promise<Committed> {
  const { operationId, payload } = job;
  return job.app.db.transaction(async (tx) => {
    await job.fence(tx);
    const done = await commitRefresh(tx, scope, { plan, base, vector, operationId, cause: payload.cause });
    if (done.kind !== 'committed' || isFailed(plan)) return done;
    if (plan.left > 0) await refreshAutomatically(tx, scope, base);
    await job.complete(tx, resultOf(plan, done.version));
    return done;
  });
}

const resultOf = (plan: RefreshPlan, version: number): JobResult => ({
  result: {
    mental_model_id: plan.modelId,
    name: plan.name,
    outcome: plan.outcome,
    no_evidence: plan.isWithoutEvidence,
    version,
    mode: plan.effectiveMode,
    mode_requested: plan.requestedMode,
    ...(plan.modeReason && { mode_reason: plan.modeReason }),
    method: plan.method,
    facts: { added: plan.evidence.added.length, dropped: plan.evidence.dropped.length, kept: plan.evidence.unchanged.length },
    usage: toTokenUsage(plan.usage),
  },
  details: { operation_type: REFRESH, outcome: plan.outcome, version },
});

/** Maps failure codes to the nearest reason of the API. */
const CONTRACT_REASONS: Readonly<Record<string, string>> = {
  would_be_empty: 'delta_not_applied',
  would_lose_most: 'delta_not_applied',
  unusable_candidate: 'empty_candidate',
};

/** Permanent, because a retry would send the same request to the same model. */
function failureOf(plan: RefreshPlan): PermanentFailure {
  const { code, message } = plan.failure ?? { code: plan.outcome, message: 'The refresh produced no document.' };
  const details = { operation_type: REFRESH, outcome: plan.outcome, failure_reason: plan.modeReason ?? CONTRACT_REASONS[code] ?? code };
  return new PermanentFailure(code, message, details);
}

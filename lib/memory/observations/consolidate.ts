import { setImmediate } from 'node:timers/promises';
import type { Tx } from '#lib/base/db/db';
import { noteConsolidation } from '#lib/base/db/statistics';
import { defined, present } from '#lib/base/defined';
import { pacer } from '#lib/base/pacer';
import type { BankScope } from '#lib/base/scope';
import { deferredIfAway } from '#lib/jobs/operations/outage';
import { Deferred, type Job, type JobHandler, type JobResult, type JobServices } from '#lib/jobs/operations/port';
import { type BankDefaults, configOf } from '#lib/memory/banks/config';
import { inBank, lockBank, lockBankFor } from '#lib/memory/banks/service';
import { planWithModel } from '#lib/memory/observations/model/consolidate';
import { type ConsolidationPlan, evidenceOf, isChange, type ObservationDraft } from '#lib/memory/observations/plan';
import { planExtractive, readClaims } from '#lib/memory/observations/rules/consolidate';
import { CONSOLIDATION, consolidateAllSoon, requestConsolidation, sweepForgotten } from '#lib/memory/observations/schedule';
import { limitOf, scopeMode, scopesOf } from '#lib/memory/observations/scopes';
import * as store from '#lib/memory/observations/store';
import * as items from '#lib/memory/observations/store-items';
import { type Effects, insertSurplus, textHash, writeObservations } from '#lib/memory/observations/write';
import { deriveValidity } from '#lib/memory/validity/service';
import { bookedTo, writingEmbedder } from '#lib/models/embeddings/choose';
import { encodedVectors } from '#lib/models/embeddings/encode';
import type { Embedder } from '#lib/models/embeddings/port';
import { type LanguageModel, LlmError } from '#lib/models/llm/port';

/**
 * One run of a consolidation: a sequence of batches, each of one scope. A batch is planned without
 * a database connection, by rules or by a language model. It is then applied in one short
 * transaction, which checks again everything that the plan depends on. So a process may die at any
 * point: a batch is either written together with its items, or still pending.
 */

interface ConsolidationPayload {
  readonly automatic: boolean;
  readonly sweep: boolean;
  readonly within: readonly (readonly string[])[] | null;
}

/**
 * Rules read a memory in a few microseconds. Their batches are limited only to let other operations
 * use the bank.
 */
const RULES_BATCH = 400;
const RULES_ROUND = 20_000;
const DEADLINE_S = 900;
/** Unusable answers about a single memory after which it fails. */
const MOST_ATTEMPTS = 3;
const AGAIN_MS = 5000;
const ENLIST_SLICE = 1000;
const MAX_REPORTED = 50;
/**
 * Observations near one fact that a model is shown (`NEAR`), and near all facts of a batch
 * (`SHOWN`).
 */
const NEAR = 5;
const SHOWN = 24;

interface ConsolidationRun {
  readonly job: Job<ConsolidationPayload, ConsolidationServices>;
  readonly scope: BankScope;
  readonly config: ReturnType<typeof configOf>;
  readonly model: LanguageModel | null;
  readonly tally: { processed: number; created: number; updated: number; removed: number; failed: number };
  /** Ids of memories without a usable answer in this run. They are tried again. */
  readonly unanswered: Set<string>;
  /** Ids of memories that failed permanently; the first `MAX_REPORTED` of them. */
  readonly failed: string[];
  /** Ids of memories that this run leaves pending. */
  readonly leftPending: Set<string>;
}

interface ConsolidationServices extends JobServices {
  readonly env: JobServices['env'] & BankDefaults;
}

export const consolidationHandler: JobHandler<ConsolidationServices> = {
  type: CONSOLIDATION,
  deadlineSeconds: DEADLINE_S,
  maxAttempts: 4,
  authority: 'bank',
  onSettings: async (tx, scope, { before, after }) => {
    if (before.enable_observations === false && after.enable_observations !== false) await consolidateAllSoon(tx, scope);
  },
  run: (job) => run(job as unknown as Job<ConsolidationPayload, ConsolidationServices>),
  lookAfter: sweepForgotten,
};

async function run(job: Job<ConsolidationPayload, ConsolidationServices>): Promise<JobResult> {
  const { app, scope, payload } = job;
  const config = configOf(app.env, scope.bank);
  if (payload.automatic && !config.enableAutoConsolidation) return { result: { outcome: 'auto_consolidation_disabled' } };
  await deriveInTime(job);
  if (!config.enableObservations) return { result: { outcome: 'observations_disabled' } };
  const tally = { processed: 0, created: 0, updated: 0, removed: 0, failed: 0 };
  const one: ConsolidationRun = {
    job,
    scope,
    config,
    model: app.models.of('consolidation', scope),
    tally,
    unanswered: new Set(),
    failed: [],
    leftPending: new Set(),
  };
  if (payload.sweep) await sweep(one);
  const most = one.model ? config.consolidationMaxMemoriesPerRound : RULES_ROUND;
  const there = payload.within ? null : Math.min(most, await items.countPending(app.db, scope));
  while (tally.processed < most) {
    job.signal.throwIfAborted();
    const batch = await nextBatch(one, most - tally.processed);
    if (!batch && (await readmit(one))) continue;
    if (!batch) break;
    await consolidateBatch(one, batch);
    await noteConsolidation(job.app.db, scope.bankUid, batch.facts.length).catch((error) =>
      job.app.log.warn({ error: String(error) }, 'planner statistics not refreshed'),
    );
    await job.progress('consolidating', tally.processed, there === null ? undefined : Math.max(there, tally.processed));
    await setImmediate();
  }
  const next = await requeue(one);
  return {
    result: {
      outcome: next === null ? 'completed' : 'to_be_continued',
      ...tally,
      ...(one.failed.length > 0 && { failed_memory_ids: one.failed }),
      ...(next !== null && { next_operation_id: next }),
    },
    ...(one.unanswered.size > 0 && { details: { unanswered: one.unanswered.size } }),
  };
}

/**
 * Throws `Deferred` after two thirds of the time limit: a bank of hundreds of thousands of memories
 * takes longer, and the next run continues after the last batch.
 */
async function deriveInTime({ app, scope, signal, fence, progress }: ConsolidationRun['job']): Promise<void> {
  const until = performance.now() + (Math.min(DEADLINE_S, app.env.maxOperationSeconds) * 1000 * 2) / 3;
  const onProgress = async (processed: number, total?: number): Promise<void> => {
    await progress('deriving_validity', processed, total);
    if (performance.now() > until) throw new Deferred(0, 'The consolidation continues with the next memories.', true);
  };
  await deriveValidity(app.db, scope, { signal, fence, onProgress });
}

const nextBatch = ({ job, scope, config, model, leftPending }: ConsolidationRun, most: number): Promise<items.Batch | null> =>
  items.readBatch(job.app.db, scope, {
    limit: Math.min(most, model ? config.consolidationLlmBatchSize : RULES_BATCH),
    within: job.payload.within,
    without: [...leftPending],
  });

/**
 * Queues an operation for the remaining items, after a short delay if some could not be
 * consolidated now. Returns its id, or null if nothing remains.
 */
async function requeue(one: ConsolidationRun): Promise<string | null> {
  const { job, scope, leftPending } = one;
  const { db } = job.app;
  if (!(await items.readBatch(db, scope, { limit: 1, within: job.payload.within, without: [] })) && !(await readmit(one))) return null;
  return inBank(db, scope, async (tx) => {
    await job.fence(tx);
    if ((await lockBank(tx, scope)) === null) return null;
    const startAfter = leftPending.size > 0 ? new Date(Date.now() + AGAIN_MS) : undefined;
    return (await requestConsolidation(tx, scope, { ...job.payload, sweep: false, ...(startAfter && { startAfter }) })).operationId;
  });
}

/**
 * Memories for whose observations a scope had no room become pending again once it has room. At
 * most one batch, because they may fill the scope. Returns whether there are any.
 */
async function readmit({ job, scope, config, model }: ConsolidationRun): Promise<boolean> {
  const { db } = job.app;
  const open: string[] = [];
  const pause = pacer();
  for (const { key, tags, observationCount } of await items.readCrowded(db, scope)) {
    const limit = await limitFor(config, tags, pause);
    if (limit === null || observationCount < limit) open.push(key);
  }
  if (open.length === 0) return false;
  return inBank(db, scope, async (tx) => {
    await job.fence(tx);
    if ((await lockBank(tx, scope)) === null) return false;
    const most = model ? config.consolidationLlmBatchSize : RULES_BATCH;
    return items.readmit(tx, scope, { scopeKeys: open, within: job.payload.within, most });
  });
}

/**
 * Lists memories from before observations were enabled, and copies that other writes made. The bank
 * is locked only to list them, not to find them.
 */
async function sweep({ job, scope }: ConsolidationRun): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    job.signal.throwIfAborted();
    const page = await items.readPage(job.app.db, scope, after, ENLIST_SLICE);
    const ids = page.flatMap((one) => (one.is_unlisted ? one.id : []));
    if (ids.length > 0) await enlistAll(job, scope, ids);
    const last = page.at(-1);
    if (!last || page.length < ENLIST_SLICE) return;
    after = last.id;
  }
}

/** Lists those that another writer has not listed meanwhile. */
const enlistAll = (job: ConsolidationRun['job'], scope: BankScope, ids: readonly string[]): Promise<void> =>
  inBank(job.app.db, scope, async (tx) => {
    await job.fence(tx);
    if ((await lockBank(tx, scope)) === null) return;
    const rows = await items.readUnlisted(tx, scope, ids);
    await items.enlist(
      tx,
      scope,
      rows.map((row) => ({ memoryId: row.id, scopes: scopesOf(scopeMode(row.observation_scopes), row.tags) })),
    );
  });

/**
 * A content error of a model halves the batch. A single memory with a content error is counted and
 * finally fails.
 */
async function consolidateBatch(one: ConsolidationRun, batch: items.Batch): Promise<void> {
  try {
    if (await planAndApply(one, batch)) return;
    // Another writer interfered. A batch that is overtaken twice stays pending for the next run.
    const ids = batch.facts.map(({ id }) => id);
    const again = { ...batch, facts: await items.reread(one.job.app.db, one.scope, batch.scope.key, ids) };
    if (again.facts.length > 0 && !(await planAndApply(one, again))) for (const id of ids) one.leftPending.add(id);
  } catch (error) {
    // An unavailable provider says nothing about a memory, however long the outage lasts.
    if (!(error instanceof LlmError) || error.kind !== 'content') throw deferredIfAway(error, 'language');
    if (batch.facts.length === 1) return fail(one, batch, error);
    const half = Math.ceil(batch.facts.length / 2);
    await consolidateBatch(one, { ...batch, facts: batch.facts.slice(0, half) });
    one.job.signal.throwIfAborted();
    await consolidateBatch(one, { ...batch, facts: batch.facts.slice(half) });
  }
}

async function fail(
  { job, scope, leftPending, tally, unanswered, failed }: ConsolidationRun,
  { scope: { key }, facts }: items.Batch,
  error: LlmError,
): Promise<void> {
  const memoryIds = facts.map(({ id }) => id);
  for (const id of memoryIds) leftPending.add(id);
  tally.processed += facts.length;
  const count = await inBank(job.app.db, scope, async (tx) => {
    await job.fence(tx);
    if ((await lockBank(tx, scope)) === null) return 0;
    return items.countFailure(tx, scope, { scopeKey: key, memoryIds, code: error.failure, most: MOST_ATTEMPTS });
  });
  tally.failed += count;
  if (count === 0) for (const id of memoryIds) unanswered.add(id);
  else if (failed.length < MAX_REPORTED) failed.push(...memoryIds);
}

async function planAndApply(one: ConsolidationRun, batch: items.Batch): Promise<boolean> {
  const { job, tally } = one;
  const limit = await limitFor(one.config, batch.scope.tags);
  const plan = await planFor(one, batch, limit);
  const drafts = plan.drafts.filter(isChange);
  const vectors =
    drafts.length > 0
      ? await encodedVectors(
          embedderFor(one),
          drafts.map(({ searched }) => searched),
        )
      : [];
  job.signal.throwIfAborted();
  const effects = await inBank(job.app.db, one.scope, (tx) => apply(tx, one, batch, { plan, drafts, vectors, limit }));
  if (!effects) return false;
  tally.processed += batch.facts.length;
  tally.created += effects.created;
  tally.updated += effects.updated;
  tally.removed += effects.removed;
  return true;
}

/** The embedding model of the bank's existing vectors, not the current default. */
const embedderFor = ({ job: { app, operationId }, scope }: ConsolidationRun): Embedder =>
  writingEmbedder(bookedTo(app.embedder, { scope, operation: 'consolidation', operationId }), scope.bank?.embeddingModel);

async function planFor(one: ConsolidationRun, { scope: { key }, facts }: items.Batch, capacity: number | null): Promise<ConsolidationPlan> {
  const { job, scope, config, model } = one;
  const { db } = job.app;
  const embedder = embedderFor(one);
  if (!model) {
    const reading = readClaims(facts);
    const slots = [...reading.slots];
    const known = await store.readBySlot(db, scope, { scopeKey: key, slots, model: embedder.model });
    const held = new Set(known.map(({ slot }) => slot));
    const open = slots.filter((slot) => !held.has(slot));
    return planExtractive(facts, reading, known, await items.readClaimants(db, scope, key, open));
  }
  const near = { scopeKey: key, memoryIds: facts.map(({ id }) => id), model: embedder.model, perMemory: NEAR, most: SHOWN };
  const known = await store.readNear(db, scope, near);
  const settings = { mission: config.observationsMission, language: config.llmOutputLanguage, capacity };
  const call = { scope, operation: 'consolidation', operationId: job.operationId, signal: job.signal };
  // The claims that the rules would read: a later consolidation without a model then finds these
  // memories.
  return { ...(await planWithModel(model, settings, { facts, known }, call)), claims: readClaims(facts).claims };
}

const limitFor = (config: ConsolidationRun['config'], tags: readonly string[], pause = pacer()): Promise<number | null> =>
  limitOf(tags, { rules: config.observationScopeLimits, fallback: config.maxObservationsPerScope }, pause);

interface WrittenPlan {
  /**
   * includes unchanged drafts: if one of their observations is deleted meanwhile, its facts would
   * be done although no observation states them
   */
  readonly plan: ConsolidationPlan;
  /** the drafts of the plan that change something, and their vectors */
  readonly drafts: readonly ObservationDraft[];
  readonly vectors: readonly (string | null)[];
  /** maximum number of observations in the scope; null: no limit */
  readonly limit: number | null;
}

/** Applies a plan. Returns null if another writer changed its basis; then nothing is written. */
async function apply(
  tx: Tx,
  one: ConsolidationRun,
  batch: items.Batch,
  { plan: wholePlan, drafts: changed, vectors, limit }: WrittenPlan,
): Promise<Effects | null> {
  const { job, scope } = one;
  const plan = { ...wholePlan, drafts: changed };
  await job.fence(tx);
  const { model } = embedderFor(one);
  const revision = await lockBankFor(tx, scope, model);
  if (revision === null || revision === 'other_model' || !(await isAsPlanned(tx, scope, batch, wholePlan))) return null;
  const { key } = batch.scope;
  const { existing, count } = await store.readExisting(tx, scope, {
    scopeKey: key,
    slots: plan.drafts.flatMap(({ slot }) => (slot === null ? [] : [slot])),
    textHashes: plan.drafts.map(({ text }) => textHash(text)),
  });
  const room = limit === null ? Number.POSITIVE_INFINITY : limit - count + plan.removed.length;
  const admitted = admit(plan.drafts, existing, new Set(plan.removed.map(({ id }) => id)), room);
  if (admitted === null) return null;
  const folded = await foldInto(tx, scope, model, plan.drafts, admitted.folds);
  const drafts = [...admitted.accepted.map((i) => [i, defined(plan.drafts[i])] as const), ...folded].map(([i, draft]) => ({
    draft,
    vector: vectors[i] ?? null,
  }));
  await items.settle(tx, scope, { scopeKey: key, done: batch.facts.map(({ id }) => id), claims: plan.claims });
  await items.postponeForRoom(tx, scope, {
    scopeKey: key,
    memoryIds: admitted.rejected.flatMap((i) =>
      [...defined(plan.drafts[i]).sources, ...defined(plan.drafts[i]).surplus].map(({ id }) => id),
    ),
  });
  // Unchanged observations as well: their evidence may have reached its limit.
  const unchanged = wholePlan.drafts.filter((draft) => !isChange(draft) && draft.surplus.length > 0);
  await insertSurplus(
    tx,
    scope,
    unchanged.map(({ known, surplus }) => ({ id: present(known).id, surplus })),
  );
  if (drafts.length === 0 && plan.removed.length === 0) return { created: 0, updated: 0, removed: 0 };
  return writeObservations(tx, scope, { revision, scopeKey: key, model }, { drafts, removed: plan.removed });
}

/** Adds the evidence of drafts that repeat an observation of the scope to that observation. */
async function foldInto(
  tx: Tx,
  scope: BankScope,
  model: string,
  drafts: readonly ObservationDraft[],
  folds: ReadonlyMap<number, string>,
): Promise<[number, ObservationDraft][]> {
  if (folds.size === 0) return [];
  const known = new Map((await store.readByIds(tx, scope, [...new Set(folds.values())], model)).map((one) => [one.id, one]));
  return [...folds].flatMap(([i, id]): [number, ObservationDraft][] => {
    const one = known.get(id);
    const draft = defined(drafts[i]);
    const merged = one && {
      ...draft,
      known: one,
      slot: one.slot,
      text: one.text,
      method: one.method,
      ...evidenceOf([...one.sources, ...draft.sources, ...draft.surplus]),
    };
    return merged && isChange(merged) ? [[i, merged]] : [];
  });
}

/**
 * Whether every memory and observation that the plan depends on still has the revision that was
 * read.
 */
async function isAsPlanned(tx: Tx, scope: BankScope, { facts }: items.Batch, { drafts, removed }: ConsolidationPlan): Promise<boolean> {
  const planned = new Map<string, number>();
  for (const { id, revision } of [...facts, ...removed]) planned.set(id, revision);
  for (const { known, sources } of drafts)
    for (const { id, revision } of [...sources, ...(known ? [known] : [])]) planned.set(id, revision);
  const present = await store.readRevisions(tx, scope, [...planned.keys()]);
  return [...planned].every(([id, revision]) => present.get(id) === revision);
}

export interface AdmittedDrafts {
  /** indices of the drafts to write */
  readonly accepted: readonly number[];
  /** new drafts with the text of an existing observation of the scope: its id by index */
  readonly folds: ReadonlyMap<number, string>;
  /** new drafts for which the scope has no room */
  readonly rejected: readonly number[];
}

/**
 * Selects the drafts to write. Pure. Returns null if another run has filled the slot of a draft
 * meanwhile, which makes the plan void. New drafts beyond `room` are rejected.
 */
export function admit(
  drafts: readonly ObservationDraft[],
  existing: readonly store.StoredObservation[],
  removed: ReadonlySet<string>,
  room: number,
): AdmittedDrafts | null {
  const others = existing.filter(({ id }) => !removed.has(id));
  const idByText = new Map(others.map(({ id, textHash }) => [textHash, id]));
  const idBySlot = new Map(others.flatMap(({ id, slot }) => (slot === null ? [] : [[slot, id] as const])));
  const accepted: number[] = [];
  const folds = new Map<number, string>();
  const rejected: number[] = [];
  const mine = new Set(drafts.flatMap(({ known }) => (known ? [known.id] : [])));
  let left = room;
  for (const [i, { known, slot, text }] of drafts.entries()) {
    const own = known?.id ?? `new ${i}`;
    const ownerId = slot === null ? undefined : idBySlot.get(slot);
    if (ownerId !== undefined && ownerId !== own) return null;
    const hash = textHash(text);
    const by = idByText.get(hash);
    if (by !== undefined && by !== own) {
      // Observations that this plan writes or changes are not read again: of two drafts with the
      // same text, the first is used.
      if (!known && !by.startsWith('new ') && !mine.has(by) && ![...folds.values()].includes(by)) folds.set(i, by);
      continue;
    }
    if (!known && left <= 0) {
      rejected.push(i);
      continue;
    }
    if (!known) left--;
    idByText.set(hash, own);
    accepted.push(i);
  }
  return { accepted, folds, rejected };
}

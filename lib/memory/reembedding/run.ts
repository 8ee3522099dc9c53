import { setTimeout as after } from 'node:timers/promises';
import { defined } from '#lib/base/defined';
import { deferredIfAway } from '#lib/jobs/operations/outage';
import { Deferred, type Job, type JobHandler, type JobResult } from '#lib/jobs/operations/port';
import { inBank, lockBank, noteRevision, setEmbeddingModel } from '#lib/memory/banks/service';
import { embedModels } from '#lib/memory/mental-models/embed';
import { searchedOf } from '#lib/memory/observations/plan';
import { reindex } from '#lib/memory/reembedding/reindex';
import { REEMBEDDING } from '#lib/memory/reembedding/service';
import * as store from '#lib/memory/reembedding/store';
import { bookedTo } from '#lib/models/embeddings/choose';
import { encodedVectors } from '#lib/models/embeddings/encode';
import type { Embedder } from '#lib/models/embeddings/port';

/**
 * Updates the index terms of a bank (`reindex.ts`). Then gives every memory a vector of the
 * configured embedding model in addition to the existing one. Then it switches the bank in one
 * short transaction and deletes the previous vectors. Until the switch, all reads and writes use
 * the previous model, and afterwards the new one. Vectors of two models are never compared. The
 * rows themselves show the remaining work, so a run may stop at any point.
 */

/** Two requests to most providers; a few milliseconds of the built-in model. */
const BATCH = 192;
/**
 * Number of rounds that wait for a moment without missing vectors. After that, vectors of
 * concurrent writes are added after the switch.
 */
const PATIENT_ROUNDS = 5;
const MAX_MISSING = BATCH;
/**
 * In milliseconds: longer than a recall that started before the switch may need the previous
 * vectors.
 */
const GRACE_MS = 3_000;
const DROP_BATCH = 2_000;
/** In milliseconds; then other operations of this kind can run. */
const TURN_MS = 300_000;

interface ReembeddingRun {
  readonly job: Job;
  readonly embedder: Embedder;
  readonly until: number;
  readonly graceMs: number;
  processed: number;
  total: number;
}

export const reembeddingHandler = (graceMs = GRACE_MS): JobHandler => ({
  type: REEMBEDDING,
  deadlineSeconds: 1800,
  maxAttempts: 4,
  authority: 'bank',
  run: (job) => run(job, graceMs),
});

const BANK_DELETED: JobResult = { result: { outcome: 'bank_gone' } };

async function run(job: Job, graceMs: number): Promise<JobResult> {
  const { db } = job.app;
  const embedder = bookedTo(job.app.embedder, { scope: job.scope, operation: REEMBEDDING, operationId: job.operationId });
  const before = await store.readProgress(db, job.scope, embedder.model);
  if (before === null) return BANK_DELETED;
  const { embedded, memories } = before;
  const one: ReembeddingRun = { job, embedder, until: Date.now() + TURN_MS, graceMs, processed: embedded, total: memories };
  await job.progress('embedding', one.processed, one.total);
  if (!(await waiting(() => reindex(job, embedder, one.until)))) return BANK_DELETED;
  const isChange = before.embedding_model !== embedder.model;
  if (!(await embedAll(one, isChange))) return BANK_DELETED;
  const changed = await store.readProgress(db, job.scope, embedder.model);
  one.processed = one.total = changed?.memories ?? 0;
  await waiting(() => embedModels(db, job.scope, embedder, { signal: job.signal, fence: (tx) => job.fence(tx) }));
  if (isChange && before.memories > 0) await job.detached(() => after(one.graceMs, undefined, { signal: job.signal }));
  await dropOthers(one);
  return { result: { outcome: isChange ? 'model_changed' : 'completed', memories: one.total } };
}

/**
 * Embeds in rounds, each for the writes since the last one began, until nothing is missing and the
 * bank has switched. Returns false if the bank was deleted.
 */
async function embedAll(one: ReembeddingRun, isChange: boolean): Promise<boolean> {
  const { job, embedder } = one;
  let hasChanged = !isChange;
  let since = -1;
  for (let round = 1; ; round++) {
    const now = await store.readProgress(job.app.db, job.scope, embedder.model);
    if (now === null) return false;
    one.total = now.memories;
    await embedSince(one, since);
    since = now.revision;
    const left = { model: embedder.model, since, most: MAX_MISSING + 1 };
    if (hasChanged) {
      if ((await store.countUnembedded(job.app.db, job.scope, left)) === 0) return true;
      continue;
    }
    const missing = await changeOver(one, since, round > PATIENT_ROUNDS ? MAX_MISSING : 0);
    if (missing === null) return false;
    hasChanged = missing.hasChanged;
    if (hasChanged && missing.count === 0) return true;
  }
}

/**
 * Embeds memories in the order of their ids. One that changes meanwhile belongs to the next round.
 */
async function embedSince(one: ReembeddingRun, since: number): Promise<void> {
  const { job, embedder } = one;
  let cursor: string | null = null;
  for (;;) {
    job.signal.throwIfAborted();
    if (Date.now() > one.until) throw new Deferred(1, 'Paused so that other operations can run.', true);
    const page: store.UnembeddedMemory[] = await store.readUnembedded(job.app.db, job.scope, {
      model: embedder.model,
      since,
      after: cursor,
      limit: BATCH,
    });
    if (page.length === 0) return;
    await embedPage(one, page);
    cursor = defined(page.at(-1)).id;
    one.processed = Math.min(one.processed + page.length, one.total);
    await job.progress('embedding', one.processed, one.total);
  }
}

async function embedPage({ job, embedder }: ReembeddingRun, page: readonly store.UnembeddedMemory[]): Promise<void> {
  const vectors = await vectorsOf(embedder, page, job.signal);
  const rows = page.flatMap(({ id, revision }, i) => {
    const vector = vectors[i];
    return vector ? [{ id, revision, vector }] : [];
  });
  if (rows.length === 0) return;
  await inBank(job.app.db, job.scope, async (tx) => {
    await job.fence(tx);
    const revision = await lockBank(tx, job.scope);
    if (revision === null) return;
    if (await store.insertVectors(tx, job.scope, { model: embedder.model, revision }, rows)) await noteRevision(tx, job.scope, revision);
  });
}

const vectorsOf = (embedder: Embedder, page: readonly store.UnembeddedMemory[], signal: AbortSignal): Promise<readonly (string | null)[]> =>
  waiting(() =>
    encodedVectors(
      embedder,
      page.map(({ text, speaker }) => searchedOf(text, speaker)),
      { signal },
    ),
  );

/** Waits for an unavailable provider, however long, because nothing is lost. */
async function waiting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw deferredIfAway(error, 'embedding');
  }
}

/**
 * Switches the bank to the new model in this transaction, if at most `most` memories have no vector
 * of it. null: the bank was deleted.
 */
async function changeOver(
  { job, embedder }: ReembeddingRun,
  since: number,
  most: number,
): Promise<{ readonly hasChanged: boolean; readonly count: number } | null> {
  const { model } = embedder;
  return inBank(job.app.db, job.scope, async (tx) => {
    await job.fence(tx);
    if ((await lockBank(tx, job.scope)) === null) return null;
    const count = await store.countUnembedded(tx, job.scope, { model, since, most: MAX_MISSING + 1 });
    if (count > most) return { hasChanged: false, count };
    await setEmbeddingModel(tx, job.scope, model);
    return { hasChanged: true, count };
  });
}

/** Every memory has its vector by now: the progress counts do not change. */
async function dropOthers({ job, embedder: { model }, processed, total }: ReembeddingRun): Promise<void> {
  let cursor: string | null = null;
  await job.progress('dropping', processed, total);
  do {
    job.signal.throwIfAborted();
    cursor = await inBank(job.app.db, job.scope, async (tx): Promise<string | null> => {
      await job.fence(tx);
      if ((await lockBank(tx, job.scope)) === null) return null;
      return store.dropOthers(tx, job.scope, { model, after: cursor, limit: DROP_BATCH });
    });
  } while (cursor !== null);
}

import { setTimeout as delay } from 'node:timers/promises';
import { defined, present } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import { countRetained } from '#lib/base/metrics';
import type { BankScope } from '#lib/base/scope';
import { addUsage, NO_USAGE } from '#lib/base/usage';
import { configOf } from '#lib/memory/banks/config';
import { ensureBank, recreateBank } from '#lib/memory/banks/service';
import { asWriter } from '#lib/memory/retain/append';
import { isBegun } from '#lib/memory/retain/batches';
import type { RetainBody, RetainResponse } from '#lib/memory/retain/contract';
import { embedUnits } from '#lib/memory/retain/embed';
import { draftsOf, type ImportedDocument } from '#lib/memory/retain/imported';
import { withoutRest } from '#lib/memory/retain/outcome';
import { planDocuments, planItem } from '#lib/memory/retain/plan';
import type { ReadJob } from '#lib/memory/retain/read';
import { jobsOf, strategicReader, strategyFor } from '#lib/memory/retain/reader';
import type { CutJob } from '#lib/memory/retain/reading';
import type { Chunk } from '#lib/memory/retain/reading/chunk';
import { assertAppendable, assertTextsStored, idempotencyOf, withScopes } from '#lib/memory/retain/request';
import { readPlan } from '#lib/memory/retain/store-read';
import { toRetainResponse } from '#lib/memory/retain/view';
import {
  changedByOthers,
  type RetainRun,
  type RetainServices,
  type RetainStage,
  type RetainWork,
  replayed,
  StaleWriteError,
  writeAll,
} from '#lib/memory/retain/write';
import { bookedTo, writingEmbedder } from '#lib/models/embeddings/choose';

/**
 * Another writer can invalidate a plan once. After that, everything is read, so no writer can
 * invalidate the plan again.
 */
const ATTEMPTS = 4;
/**
 * Maximum attempts to wait for another append to the same document: a mebibyte takes about ten
 * seconds.
 */
const WAITS = 60;
const WAIT_MS = 250;
const NEVER = new AbortController().signal;

/**
 * Reads the items into memories and stores them in one short transaction, or in several if there
 * are many (`batches.ts`). Text is read and embedded before, without a connection. If only a part
 * can be stored, the outcomes report it for each item. If it throws, nothing is stored, but a long
 * document may have lost text that the new version does not contain. Concurrent retains of one bank
 * do not lose each other's work, because the plan is checked again under the lock. Throws
 * `LlmError` if a model is unavailable or unusable; a text without a usable answer is an outcome.
 */
export async function retain(
  given: RetainServices,
  scope: BankScope,
  body: RetainBody,
  idempotencyKey: string | null = null,
  run: RetainRun = {},
): Promise<RetainResponse> {
  if (body.items.length === 0) return toRetainResponse(scope.bankId, []);
  const reader = strategicReader(given, scope, { operation: 'retain', operationId: run.operationId ?? null });
  const config = configOf(given.env, scope.bank);
  const observes = { atAll: config.enableObservations, bySelf: config.enableAutoConsolidation };
  const idempotency = idempotencyOf(idempotencyKey, body);
  const request = withScopes(body, config);
  const storesText = config.storeDocumentText;
  return asWriter((name) =>
    attempt(
      given,
      scope,
      begin({ name, body: request, idempotency, reader, run, observes, storesText }, strategyFor(config), config.retainTtlSeconds),
    ),
  );
}

/** Plans and writes, and plans again after a conflict with another writer. */
async function attempt(given: RetainServices, scope: BankScope, work: RetainWork): Promise<RetainResponse> {
  const { db } = given;
  const booking = { operation: 'retain', operationId: work.run.operationId ?? null } as const;
  let bank = await ensureBank(db, scope);
  for (let attempts = 1, waits = 0; ; ) {
    const embedder = writingEmbedder(bookedTo(given.embedder, { scope: bank, ...booking }), bank.bank?.embeddingModel);
    try {
      const known = await prepare({ db, embedder }, bank, work, attempts > 1);
      if (known) return known;
      const models = { used: embedder.model, configured: given.embedder.model };
      return counted(await writeAll(given, bank, work, models));
    } catch (error) {
      if (!(error instanceof StaleWriteError)) return counted(unfinished(given, bank, work, error));
      if (error.cause_ === 'append' && waits++ < WAITS) {
        await delay(WAIT_MS);
        continue;
      }
      const isMissing = error.cause_ === 'bank' && isBegun(work);
      if (isMissing || attempts++ === ATTEMPTS) return counted(unfinished(given, bank, work, changedByOthers()));
      if (error.cause_ === 'bank' || error.cause_ === 'model') bank = await recreateBank(db, bank);
    }
  }
}

function counted(response: RetainResponse): RetainResponse {
  for (const { outcome } of response.outcomes) countRetained(outcome);
  return response;
}

/**
 * Returns the response if only a part could be stored. Rethrows the error if nothing is stored, or
 * if no caller waits for the response: background work is retried and finds the stored part.
 */
function unfinished({ log }: RetainServices, scope: BankScope, work: RetainWork, error: unknown): RetainResponse {
  const isAwaited = !work.run.written && !work.run.signal?.aborted;
  if (!isAwaited || !isBegun(work)) throw error;
  log?.warn({ error: error instanceof ServiceError ? error.code : String(error) }, 'a part of a retain was not stored');
  const why = error instanceof ServiceError ? error.message : 'An internal error occurred.';
  return toRetainResponse(scope.bankId, withoutRest(work, why), work.usage);
}

function begin(
  { body, ...given }: Omit<GivenWork, 'drafts'> & { readonly body: RetainBody },
  strategy: ReturnType<typeof strategyFor>,
  ttlSeconds: number | null,
): RetainWork {
  assertAppendable(body);
  const { askedAt = new Date() } = given.run;
  const planned = body.items.map((item, index) =>
    planItem(item, index, body.document_tags, askedAt instanceof Date ? askedAt : defined(askedAt[index]), strategy, ttlSeconds),
  );
  return newWork({ ...given, drafts: planDocuments(body.items, planned, newId) });
}

type GivenWork = Pick<RetainWork, 'name' | 'drafts' | 'idempotency' | 'reader' | 'run' | 'observes' | 'storesText'>;

const newWork = (given: GivenWork): RetainWork => ({
  ...given,
  usage: NO_USAGE,
  embeddedBy: null,
  cuts: new Map(),
  reads: new Map(),
  written: new Map(),
  done: new Set(),
  results: [],
  whole: new Set(),
});

/**
 * Stores documents whose facts were read elsewhere: no model reads them. Each replaces a stored
 * document with its id; equal chunks remain. The ids differ, and the texts of all documents are
 * stored, or of none. `run.askedAt` is the time from which a time to live counts.
 */
export async function retainImported(
  given: RetainServices,
  scope: BankScope,
  documents: readonly ImportedDocument[],
  run: RetainRun & { readonly askedAt: Date },
): Promise<RetainResponse> {
  const { enableObservations, enableAutoConsolidation, storeDocumentText, retainTtlSeconds: ttl } = configOf(given.env, scope.bank);
  const { drafts, reader } = draftsOf(documents, ttl === null ? null : new Date(run.askedAt.getTime() + ttl * 1000));
  return asWriter((name) =>
    attempt(
      given,
      scope,
      newWork({
        ...{ name, reader, run, drafts, idempotency: null },
        observes: { atAll: enableObservations, bySelf: enableAutoConsolidation },
        storesText: storeDocumentText && documents.every(({ isTextStored }) => isTextStored),
      }),
    ),
  );
}

/**
 * All work that needs no lock. Returns the stored response if the same request was answered before.
 */
async function prepare(
  { db, embedder }: RetainServices,
  scope: BankScope,
  work: RetainWork,
  readAll: boolean,
): Promise<RetainResponse | null> {
  const named = work.drafts.filter(({ id, named: isNamed }) => isNamed && !work.run.newIds?.has(id)).map(({ id }) => id);
  const looks = named.length > 0 || work.idempotency !== null;
  const plan = looks ? await readPlan(db, scope, named, work.idempotency?.key ?? null) : null;
  if (plan?.replay) return replayed(plan.replay, present(work.idempotency));
  const appended = work.drafts.filter(({ append }) => append).map(({ id }) => id);
  if (plan) assertTextsStored(appended, plan, work.storesText);
  const signal = work.run.signal ?? NEVER;
  const open = work.drafts.filter((draft) => !work.done.has(draft));
  await cutAll(
    work,
    open.map((draft) => ({ draft, continues: draft.append && plan?.documents.get(draft.id)?.isBase === true })),
    signal,
  );
  const jobs = open.flatMap((draft): ReadJob[] => {
    const planned = plan?.documents.get(draft.id);
    const isReadAgain = readAll || draft.append || work.run.reread || (work.storesText && planned?.isTextStored === false);
    const known = isReadAgain ? undefined : planned?.hashes;
    const isUnread = (chunk: Chunk): boolean => !work.reads.has(chunk) && !work.written.has(chunk) && !known?.has(chunk.hash);
    return jobsOf(draft, defined(work.cuts.get(draft)).cut, isUnread);
  });
  const onProgress = (stage: RetainStage, total: number) => (done: number) => work.run.onProgress?.(stage, done, total);
  const { chunks: read, usage } = await work.reader.read(jobs, signal, onProgress('extracting', jobs.length));
  work.usage = addUsage(work.usage, usage);
  jobs.forEach(({ chunk }, i) => {
    work.reads.set(chunk, defined(read[i]));
  });
  const all = work.embeddedBy === embedder.model ? read : [...work.reads.values()];
  const units = all.flatMap((one) => one.units);
  await embedUnits(units, embedder, signal, onProgress('embedding', units.length));
  work.embeddedBy = embedder.model;
  return null;
}

/**
 * Cuts drafts that are not cut yet, or that turned from a document into a continuation, or vice
 * versa.
 */
async function cutAll({ cuts, reader }: RetainWork, jobs: readonly CutJob[], signal: AbortSignal): Promise<void> {
  const uncut = jobs.filter(({ draft, continues }) => cuts.get(draft)?.continues !== continues);
  const fresh = await reader.cut(uncut, signal);
  uncut.forEach(({ draft, continues }, i) => {
    cuts.set(draft, { continues, cut: defined(fresh[i]) });
  });
}

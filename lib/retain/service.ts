import { configOf } from '#lib/banks/config';
import { ensureBank, inBank, lockBankFor, recreateBank } from '#lib/banks/service';
import { afterwards } from '#lib/db/caller';
import type { Db, Tx } from '#lib/db/db';
import { noteGrowth } from '#lib/db/statistics';
import { bookedTo, writingEmbedder } from '#lib/embeddings/choose';
import type { Embedder } from '#lib/embeddings/port';
import { lookupOf, resolve } from '#lib/entities/resolve';
import { tidyEntities } from '#lib/entities/service';
import { ServiceError } from '#lib/errors';
import { newId } from '#lib/ids';
import { NO_USAGE, type Usage } from '#lib/llm/port';
import type { Log } from '#lib/log';
import { holdCurated, NO_CLAIMS } from '#lib/memories/hold';
import { NOTHING_REMOVED, removeChunks } from '#lib/memories/service';
import { countRetained } from '#lib/monitoring/metrics';
import { enlist } from '#lib/observations/service';
import { followModel } from '#lib/reembedding/service';
import type { Chunk } from '#lib/retain/chunk';
import { chunkRows, chunkShifts, documentRow, foldRepeats, linkUnits, nameUnits, readingOf } from '#lib/retain/compose';
import { type RetainBody, type RetainResponse, retainedResponse } from '#lib/retain/contract';
import { type Layout, layOut, placeUnits } from '#lib/retain/layout';
import { keptChunks, resultsOf } from '#lib/retain/outcome';
import { type Cut, cutDraft, type Draft, planDocuments, planItem } from '#lib/retain/plan';
import { embedUnits, type ReadChunk } from '#lib/retain/read';
import { sumUsage } from '#lib/retain/read-model';
import { jobsOf, type Reader, type ReaderServices, readerOf } from '#lib/retain/reader';
import { assertAppendable, type Idempotency, idempotencyOf } from '#lib/retain/request';
import { writeFrame } from '#lib/retain/store-frame';
import { type Look, look, type Replay, readPlan, readRepeats, readTurnCounts, type StoredDocument } from '#lib/retain/store-look';
import { writeUnits } from '#lib/retain/store-units';
import { toRetainResponse } from '#lib/retain/view';
import type { BankScope } from '#lib/scope';

export interface RetainServices extends ReaderServices {
  readonly db: Db;
  readonly embedder: Embedder;
  readonly log?: Pick<Log, 'warn'>;
}

/** What is known of the call beside what it asks for. */
export interface RetainRun {
  /** ends calls of models; nothing is stored then */
  readonly signal?: AbortSignal;
  readonly operationId?: string | null;
  /** reads all of it anew, also what is stored unchanged: another reader or other settings may find something else in it */
  readonly afresh?: boolean;
  /** when it was asked for, or each of its items; now, when not said */
  readonly askedAt?: Date | readonly Date[];
  /** ids that were chosen for this very call: nothing is stored under them, which the write finds out in any case */
  readonly newIds?: ReadonlySet<string>;
  /** first and last in the transaction that writes: background work makes sure that it is still its own, and that it is written once */
  readonly fence?: (tx: Tx) => Promise<void>;
  readonly written?: (tx: Tx, response: RetainResponse) => Promise<void>;
}

/** A plan can be overtaken once by another writer; from then on everything is read, so that no writer can overtake it again. */
const ATTEMPTS = 4;
const NEVER = new AbortController().signal;

/** Thrown out of the transaction to plan again. */
class Overtaken extends Error {
  readonly cause_: 'document' | 'bank' | 'model';
  constructor(cause: Overtaken['cause_']) {
    super(`The ${cause} changed while it was being written`);
    this.cause_ = cause;
  }
}

/** One request on its way: drafts are fixed, cuts and reads fill up over the attempts. */
interface Work {
  readonly drafts: readonly Draft[];
  readonly itemCount: number;
  readonly idempotency: Idempotency | null;
  readonly reader: Reader;
  readonly run: RetainRun;
  /** whether the bank keeps observations, and consolidates by itself */
  readonly observes: { readonly atAll: boolean; readonly bySelf: boolean };
  /** of models, over all attempts */
  usage: Usage;
  /** the model of the vectors in `reads` */
  embeddedBy: string | null;
  readonly cuts: Map<Draft, { continues: boolean; cut: Cut }>;
  readonly reads: Map<Chunk, ReadChunk>;
}

/**
 * Reads the items into memories and stores them in one short transaction; nothing is stored when it throws. Text is read and embedded
 * before, without a connection. Retains of one bank never lose each other's work: what a plan rests on is looked at again under the lock.
 * Throws `ModelError` where a model is away or not usable; a text about which it has no usable answer is an outcome.
 */
export async function retain(
  given: RetainServices,
  scope: BankScope,
  body: RetainBody,
  idempotencyKey: string | null = null,
  run: RetainRun = {},
): Promise<RetainResponse> {
  if (body.items.length === 0) return toRetainResponse(scope.bankId, []);
  const { db } = given;
  const reader = readerOf(given, scope, { operation: 'retain', operationId: run.operationId ?? null });
  const { enableObservations, enableAutoConsolidation } = configOf(given.env, scope.bank);
  const observes = { atAll: enableObservations, bySelf: enableAutoConsolidation };
  const work = begin(body, idempotencyOf(idempotencyKey, body), reader, run, observes);
  let bank = await ensureBank(db, scope);
  for (let attempt = 1; ; attempt++) {
    const booked = bookedTo(given.embedder, { scope: bank, operation: 'retain', operationId: run.operationId ?? null });
    const embedder = writingEmbedder(booked, bank.bank?.embeddingModel);
    const known = await prepare({ db, embedder }, bank, work, attempt > 1);
    if (known) return known;
    try {
      const models = { used: embedder.model, configured: given.embedder.model };
      const response = await inBank(db, bank, (tx) => write(tx, bank, work, models));
      for (const { outcome } of response.outcomes) countRetained(outcome);
      const facts = response.outcomes.reduce((sum, { facts }) => sum + facts, 0);
      afterwards(
        () => noteGrowth(db, bank.bankUid, facts),
        (error) => given.log?.warn({ error: String(error) }, 'statistics of the planner not renewed'),
      );
      return response;
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      if (attempt === ATTEMPTS)
        throw new ServiceError('conflict', 'The documents of this request are being changed by others; try again', {
          retryAfterSeconds: 1,
        });
      if (error.cause_ !== 'document') bank = await recreateBank(db, bank);
    }
  }
}

function begin(body: RetainBody, idempotency: Idempotency | null, reader: Reader, run: RetainRun, observes: Work['observes']): Work {
  assertAppendable(body);
  const { askedAt = new Date() } = run;
  const planned = body.items.map((item, index) =>
    planItem(item, index, body.document_tags, askedAt instanceof Date ? askedAt : askedAt[index]!),
  );
  const drafts = planDocuments(body.items, planned, newId);
  return {
    drafts,
    itemCount: planned.length,
    idempotency,
    reader,
    run,
    observes,
    usage: NO_USAGE,
    embeddedBy: null,
    cuts: new Map(),
    reads: new Map(),
  };
}

/** Everything that needs no lock. Gives the answer right away when this very request was answered before. */
async function prepare({ db, embedder }: RetainServices, scope: BankScope, work: Work, readAll: boolean): Promise<RetainResponse | null> {
  const named = work.drafts.filter(({ id, named: isNamed }) => isNamed && !work.run.newIds?.has(id)).map(({ id }) => id);
  const looks = named.length > 0 || work.idempotency !== null;
  const plan = looks ? await readPlan(db, scope, named, work.idempotency?.key ?? null) : null;
  if (plan?.replay) return replayed(plan.replay, work.idempotency!);
  const jobs = work.drafts.flatMap((draft) => {
    const stored = plan?.documents.get(draft.id);
    const known = readAll || draft.append || work.run.afresh ? undefined : stored;
    const cut = cutOf(work, draft, draft.append && stored !== undefined);
    return jobsOf(draft, cut, (chunk) => !work.reads.has(chunk) && !known?.has(chunk.hash));
  });
  const { chunks: read, usage } = await work.reader.read(jobs, work.run.signal ?? NEVER);
  work.usage = sumUsage(work.usage, usage);
  jobs.forEach(({ chunk }, i) => {
    work.reads.set(chunk, read[i]!);
  });
  const all = work.embeddedBy === embedder.model ? read : [...work.reads.values()];
  await embedUnits(
    all.flatMap(({ units }) => units),
    embedder,
  );
  work.embeddedBy = embedder.model;
  return null;
}

function cutOf(work: Work, draft: Draft, continues: boolean): Cut {
  const known = work.cuts.get(draft);
  if (known?.continues === continues) return known.cut;
  const cut = cutDraft(draft, continues, work.reader.limits);
  work.cuts.set(draft, { continues, cut });
  return cut;
}

function replayed(replay: Replay, idempotency: Idempotency): RetainResponse {
  if (replay.requestHash !== idempotency.requestHash)
    throw new ServiceError('conflict', 'This Idempotency-Key was used for another request');
  return retainedResponse.parse(replay.response);
}

interface Models {
  /** of the vectors that are written: the bank's */
  readonly used: string;
  readonly configured: string;
}

async function write(tx: Tx, scope: BankScope, work: Work, { used: embeddingModel, configured }: Models): Promise<RetainResponse> {
  await work.run.fence?.(tx);
  const revision = await lockBankFor(tx, scope, embeddingModel);
  if (revision === null) throw new Overtaken('bank');
  if (revision === 'other_model') throw new Overtaken('model');
  const seen = await look(tx, scope, lookFor(work));
  if (seen.replay) return replayed(seen.replay, work.idempotency!);

  const layouts = work.drafts
    .map((draft) => laidOut(work, draft, seen.documents.get(draft.id) ?? null))
    .filter(({ placed }) => placed.length > 0);
  const chunkIds = layouts.flatMap(({ removed }) => removed.map(({ id }) => id));
  const placed = layouts.flatMap(placeUnits);
  const curated = chunkIds.length > 0 ? await holdCurated(tx, scope, { chunkIds, readings: placed.map(readingOf), revision }) : NO_CLAIMS;
  const removed = chunkIds.length > 0 ? await removeChunks(tx, scope, { chunkIds, revision }) : NOTHING_REMOVED;

  const fresh = placed.filter((_, i) => !curated.of.has(i));
  const prints = placed.flatMap(({ unit }) => (unit.fingerprint === null ? [] : [unit.fingerprint]));
  const repeats = removed.units > 0 && prints.length > 0 ? await readRepeats(tx, scope, prints) : seen.repeats;
  const folded = foldRepeats(placed, repeats, curated.of);
  const resolution = resolve(
    fresh.flatMap(({ unit }) => unit.mentions),
    seen.spellings,
    newId,
  );
  const named = nameUnits(fresh, folded, resolution);
  const told = await readTurnCounts(tx, scope, keptChunks(layouts));
  const buried = new Set(placed.flatMap(({ unit }, i) => (curated.of.get(i)?.memoryId === null ? [unit] : [])));
  const response = toRetainResponse(scope.bankId, resultsOf(work, layouts, { told, buried }), work.usage);

  await writeFrame(tx, scope, {
    revision,
    documents: layouts.map(documentRow),
    chunks: layouts.flatMap(chunkRows),
    shifts: layouts.flatMap(chunkShifts),
    entities: named.entities,
    aliases: resolution.aliases,
    unitDelta: folded.units.length - removed.liveUnits,
    termDelta: folded.units.reduce((sum, { termCount }) => sum + termCount, 0) - removed.liveTerms,
    speakers: [...new Set(folded.units.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])))],
    hasRemoved: removed.liveUnits > 0,
    embeddingModel,
    idempotency: work.idempotency && { ...work.idempotency, response },
  });
  await curated.keep(tx);
  await writeUnits(tx, scope, {
    revision,
    extractor: work.reader.id,
    writerKeyId: scope.actor.keyId,
    embeddingModel,
    units: folded.units,
    evidence: folded.evidence,
    proofs: folded.proofs,
    mentions: named.mentions,
    known: named.known,
    links: linkUnits(placed, folded),
  });
  if (work.observes.atAll) await enlist(tx, scope, folded.units, { soon: work.observes.bySelf });
  await tidyEntities(tx, scope, {
    entityIds: [...removed.entityIds, ...curated.entityIds],
    staleIds: [...removed.staleIds, ...curated.entityIds],
  });
  await followModel(tx, scope, configured);
  await work.run.written?.(tx, response);
  return response;
}

function lookFor(work: Work): Look {
  const units = [...work.reads].flatMap(([, read]) => read.units);
  const { exact, surnames, prefixes } = lookupOf(units.flatMap(({ mentions }) => mentions));
  const ids = (append: boolean) => work.drafts.filter((draft) => draft.named && draft.append === append).map(({ id }) => id);
  return {
    replaced: ids(false),
    appended: ids(true),
    ...exact,
    surnames,
    prefixes,
    fingerprints: units.flatMap(({ fingerprint }) => (fingerprint === null ? [] : [fingerprint])),
    idempotencyKey: work.idempotency?.key ?? null,
  };
}

function laidOut(work: Work, draft: Draft, stored: StoredDocument | null): Layout {
  const { cut, continues } = work.cuts.get(draft)!;
  // A continuation begins with a line break, a document does not: which of the two it is may have changed.
  if (draft.append && continues !== (stored !== null)) throw new Overtaken('document');
  const layout = layOut(draft, cut, stored, work.reads, work.run.afresh);
  if (!layout) throw new Overtaken('document');
  return layout;
}

import { afterwards, forNobody } from '#lib/base/db/caller';
import type { Db, Tx } from '#lib/base/db/db';
import { noteGrowth } from '#lib/base/db/statistics';
import { defined, present } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import type { Log } from '#lib/base/log';
import type { BankScope } from '#lib/base/scope';
import type { Usage } from '#lib/base/usage';
import { inBank, lockBankFor } from '#lib/memory/banks/service';
import { lookupOf, resolve } from '#lib/memory/entities/resolve';
import { tidyEntities } from '#lib/memory/entities/service';
import { isCurated, NO_CLAIMS, preserveCurated } from '#lib/memory/memories/preserve-curated';
import { alignExpiries, chunksOfPart, NOTHING_REMOVED, removeChunks } from '#lib/memory/memories/service';
import { enlist } from '#lib/memory/observations/service';
import { followModel } from '#lib/memory/reembedding/service';
import { baseOf, isAtWork } from '#lib/memory/retain/append';
import { type BatchLimits, batchLayout, nextBatch, type RetainBatch } from '#lib/memory/retain/batches';
import {
  changedExpiries,
  chunkRows,
  chunkShifts,
  documentRow,
  firstExpiryOf,
  foldRepeats,
  linkUnits,
  nameUnits,
  readingOf,
} from '#lib/memory/retain/compose';
import { type RetainResponse, retainedResponse } from '#lib/memory/retain/contract';
import type { Cut } from '#lib/memory/retain/cut';
import { encodeUnits } from '#lib/memory/retain/embed';
import { fitsInPlace, type Layout, layOut, type PlacedChunk, placeUnits } from '#lib/memory/retain/layout';
import { addResults, resultsOf, toCount, unchangedChunks } from '#lib/memory/retain/outcome';
import type { Draft } from '#lib/memory/retain/plan';
import type { ReadChunk, ReadUnit } from '#lib/memory/retain/read';
import type { FactReader, ReaderServices } from '#lib/memory/retain/reader';
import type { Chunk } from '#lib/memory/retain/reading/chunk';
import type { Idempotency } from '#lib/memory/retain/request';
import { PART_CHUNKS, shortenDocument } from '#lib/memory/retain/shorten';
import { dropTexts, setChunkExpiries, writeDocuments } from '#lib/memory/retain/store-documents';
import { type LookupKeys, type Replay, readRepeats, readStored, readTurnCounts, type StoredDocument } from '#lib/memory/retain/store-read';
import { writeUnits } from '#lib/memory/retain/store-units';
import { type ItemResult, toRetainResponse } from '#lib/memory/retain/view';
import type { Embedder } from '#lib/models/embeddings/port';

/**
 * The transactions of a retain: compare the read chunks with the stored ones, under the lock of the
 * bank.
 */

export interface RetainServices extends ReaderServices {
  readonly db: Db;
  readonly embedder: Embedder;
  readonly log?: Pick<Log, 'warn'>;
}

export type RetainStage = 'extracting' | 'embedding' | 'storing';

/** Data of the call besides the request. */
export interface RetainRun {
  /** cancels calls of models; nothing is stored then */
  readonly signal?: AbortSignal;
  readonly operationId?: string | null;
  /**
   * Rereads all of a stored document, including unchanged chunks, because another reader or other
   * settings may extract other facts. `lengths`: of the texts of its chunks.
   */
  readonly reread?: { readonly lengths: readonly number[] };
  /** time of the request, or of each item; default: now */
  readonly askedAt?: Date | readonly Date[];
  /** ids created for this call: nothing is stored under them yet, which the write verifies */
  readonly newIds?: ReadonlySet<string>;
  /** limits per transaction; default: those in `batches.ts` */
  readonly limits?: BatchLimits;
  /** reports read chunks, embedded units and written chunks; called often */
  readonly onProgress?: (stage: RetainStage, processed: number, total: number) => void;
  /**
   * called first and last in the writing transaction: background work checks that it still owns the
   * operation, and ends it exactly once
   */
  readonly fence?: (tx: Tx) => Promise<void>;
  readonly written?: (tx: Tx, response: RetainResponse) => Promise<void>;
  /** called last in the transaction of each batch but the last one */
  readonly partWritten?: (tx: Tx) => Promise<void>;
}

/** Thrown out of the transaction to plan again. */
export class StaleWriteError extends Error {
  /** `append`: another writer is appending to the document in several batches */
  readonly cause_: 'document' | 'bank' | 'model' | 'append';
  constructor(cause: StaleWriteError['cause_']) {
    super(`The ${cause} changed while it was being written`);
    this.cause_ = cause;
  }
}

export const changedByOthers = (): ServiceError =>
  new ServiceError('conflict', 'Other requests are changing the documents. Try again.', { retryAfterSeconds: 1 });

/**
 * The state of one request: drafts are fixed, cuts and reads accumulate over the attempts, and
 * written chunks over the batches.
 */
export interface RetainWork {
  readonly name: string;
  readonly drafts: readonly Draft[];
  readonly idempotency: Idempotency | null;
  readonly reader: FactReader;
  readonly run: RetainRun;
  /** whether the bank has observations, and whether it consolidates automatically */
  readonly observes: { readonly atAll: boolean; readonly bySelf: boolean };
  /** whether the bank stores the texts of documents */
  readonly storesText: boolean;
  /** of models, over all attempts */
  usage: Usage;
  /** the model of the vectors in `reads` */
  embeddedBy: string | null;
  readonly cuts: Map<Draft, { continues: boolean; cut: Cut }>;
  /** chunks that are read but not written yet */
  readonly reads: Map<Chunk, ReadChunk>;
  /** ids of the written chunks */
  readonly written: Map<Chunk, string>;
  readonly done: Set<Draft>;
  /** by the position of the item in the request */
  readonly results: ItemResult[];
  /** documents that must be written in one batch */
  readonly whole: Set<Draft>;
}

export function replayed(replay: Replay, idempotency: Idempotency): RetainResponse {
  if (replay.requestHash !== idempotency.requestHash)
    throw new ServiceError('conflict', 'This Idempotency-Key was used for another request');
  return retainedResponse.parse(replay.response);
}

export interface EmbeddingModels {
  /** model of the written vectors: the bank's */
  readonly used: string;
  readonly configured: string;
}

/**
 * Writes all batches; other callers can run between them. After the first batch the rest is written
 * even if the caller hangs up, because half a replacement is worth less than either text.
 */
export async function writeAll(
  { db, log }: RetainServices,
  scope: BankScope,
  work: RetainWork,
  models: EmbeddingModels,
): Promise<RetainResponse> {
  for (let isBatch = false; ; ) {
    const statementTimeoutMs = work.drafts.some((draft) => isWhole(work, draft) && !work.done.has(draft)) ? WHOLE_MS : undefined;
    const batch = nextBatch(work, (draft) => isWhole(work, draft), work.run.limits);
    await encodeUnits(unitsOf(work, batch));
    const writeBatch = () => inBank(db, scope, (tx) => write(tx, scope, { work, batch, models }), { isBatch, statementTimeoutMs });
    const written = await (isBatch ? forNobody(writeBatch) : writeBatch());
    isBatch = true;
    note(work, written);
    work.run.onProgress?.('storing', work.written.size, work.written.size + work.reads.size);
    const grown = (): Promise<void> => noteGrowth(db, scope.bankUid, written.rows);
    const failed = (error: unknown): void => log?.warn({ error: String(error) }, 'statistics of the planner not renewed');
    if (written.response) {
      afterwards(grown, failed);
      return written.response;
    }
    // The next batch would otherwise scan all rows that this one has written.
    await forNobody(grown).catch(failed);
  }
}

interface BatchToWrite {
  readonly work: RetainWork;
  readonly batch: RetainBatch;
  readonly models: EmbeddingModels;
}

/** The committed result of a batch. */
interface WrittenPass {
  readonly placed: readonly PlacedChunk[];
  /** chunks that turned out to be stored already */
  readonly unchanged: readonly Chunk[];
  readonly finished: readonly Draft[];
  readonly results: readonly ItemResult[];
  /** number of memories, further evidence and mentions */
  readonly rows: number;
  /** only of the last batch */
  readonly response: RetainResponse | null;
}

const NOTHING_WRITTEN: WrittenPass = { placed: [], unchanged: [], finished: [], results: [], rows: 0, response: null };

function note(work: RetainWork, { placed, unchanged, finished, results }: WrittenPass): void {
  for (const { chunk, id } of placed) {
    work.written.set(chunk, id);
    work.reads.delete(chunk);
  }
  for (const chunk of unchanged) work.reads.delete(chunk);
  for (const draft of finished) work.done.add(draft);
  addResults(work.results, results);
}

/**
 * Writes one batch of a retain in the transaction `tx`. Call `encodeUnits` before. Throws
 * `StaleWriteError` if the bank or a document is no longer as planned: the transaction rolls back,
 * and the caller plans again.
 *
 * The steps, and why they come in this order:
 *
 *  1. `fence` locks the row of the background operation and throws if another process took it over.
 *     Every transaction of an operation locks this row before the bank, so two of them cannot
 *     deadlock.
 *  2. `lockBankFor` locks the row of the bank until commit. No other writer changes memories of the
 *     bank below, and revisions commit in order. It also sets the revision that the triggers of
 *     `memories` read.
 *  3. `readStored` reads what the batch depends on: documents, names of entities, repeats, and the
 *     answer stored under the `Idempotency-Key`. Only under the lock is it certain to be current. A
 *     stored answer ends the batch.
 *  4. `laidOut` compares the new text with the stored chunks: which are new, stay, move or are
 *     removed. A changed document throws `StaleWriteError` here, before anything is written.
 *  5. `shorten` deletes the end of a long document that lost much. If it does, that is the whole
 *     batch.
 *  6. `preserveCurated` moves memories that were changed manually to the chunks of their new
 *     reading. It must precede step 7, which deletes the memories of the removed chunks, and
 *     `curated_words` with these chunks. The new chunks need not exist yet: `memories.chunk_id` has
 *     no foreign key.
 *  7. `removeChunks` deletes those chunks and their memories. Entities stay, even without a
 *     mention, because the new text may name them: step 9 resolves names to entities that step 3
 *     read.
 *  8. `readRepeats` looks for repeats again if memories were deleted: step 3 may have found one of
 *     them.
 *  9. `foldRepeats`, `resolve` and `nameUnits` turn readings into rows; `readTurnCounts` and
 *     `resultsOf` make the answer, which step 10 stores.
 * 10. `writeDocuments` writes documents, chunks, new entities and their names, the answer under the
 *     `Idempotency-Key`, and the bank's revision and counts. Foreign keys of `memories`,
 *     `memory_evidence`, `memory_entities` and `curated_words` refer to these rows.
 * 11. `dropTexts` deletes the texts of chunks that stay, if the bank no longer stores texts.
 * 12. `curated.restoreMarks` marks the words of curated memories in their new chunks, which exist
 *     since step 10.
 * 13. `writeUnits` writes memories, vectors, further places, mentions and causes.
 *     `expire` then moves the expiry of unchanged chunks, and of memories in several places.
 * 14. `enlist` queues the new memories for consolidation. Its rows refer to those of step 13.
 * 15. `tidyEntities` deletes entities without a mention. After step 13, so that those that the new
 *     text names stay.
 * 16. `followModel` requests re-embedding if the bank's model is no longer the configured one.
 * 17. `written` ends the background operation, in the transaction of its effect: both commit, or
 *     neither. `partWritten` is called in its place if batches remain.
 */
async function write(
  tx: Tx,
  scope: BankScope,
  { work, batch, models: { used: embeddingModel, configured } }: BatchToWrite,
): Promise<WrittenPass> {
  await work.run.fence?.(tx);
  const revision = await lockBankFor(tx, scope, embeddingModel);
  if (revision === null) throw new StaleWriteError('bank');
  if (revision === 'other_model') throw new StaleWriteError('model');
  const stored = await readStored(tx, scope, lookupKeysOf(work, batch));
  if (stored.replay) return { ...NOTHING_WRITTEN, response: replayed(stored.replay, present(work.idempotency)) };

  const layouts = batch.drafts
    .map((draft) => laidOut(work, batch, draft, stored.documents.get(draft.id) ?? null))
    .filter(({ placed }) => placed.length > 0)
    .map((layout) => batchLayout(layout, batch));
  if (await shorten(tx, scope, { work, layouts, revision })) return NOTHING_WRITTEN;
  const chunkIds = layouts.flatMap(({ removed }) => removed.map(({ id }) => id));
  const placed = layouts.flatMap(placeUnits);
  const curated =
    chunkIds.length > 0 ? await preserveCurated(tx, scope, { chunkIds, readings: placed.map(readingOf), revision }) : NO_CLAIMS;
  const removed = chunkIds.length > 0 ? await removeChunks(tx, scope, { chunkIds, revision }) : NOTHING_REMOVED;

  const fresh = placed.filter((_, i) => !curated.of.has(i));
  const prints = placed.flatMap(({ unit }) => (unit.fingerprint === null ? [] : [unit.fingerprint]));
  const repeats = removed.units > 0 && prints.length > 0 ? await readRepeats(tx, scope, prints) : stored.repeats;
  const folded = foldRepeats(placed, (draft) => work.reader.idOf(draft), repeats, curated.of);
  const resolution = resolve(
    fresh.flatMap(({ unit }) => unit.mentions),
    stored.spellings,
    newId,
  );
  const named = nameUnits(fresh, folded, resolution);
  const finished = batch.drafts.filter((draft) => draft !== batch.unfinished);
  const counted = layouts.map((layout) => toCount(layout, work.written));
  const stay = await readTurnCounts(tx, scope, unchangedChunks(counted));
  const results = resultsOf({ drafts: batch.drafts, cuts: work.cuts, finished }, counted, stay);
  const response = batch.isLast ? toRetainResponse(scope.bankId, addResults([...work.results], results), work.usage) : null;

  await writeDocuments(tx, scope, {
    revision,
    documents: layouts.map((layout) => documentRow(layout, work.name, work.storesText)),
    chunks: layouts.flatMap((layout) => chunkRows(layout, work.storesText)),
    shifts: layouts.flatMap(chunkShifts),
    entities: named.entities,
    aliases: resolution.aliases,
    unitDelta: folded.units.length + removed.unitDelta,
    termDelta: folded.units.reduce((sum, { termCount }) => sum + termCount, removed.termDelta),
    speakers: [...new Set(folded.units.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])))],
    hasRemoved: removed.unitDelta < 0,
    embeddingModel,
    firstExpiry: firstExpiryOf(layouts),
    idempotency: response && work.idempotency && { ...work.idempotency, response },
  });
  const withText = work.storesText ? [] : layouts.filter(({ stored }) => stored?.isTextStored).map(({ uid }) => uid);
  if (withText.length > 0) await dropTexts(tx, scope, withText);
  await curated.restoreMarks(tx);
  await writeUnits(tx, scope, {
    revision,
    writerKeyId: scope.actor.keyId,
    embeddingModel,
    units: folded.units,
    evidence: folded.evidence,
    proofs: folded.proofs,
    mentions: named.mentions,
    known: named.known,
    links: linkUnits(placed, folded),
  });
  await expire(
    tx,
    scope,
    layouts,
    [...curated.of.values()].map(({ memoryId }) => memoryId),
    revision,
  );
  await enlist(tx, scope, folded.units, work.observes);
  await tidyEntities(tx, scope, {
    entityIds: [...removed.entityIds, ...curated.entityIds],
    staleIds: [...removed.staleIds, ...curated.entityIds],
  });
  await followModel(tx, scope, configured);
  if (response) await work.run.written?.(tx, response);
  else await work.run.partWritten?.(tx);
  return {
    placed: layouts.flatMap((layout) => layout.placed.filter(({ unchanged }) => unchanged === null)),
    unchanged: layouts.flatMap((layout) =>
      layout.placed.flatMap(({ chunk, unchanged }) => (unchanged !== null && batch.chunks.has(chunk) ? [chunk] : [])),
    ),
    finished,
    results,
    rows: folded.units.length + folded.evidence.length + named.mentions.length,
    response,
  };
}

/**
 * The last request decides when the text of a chunk expires, also if the text is unchanged.
 * Memories in these chunks follow, and so do manually changed ones (`curatedIds`) that moved to new
 * chunks.
 */
async function expire(
  tx: Tx,
  scope: BankScope,
  layouts: readonly Layout[],
  curatedIds: readonly string[],
  revision: number,
): Promise<void> {
  const changed = layouts.flatMap(changedExpiries);
  if (changed.length > 0) await setChunkExpiries(tx, scope, changed);
  const hasExpiry = layouts.some(
    ({ draft, stored }) =>
      draft.items.some(({ expiresAt }) => expiresAt !== null) || stored?.chunks.some(({ expiresAt }) => expiresAt != null),
  );
  const memoryIds = hasExpiry ? curatedIds : [];
  if (changed.length === 0 && memoryIds.length === 0) return;
  await alignExpiries(tx, scope, { chunkIds: changed.map(({ id }) => id), memoryIds, revision });
}

/**
 * A replacement of manually changed memories is written in one batch, because all words of the new
 * version are needed to match them. So is reread text that does not fit into the positions of its
 * chunks, because the database has the only copy.
 */
const isWhole = ({ whole }: RetainWork, draft: Draft): boolean => whole.has(draft);

/** Statement timeout for such a document. A shorter one would never let it finish. */
const WHOLE_MS = 300_000;

/**
 * Deletes the removed end of a long document before anything else. Returns true if that was a whole
 * batch.
 */
async function shorten(
  tx: Tx,
  scope: BankScope,
  { work, layouts, revision }: { work: RetainWork; layouts: readonly Layout[]; revision: number },
): Promise<boolean> {
  const losesMuch = ({ removed, isWhole, isInPlace }: Layout): boolean =>
    !isInPlace && (removed.length > PART_CHUNKS || (removed.length > 0 && !isWhole));
  const long = layouts.find(losesMuch);
  if (!long || isWhole(work, long.draft)) return false;
  const ids = long.removed.map(({ id }) => id);
  // The database has the only copy of a text that is reread.
  if (work.run.reread || (await isCurated(tx, scope, ids))) {
    work.whole.add(long.draft);
    throw new StaleWriteError('document');
  }
  const chunkIds = await chunksOfPart(tx, scope, ids.slice(-PART_CHUNKS).reverse());
  if (chunkIds.length === ids.length) return false;
  await shortenDocument(tx, scope, { uid: long.uid, chunkIds, revision, by: work.name });
  return true;
}

const unitsOf = ({ reads }: RetainWork, { chunks }: RetainBatch): ReadUnit[] =>
  [...chunks].flatMap((chunk) => defined(reads.get(chunk)).units);

function lookupKeysOf(work: RetainWork, batch: RetainBatch): LookupKeys {
  const { drafts } = batch;
  const units = unitsOf(work, batch);
  const { exact, surnames, prefixes } = lookupOf(units.flatMap(({ mentions }) => mentions));
  const mayExist = ({ named }: Draft): boolean => named || work.written.size > 0;
  const ids = (append: boolean) => drafts.filter((draft) => mayExist(draft) && draft.append === append).map(({ id }) => id);
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

function laidOut(work: RetainWork, batch: RetainBatch, draft: Draft, stored: StoredDocument | null): Layout {
  const { cut, continues } = defined(work.cuts.get(draft));
  const { reads, written, run } = work;
  const isOthers = stored?.settled && stored.settled.by !== work.name;
  if ((draft.append || run.reread) && isOthers && isAtWork(stored.settled.by, stored.silentMs)) throw new StaleWriteError('append');
  const storedIds = new Set(stored?.chunks.map(({ id }) => id));
  if (cut.chunks.some((chunk) => written.has(chunk) && !storedIds.has(defined(written.get(chunk))))) throw changedByOthers();
  // A continuation begins with a line break, a document does not. The kind may have changed since
  // planning.
  if (draft.append && continues !== (baseOf(stored) !== null)) throw new StaleWriteError('document');
  const isInParts = batch.unfinished === draft || cut.chunks.some((chunk) => written.has(chunk));
  const isInPlace = run.reread !== undefined && isInParts && !isWhole(work, draft);
  if (isInPlace && !fitsInPlace(cut, stored?.chunks ?? [], { reads, lengths: run.reread.lengths })) {
    work.whole.add(draft);
    throw new StaleWriteError('document');
  }
  // If the bank stores texts, chunks without text are written again.
  const reread = run.reread !== undefined || (work.storesText && stored?.isTextStored === false);
  const layout = layOut(draft, cut, stored, { reads, written, reread, inPlace: isInPlace ? batch.chunks : null });
  if (!layout) throw new StaleWriteError('document');
  return layout;
}

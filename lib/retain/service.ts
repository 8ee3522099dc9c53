import { createHash } from 'node:crypto';
import { ensureBank, lockBank, recreateBank } from '#lib/banks/service';
import type { Db, Tx } from '#lib/db/db';
import { noteGrowth } from '#lib/db/statistics';
import type { Embedder } from '#lib/embeddings/port';
import { lookupOf, resolve } from '#lib/entities/resolve';
import { tidyEntities } from '#lib/entities/service';
import { ServiceError, ValidationFailure } from '#lib/errors';
import { newId } from '#lib/ids';
import { NOTHING_REMOVED, removeChunks } from '#lib/memories/service';
import { countRetained } from '#lib/monitoring/metrics';
import type { Chunk } from '#lib/retain/chunk';
import { chunkRows, chunkShifts, documentRow, foldRepeats, linkUnits, nameUnits } from '#lib/retain/compose';
import { type RetainBody, type RetainResponse, retainResponse } from '#lib/retain/contract';
import { type Layout, layOut, placeUnits } from '#lib/retain/layout';
import { type Cut, cutDraft, type Draft, planDocuments, planItem } from '#lib/retain/plan';
import { embedUnits, type ReadChunk, readChunk, readChunks } from '#lib/retain/read';
import * as store from '#lib/retain/store';
import { type ItemResult, toRetainResponse } from '#lib/retain/view';
import type { BankScope } from '#lib/scope';

export interface RetainServices {
  readonly db: Db;
  readonly embedder: Embedder;
}

const EXTRACTOR = 'builtin';
const MAX_IDEMPOTENCY_KEY = 255;
/** A plan can be overtaken once by another writer; from then on everything is read, so that no writer can overtake it again. */
const ATTEMPTS = 4;

/** Thrown out of the transaction to plan again. */
class Overtaken extends Error {
  readonly cause_: 'document' | 'bank';
  constructor(cause: 'document' | 'bank') {
    super(`The ${cause} changed while it was being written`);
    this.cause_ = cause;
  }
}

interface Idempotency {
  readonly key: string;
  readonly requestHash: string;
}

/** One request on its way: drafts are fixed, cuts and reads fill up over the attempts. */
interface Work {
  readonly drafts: readonly Draft[];
  readonly itemCount: number;
  readonly idempotency: Idempotency | null;
  readonly cuts: Map<Draft, { continues: boolean; cut: Cut }>;
  readonly reads: Map<Chunk, ReadChunk>;
}

/**
 * Reads the items into memories and stores them in one short transaction; nothing is stored when it throws. Text is read and embedded
 * before, without a connection. Retains of one bank never lose each other's work: what a plan rests on is looked at again under the lock.
 */
export async function retain(
  services: RetainServices,
  scope: BankScope,
  body: RetainBody,
  idempotencyKey: string | null = null,
): Promise<RetainResponse> {
  refuseBackground(body);
  if (body.items.length === 0) return toRetainResponse(scope.bankId, []);
  const work = begin(body, idempotencyOf(idempotencyKey, body));
  let bank = await ensureBank(services.db, scope);
  for (let attempt = 1; ; attempt++) {
    const known = await prepare(services, bank, work, attempt > 1);
    if (known) return known;
    try {
      const response = await services.db.transaction((tx) => write(tx, bank, work, services.embedder.model));
      for (const { outcome } of response.outcomes) countRetained(outcome);
      await noteGrowth(
        services.db,
        response.outcomes.reduce((sum, { facts }) => sum + facts, 0),
      );
      return response;
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      if (attempt === ATTEMPTS)
        throw new ServiceError('conflict', 'The documents of this request are being changed by others; try again', {
          retryAfterSeconds: 1,
        });
      if (error.cause_ === 'bank') bank = await recreateBank(services.db, bank);
    }
  }
}

function refuseBackground(body: RetainBody): void {
  if (!body.async) return;
  const msg = 'Value error, background retain is not offered by this version: send async false and read the outcome in the answer';
  throw new ValidationFailure([{ type: 'value_error', loc: ['body', 'async'], msg, input: true, ctx: { error: {} } }]);
}

function idempotencyOf(key: string | null, body: RetainBody): Idempotency | null {
  if (key === null || key === '') return null;
  if (key.length > MAX_IDEMPOTENCY_KEY)
    throw new ServiceError('bad_request', `Idempotency-Key is longer than ${MAX_IDEMPOTENCY_KEY} characters`);
  return { key, requestHash: createHash('sha256').update(JSON.stringify(body)).digest('hex') };
}

function begin(body: RetainBody, idempotency: Idempotency | null): Work {
  const lost = body.items.findIndex((item) => item.update_mode === 'append' && item.document_id == null);
  if (lost >= 0) throw new ServiceError('bad_request', `Item ${lost}: update_mode 'append' needs a document_id`);
  const now = new Date();
  const planned = body.items.map((item, index) => planItem(item, index, body.document_tags, now));
  return { drafts: planDocuments(body.items, planned, newId), itemCount: planned.length, idempotency, cuts: new Map(), reads: new Map() };
}

/** Everything that needs no lock. Gives the answer right away when this very request was answered before. */
async function prepare(services: RetainServices, scope: BankScope, work: Work, readAll: boolean): Promise<RetainResponse | null> {
  const named = work.drafts.filter((draft) => draft.named).map(({ id }) => id);
  const looks = named.length > 0 || work.idempotency !== null;
  const plan = looks ? await store.readPlan(services.db, scope, named, work.idempotency?.key ?? null) : null;
  if (plan?.replay) return replayed(plan.replay, work.idempotency!);
  const jobs: { chunk: Chunk; draft: Draft }[] = [];
  for (const draft of work.drafts) {
    const stored = plan?.documents.get(draft.id);
    const known = readAll || draft.append ? undefined : stored;
    for (const chunk of cutOf(work, draft, draft.append && stored !== undefined).chunks) {
      if (!work.reads.has(chunk) && !known?.has(chunk.hash)) jobs.push({ chunk, draft });
    }
  }
  const read = await readChunks(jobs, scope.bankId);
  await embedUnits(
    read.flatMap(({ units }) => units),
    services.embedder,
  );
  jobs.forEach(({ chunk }, i) => {
    work.reads.set(chunk, read[i]!);
  });
  return null;
}

function cutOf(work: Work, draft: Draft, continues: boolean): Cut {
  const known = work.cuts.get(draft);
  if (known?.continues === continues) return known.cut;
  const cut = cutDraft(draft, continues);
  work.cuts.set(draft, { continues, cut });
  return cut;
}

function replayed(replay: store.Replay, idempotency: Idempotency): RetainResponse {
  if (replay.requestHash !== idempotency.requestHash)
    throw new ServiceError('conflict', 'This Idempotency-Key was used for another request');
  return retainResponse.parse(replay.response);
}

async function write(tx: Tx, scope: BankScope, work: Work, embeddingModel: string): Promise<RetainResponse> {
  const revision = await lockBank(tx, scope);
  if (revision === null) throw new Overtaken('bank');
  const seen = await store.look(tx, scope, lookFor(work));
  if (seen.replay) return replayed(seen.replay, work.idempotency!);

  const layouts = work.drafts
    .map((draft) => laidOut(work, draft, seen.documents.get(draft.id) ?? null))
    .filter(({ placed }) => placed.length > 0);
  const chunkIds = layouts.flatMap(({ removed }) => removed.map(({ id }) => id));
  const removed = chunkIds.length > 0 ? await removeChunks(tx, scope, { chunkIds, revision }) : NOTHING_REMOVED;

  const placed = layouts.flatMap(placeUnits);
  const prints = placed.flatMap(({ unit }) => (unit.fingerprint === null ? [] : [unit.fingerprint]));
  const repeats = removed.units > 0 && prints.length > 0 ? await store.readRepeats(tx, scope, prints) : seen.repeats;
  const folded = foldRepeats(placed, repeats);
  const resolution = resolve(
    placed.flatMap(({ unit }) => unit.mentions),
    seen.spellings,
    newId,
  );
  const named = nameUnits(placed, folded, resolution);
  const terms = new Map<string, number>();
  for (const { documentUid, termCount } of folded.units) terms.set(documentUid, (terms.get(documentUid) ?? 0) + termCount);
  const response = toRetainResponse(scope.bankId, resultsOf(work, layouts, scope.bankId));

  await store.writeFrame(tx, scope, {
    revision,
    documents: layouts.map((layout) => documentRow(layout, terms.get(layout.uid) ?? 0)),
    chunks: layouts.flatMap(chunkRows),
    shifts: layouts.flatMap(chunkShifts),
    entities: named.entities,
    aliases: resolution.aliases,
    unitDelta: folded.units.length - removed.liveUnits,
    termDelta: folded.units.reduce((sum, { termCount }) => sum + termCount, 0) - removed.liveTerms,
    speakers: [...new Set(folded.units.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])))],
    embeddingModel,
    idempotency: work.idempotency && { ...work.idempotency, response },
  });
  await store.writeUnits(tx, scope, {
    revision,
    extractor: EXTRACTOR,
    writerKeyId: scope.actor.keyId,
    embeddingModel,
    units: folded.units,
    evidence: folded.evidence,
    proofs: folded.proofs,
    mentions: named.mentions,
    known: named.known,
    links: linkUnits(placed, folded),
  });
  await tidyEntities(tx, scope, removed);
  return response;
}

function lookFor(work: Work): store.Look {
  const units = [...work.reads].flatMap(([, read]) => read.units);
  const { exact, prefixes } = lookupOf(units.flatMap(({ mentions }) => mentions));
  const ids = (append: boolean) => work.drafts.filter((draft) => draft.named && draft.append === append).map(({ id }) => id);
  return {
    replaced: ids(false),
    appended: ids(true),
    ...exact,
    prefixes,
    fingerprints: units.flatMap(({ fingerprint }) => (fingerprint === null ? [] : [fingerprint])),
    idempotencyKey: work.idempotency?.key ?? null,
  };
}

function laidOut(work: Work, draft: Draft, stored: store.StoredDocument | null): Layout {
  const { cut, continues } = work.cuts.get(draft)!;
  // A continuation begins with a line break, a document does not: which of the two it is may have changed.
  if (draft.append && continues !== (stored !== null)) throw new Overtaken('document');
  const layout = layOut(draft, cut, stored, work.reads);
  if (!layout) throw new Overtaken('document');
  return layout;
}

/** Facts of an item are the units that say what it says, whoever said it first. */
function resultsOf(work: Work, layouts: readonly Layout[], narrator: string): ItemResult[] {
  const results: ItemResult[] = [];
  for (const draft of work.drafts) {
    for (const { index } of draft.items) results[index] = { documentId: draft.id, facts: 0, failures: 0 };
    for (const position of work.cuts.get(draft)!.cut.unreadable) results[draft.items[position]!.index]!.failures++;
  }
  for (const { draft, placed } of layouts) {
    for (const { chunk, kept, read } of placed) {
      const items = new Set(chunk.turns.map(({ item }) => item));
      if (kept && items.size === 1) {
        results[draft.items[chunk.turns[0]!.item]!.index]!.facts += kept.positionCount;
        continue;
      }
      // Which item of a kept chunk said how much is not stored; reading it again is cheap, and reading is deterministic.
      const { units, failures } = read ?? readChunk(chunk, draft, narrator);
      for (const { source } of units) results[source.index]!.facts++;
      for (const position of failures) results[draft.items[position]!.index]!.failures++;
    }
  }
  return results;
}

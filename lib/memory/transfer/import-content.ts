import type { Tx } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import { pacer } from '#lib/base/pacer';
import type { BankScope } from '#lib/base/scope';
import { storable } from '#lib/base/text/storable';
import { Deferred, type Job, type JobServices } from '#lib/jobs/operations/port';
import { inBank, lockBank, lockBankFor } from '#lib/memory/banks/service';
import { MAX_NODES } from '#lib/memory/knowledge/contract';
import { addNodes, type KnowledgeNodeToImport } from '#lib/memory/knowledge/import';
import { PART_WEIGHT, weightOf } from '#lib/memory/memories/weight';
import { createBody } from '#lib/memory/mental-models/fields';
import { importModelIn, reembedModel } from '#lib/memory/mental-models/service';
import { completeItems, writeImported } from '#lib/memory/observations/import';
import { retainImported } from '#lib/memory/retain/service';
import type { RetainServices } from '#lib/memory/retain/write';
import { archiveFault } from '#lib/memory/transfer/archive/limits';
import { KNOWLEDGE_PAGES_NAME, type ParsedModel, type ParsedObservation } from '#lib/memory/transfer/archive/records';
import { type DocumentToImport, documentToImport, storableTags } from '#lib/memory/transfer/archived-document';
import type { ContentSource } from '#lib/memory/transfer/content-source';
import type { DocumentConflict } from '#lib/memory/transfer/contract';
import { withNames } from '#lib/memory/transfer/names';
import { throttledProgress } from '#lib/memory/transfer/progress';
import * as store from '#lib/memory/transfer/store-import';
import { bookedTo, writingEmbedder } from '#lib/models/embeddings/choose';
import { encodedVectors } from '#lib/models/embeddings/encode';

/**
 * Adds the documents, observations and mental models of a file to a bank. No language model is
 * called. A batch of documents is stored in one transaction, and a long document in several,
 * together with the note that it is: a run that continues omits it, and stores nothing twice.
 */

export type ImportJob = Job<Readonly<Record<string, unknown>>, JobServices & RetainServices>;

export interface ContentImport {
  readonly job: ImportJob;
  /** the bank that receives the content */
  readonly target: BankScope;
  readonly content: ContentSource;
  readonly conflict: DocumentConflict;
}

const deleted = ({ bankId }: BankScope): ServiceError => new ServiceError('not_found', `Bank '${bankId}' not found`);

/** Thrown out of a transaction: a document with this id was stored meanwhile. */
class DocumentTaken extends Error {}

interface ArchivedMember {
  /** among the documents of the archive */
  readonly index: number;
  /** its id in the archive */
  readonly id: string;
  /** null: all of it has expired */
  readonly content: DocumentToImport | null;
}

/**
 * Weight of a transaction, as that of its memories; a document weighs as much as a memory. One that
 * is heavier alone is stored in transactions of its own.
 */
const MOST_WEIGHT = PART_WEIGHT;
/** Characters of text that weigh as much as a memory. */
const WEIGHED_TEXT = 4000;

const weightOfMember = ({ content }: ArchivedMember): number =>
  (content?.document.chunks ?? []).reduce(
    (sum, { text, facts }) => facts.reduce((of, { entities }) => of + weightOf(entities.length), sum + text.length / WEIGHED_TEXT),
    1,
  );

/** Documents of different ids that one transaction stores, or a single one. */
class DocumentBatch {
  readonly #members: ArchivedMember[] = [];
  readonly #ids = new Set<string>();
  #weight = 0;

  /** Whether a transaction may store the member as well. */
  admits(member: ArchivedMember): boolean {
    const isStored = member.content?.document.isTextStored;
    const isAlike = this.#members.every(
      ({ content }) => content === null || isStored === undefined || content.document.isTextStored === isStored,
    );
    return this.#members.length === 0 || (isAlike && !this.#ids.has(member.id) && this.#weight + weightOfMember(member) <= MOST_WEIGHT);
  }

  add(member: ArchivedMember): void {
    this.#members.push(member);
    this.#ids.add(member.id);
    this.#weight += weightOfMember(member);
  }

  get isFull(): boolean {
    return this.#weight >= MOST_WEIGHT;
  }

  /** Returns the members, and is empty afterwards. */
  take(): ArchivedMember[] {
    this.#ids.clear();
    this.#weight = 0;
    return this.#members.splice(0);
  }
}

/** A member and its id in the bank; null: it is skipped. */
interface PlacedMember extends ArchivedMember {
  readonly targetId: string | null;
}

const skippedItem = ({ index, id }: ArchivedMember): store.ImportedItem => ({ index, outcome: 'skipped', sourceId: id });

/**
 * Stores documents, and notes those that are skipped. Throws `DocumentTaken` if it must not replace
 * one, and one was stored meanwhile.
 */
async function storeDocuments(run: ContentImport, members: readonly PlacedMember[]): Promise<void> {
  const { job, target, conflict } = run;
  const { app, scope, operationId } = job;
  const put = (tx: Tx, items: readonly store.ImportedItem[]): Promise<void> =>
    store.replaceItems(tx, scope, operationId, 'document', items);
  const stored = members.flatMap(({ content, targetId, index, id }) =>
    content === null || targetId === null ? [] : [{ content, item: { index, sourceId: id, targetId } }],
  );
  const indexes = new Set(stored.map(({ item }) => item.index));
  const skipped = members.filter(({ index }) => !indexes.has(index)).map(skippedItem);
  if (stored.length === 0)
    return app.db.transaction(async (tx) => {
      await job.fence(tx);
      await put(tx, skipped);
    });
  const services: RetainServices = { db: app.db, embedder: app.embedder, env: app.env, log: app.log };
  const documents = stored.map(({ content: { document }, item }) => ({ ...document, id: item.targetId }));
  await retainImported(services, target, documents, {
    signal: job.signal,
    operationId,
    askedAt: new Date(),
    fence: async (tx) => {
      await job.fence(tx);
      // A bank that was deleted meanwhile is not created again.
      if ((await lockBank(tx, target)) === null) throw deleted(target);
      const begun = await store.readBegun(tx, scope, operationId, 'document', [...indexes]);
      const added = stored.flatMap(({ item }) => (begun.has(item.index) ? [] : [item]));
      if (added.length === 0) return;
      const ids = conflict === 'replace' ? [] : added.map(({ targetId }) => targetId);
      if ((await store.existingDocuments(tx, target, ids)).length > 0) throw new DocumentTaken();
      await put(
        tx,
        added.map((item) => ({ ...item, outcome: 'begun' })),
      );
    },
    written: async (tx) => {
      const places = await store.readPositions(
        tx,
        target,
        stored.map(({ item }) => item.targetId),
      );
      const all = stored.map(({ content, item }) => ({ content, item, at: places.get(item.targetId) ?? new Map<number, string>() }));
      await completeItems(
        tx,
        target,
        all.flatMap(({ content, at }) => content.consolidated.flatMap((position) => at.get(position) ?? [])),
      );
      const linked = all.flatMap(({ content, at }) =>
        content.farCauses.flatMap(([fact, cause]) => {
          const [from, to] = [at.get(fact), at.get(cause)];
          return from === undefined || to === undefined || from === to ? [] : [{ from, to }];
        }),
      );
      await store.linkCauses(tx, target, linked);
      const imported = all.map(({ content, item, at }) => ({
        ...item,
        outcome: 'imported' as const,
        memoryIds: content.positions.map((position) => (position === null ? null : (at.get(position) ?? null))),
      }));
      await put(tx, [...imported, ...skipped]);
    },
  });
}

/** `begunAs`: the id under which an earlier run stored a part of the first document. */
async function importBatch(run: ContentImport, members: readonly ArchivedMember[], begunAs: string | null): Promise<void> {
  const { job, target, conflict } = run;
  const unknown = conflict === 'replace' ? [] : members.slice(begunAs === null ? 0 : 1).map(({ id }) => id);
  for (;;) {
    const taken = new Set(await store.existingDocuments(job.app.db, target, unknown));
    const idOf = ({ id }: ArchivedMember): string | null => {
      if (!taken.has(id)) return id;
      return conflict === 'skip' ? null : newId();
    };
    const placed = members.map((member, i) => ({ ...member, targetId: i === 0 && begunAs !== null ? begunAs : idOf(member) }));
    try {
      return await storeDocuments(run, placed);
    } catch (error) {
      if (!(error instanceof DocumentTaken)) throw error;
    }
  }
}

/**
 * Throws `Deferred` if other work on whole banks waits: the import may take hours, and continues
 * after the last document.
 */
async function importDocuments(run: ContentImport): Promise<void> {
  const { job, content } = run;
  const { app, scope, operationId } = job;
  const done = await store.countItems(app.db, scope, operationId, 'document');
  const begunAs = await store.findBegun(app.db, scope, operationId, 'document', done);
  const note = throttledProgress(job);
  const pause = pacer();
  const batch = new DocumentBatch();
  const flush = async (): Promise<void> => {
    const members = batch.take();
    const [first] = members;
    if (!first) return;
    await importBatch(run, members, first.index === done ? begunAs : null);
    await note('import_documents', first.index + members.length);
  };
  let index = 0;
  for await (const document of content.documents()) {
    const at = index++;
    if (at < done) continue;
    job.signal.throwIfAborted();
    const read = await document.read();
    const parsed = content.isUnnamed ? withNames(read) : read;
    const id = storable(parsed.id);
    const member = { index: at, id, content: documentToImport(parsed, { name: document.name, id, now: new Date() }) };
    await pause();
    if (!batch.admits(member)) await flush();
    batch.add(member);
    const isPlaceWanted = await job.isPlaceWanted();
    if (batch.isFull || isPlaceWanted) await flush();
    if (isPlaceWanted) throw new Deferred(0, 'The import continues after other imports and exports.', true);
  }
  await flush();
}

/** Observations per transaction. */
const OBSERVATIONS = 50;

async function* batchesOf<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function importObservationBatch({ job, target }: ContentImport, first: number, batch: readonly ParsedObservation[]): Promise<void> {
  const { app, scope, operationId } = job;
  const embedder = writingEmbedder(
    bookedTo(app.embedder, { scope: target, operation: 'retain', operationId }),
    target.bank?.embeddingModel,
  );
  const documentIds = [...new Set(batch.flatMap(({ sources }) => sources.map(({ document_id }) => storable(document_id))))];
  const stored = await store.readMemoryIds(app.db, scope, operationId, documentIds);
  const vectors = await encodedVectors(
    embedder,
    batch.map(({ text }) => storable(text)),
  );
  const observations = batch.map(({ text, tags, sources }, i) => ({
    text: storable(text),
    tags: storableTags(tags),
    memoryIds: sources.flatMap(({ document_id, fact_index }) => stored.get(storable(document_id))?.[fact_index] ?? []),
    vector: vectors[i] ?? null,
  }));
  await inBank(app.db, target, async (tx) => {
    await job.fence(tx);
    const revision = await lockBankFor(tx, target, embedder.model);
    if (revision === null) throw deleted(target);
    if (revision === 'other_model') throw new ServiceError('conflict', 'The bank changed its embedding model. Try again.');
    const written = await writeImported(tx, target, { revision, model: embedder.model }, observations);
    const outcomes = written.map((isWritten) => (isWritten ? 'imported' : 'skipped'));
    await store.putItems(tx, scope, operationId, 'observation', { first, outcomes });
  });
}

async function importObservations(run: ContentImport): Promise<void> {
  const { app, scope, operationId, signal } = run.job;
  const note = throttledProgress(run.job);
  const done = await store.countItems(app.db, scope, operationId, 'observation');
  let index = 0;
  for await (const batch of batchesOf(run.content.observations(), OBSERVATIONS)) {
    const first = index;
    index += batch.length;
    if (index <= done) continue;
    signal.throwIfAborted();
    await importObservationBatch(run, first, batch);
    await note('import_observations', index);
  }
}

/** null: this version accepts no mental model with these settings. */
function bodyOf({ id, name, source_query, tags, max_tokens, trigger }: ParsedModel) {
  const given = { id: storable(id), name: storable(name ?? ''), source_query: storable(source_query ?? ''), tags: storableTags(tags) };
  const most = max_tokens == null ? {} : { max_tokens };
  for (const more of [{ ...most, trigger: trigger ?? {} }, most, {}]) {
    const parsed = createBody.safeParse({ ...given, ...more });
    if (parsed.success) return parsed.data;
  }
  return null;
}

async function importModel({ job, target }: ContentImport, index: number, parsed: ParsedModel): Promise<void> {
  const { app, scope, operationId } = job;
  const body = bodyOf(parsed);
  const id = storable(parsed.id);
  const isImported = await inBank(app.db, target, async (tx) => {
    await job.fence(tx);
    const isNew = body !== null && (await importModelIn(tx, target, id, body, storable(parsed.content ?? '')));
    await store.putItem(tx, scope, operationId, 'mental_model', { index, outcome: isNew ? 'imported' : 'skipped', sourceId: id });
    return isNew;
  });
  if (isImported) await reembedModel(app, target, id);
}

async function importModels(run: ContentImport): Promise<void> {
  const { app, scope, operationId, signal } = run.job;
  const note = throttledProgress(run.job);
  const done = await store.countItems(app.db, scope, operationId, 'mental_model');
  let index = 0;
  for await (const model of run.content.mentalModels()) {
    const at = index++;
    if (at < done) continue;
    signal.throwIfAborted();
    await importModel(run, at, model);
    await note('import_mental_models', index);
  }
}

/** Adds all folders and pages in one transaction: a bank has a limited number of them. */
async function importNodes({ job, target, content }: ContentImport): Promise<void> {
  const { app, scope, operationId } = job;
  if ((await store.countItems(app.db, scope, operationId, 'knowledge_node')) > 0) return;
  const nodes: KnowledgeNodeToImport[] = [];
  for await (const { id, kind, name, parent_id, mental_model_id, sort_order } of content.knowledgeNodes()) {
    if (nodes.length === MAX_NODES) throw archiveFault(`${KNOWLEDGE_PAGES_NAME} has more than ${MAX_NODES} items`);
    nodes.push({
      ...{ id: storable(id), kind, name: storable(name), order: sort_order ?? null },
      ...{ parentId: parent_id == null ? null : storable(parent_id), modelId: mental_model_id == null ? null : storable(mental_model_id) },
    });
  }
  if (nodes.length === 0) return;
  await inBank(app.db, target, async (tx) => {
    await job.fence(tx);
    if ((await lockBank(tx, target)) === null) throw deleted(target);
    // A mental model that the bank had before stays where it is.
    const added = await addNodes(tx, target, nodes, await store.readImportedModels(tx, scope, operationId));
    const outcomes = nodes.map(({ id }) => (added.has(id) ? 'imported' : 'skipped'));
    await store.putItems(tx, scope, operationId, 'knowledge_node', { first: 0, outcomes });
  });
}

/** Throws `archiveFault`. */
export async function importContent(run: ContentImport): Promise<void> {
  await importDocuments(run);
  await importObservations(run);
  await importModels(run);
  await importNodes(run);
}

/** Ids that a result lists. */
const MOST_IDS = 1000;

/** The counts of what an import has stored so far. */
export async function contentCounts({ app, scope, operationId }: Pick<ImportJob, 'app' | 'scope' | 'operationId'>) {
  const { imported, skipped, facts } = await store.readCounts(app.db, scope, operationId);
  const idsOf = (outcome: 'skipped' | 'remapped') => store.readDocumentIds(app.db, scope, operationId, outcome, MOST_IDS);
  return {
    documents_imported: imported.document,
    documents_skipped: skipped.document,
    facts_imported: facts,
    observations_imported: imported.observation,
    observations_skipped: skipped.observation,
    mental_models_imported: imported.mental_model,
    mental_models_skipped: skipped.mental_model,
    knowledge_pages_imported: imported.knowledge_node,
    knowledge_pages_skipped: skipped.knowledge_node,
    skipped_document_ids: (await idsOf('skipped')).map(({ source_id }) => source_id),
    remapped_document_ids: Object.fromEntries((await idsOf('remapped')).map(({ source_id, target_id }) => [source_id, target_id])),
  };
}

import { ServiceError } from '#lib/base/errors';
import { newId } from '#lib/base/ids';
import type { BankScope } from '#lib/base/scope';
import { storable } from '#lib/base/text/storable';
import { Deferred, type Job, type JobServices } from '#lib/jobs/operations/port';
import { inBank, lockBank, lockBankFor } from '#lib/memory/banks/service';
import { MAX_NODES } from '#lib/memory/knowledge/contract';
import { addNodes, type KnowledgeNodeToImport } from '#lib/memory/knowledge/import';
import { createBody } from '#lib/memory/mental-models/fields';
import { importModelIn, reembedModel } from '#lib/memory/mental-models/service';
import { completeItems, writeImported } from '#lib/memory/observations/import';
import { retainImported } from '#lib/memory/retain/service';
import type { RetainServices } from '#lib/memory/retain/write';
import { archiveFault } from '#lib/memory/transfer/archive/limits';
import { KNOWLEDGE_PAGES_NAME, type ParsedDocument, type ParsedModel, type ParsedObservation } from '#lib/memory/transfer/archive/records';
import { documentToImport, storableTags } from '#lib/memory/transfer/archived-document';
import type { ContentSource } from '#lib/memory/transfer/content-source';
import type { DocumentConflict } from '#lib/memory/transfer/contract';
import { withNames } from '#lib/memory/transfer/names';
import { throttledProgress } from '#lib/memory/transfer/progress';
import * as store from '#lib/memory/transfer/store-import';
import { bookedTo, writingEmbedder } from '#lib/models/embeddings/choose';

/**
 * Adds the documents, observations and mental models of a file to a bank. No language model is
 * called. Each document is stored in transactions of its own, together with the note that it is:
 * a run that continues omits it, and stores nothing twice.
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
  readonly name: string;
  readonly parsed: ParsedDocument;
}

const skip = ({ job: { app, scope, operationId, fence } }: ContentImport, { index, parsed }: ArchivedMember): Promise<void> =>
  app.db.transaction(async (tx) => {
    await fence(tx);
    await store.putItem(tx, scope, operationId, 'document', { index, outcome: 'skipped', sourceId: storable(parsed.id) });
  });

/**
 * Stores a document. Throws `DocumentTaken` if it must not replace one, and one was stored
 * meanwhile.
 */
async function storeDocument(run: ContentImport, member: ArchivedMember, id: string): Promise<void> {
  const { job, target, conflict } = run;
  const { app, scope, operationId } = job;
  const { index, parsed, name } = member;
  const now = new Date();
  const wanted = documentToImport(parsed, { name, id, now });
  if (!wanted) return skip(run, member);
  const item = { index, sourceId: storable(parsed.id), targetId: id };
  const services: RetainServices = { db: app.db, embedder: app.embedder, env: app.env, log: app.log };
  await retainImported(services, target, wanted.document, {
    signal: job.signal,
    operationId,
    askedAt: now,
    fence: async (tx) => {
      await job.fence(tx);
      // A bank that was deleted meanwhile is not created again.
      if ((await lockBank(tx, target)) === null) throw deleted(target);
      if ((await store.findBegun(tx, scope, operationId, 'document', index)) !== null) return;
      if (conflict !== 'replace' && (await store.hasDocument(tx, target, id))) throw new DocumentTaken();
      await store.putItem(tx, scope, operationId, 'document', { ...item, outcome: 'begun' });
    },
    written: async (tx) => {
      const stored = await store.readPositions(tx, target, id);
      const memoryIds = wanted.positions.map((position) => (position === null ? null : (stored.get(position) ?? null)));
      await completeItems(
        tx,
        target,
        wanted.consolidated.flatMap((position) => stored.get(position) ?? []),
      );
      const linked = wanted.farCauses.flatMap(([fact, cause]) => {
        const [from, to] = [stored.get(fact), stored.get(cause)];
        return from === undefined || to === undefined || from === to ? [] : [{ from, to }];
      });
      await store.linkCauses(tx, target, linked);
      await store.putItem(tx, scope, operationId, 'document', { ...item, outcome: 'imported', memoryIds });
    },
  });
}

/** `begunAs`: the id under which an earlier run stored a part of it. */
async function importDocument(run: ContentImport, member: ArchivedMember, begunAs: string | null): Promise<void> {
  const { job, target, conflict } = run;
  const own = storable(member.parsed.id);
  for (;;) {
    const isTaken = begunAs === null && conflict !== 'replace' && (await store.hasDocument(job.app.db, target, own));
    if (isTaken && conflict === 'skip') return skip(run, member);
    try {
      return await storeDocument(run, member, begunAs ?? (isTaken ? newId() : own));
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
  let index = 0;
  for await (const document of content.documents()) {
    const at = index++;
    if (at < done) continue;
    job.signal.throwIfAborted();
    const read = await document.read();
    const parsed = content.isUnnamed ? withNames(read) : read;
    await importDocument(run, { index: at, name: document.name, parsed }, at === done ? begunAs : null);
    await note('import_documents', index);
    if (await job.isPlaceWanted()) throw new Deferred(0, 'The import continues after other imports and exports.', true);
  }
}

/** Observations per transaction. */
const BATCH = 50;

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

async function importBatch({ job, target }: ContentImport, first: number, batch: readonly ParsedObservation[]): Promise<void> {
  const { app, scope, operationId } = job;
  const embedder = writingEmbedder(
    bookedTo(app.embedder, { scope: target, operation: 'retain', operationId }),
    target.bank?.embeddingModel,
  );
  const documentIds = [...new Set(batch.flatMap(({ sources }) => sources.map(({ document_id }) => storable(document_id))))];
  const stored = await store.readMemoryIds(app.db, scope, operationId, documentIds);
  const vectors = await embedder.embed(batch.map(({ text }) => storable(text)));
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
  for await (const batch of batchesOf(run.content.observations(), BATCH)) {
    const first = index;
    index += batch.length;
    if (index <= done) continue;
    signal.throwIfAborted();
    await importBatch(run, first, batch);
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

import type { Db, Queryable } from '#lib/base/db/db';
import { inSnapshot } from '#lib/base/db/read-only';
import { ServiceError } from '#lib/base/errors';
import type { BankScope } from '#lib/base/scope';
import { countPayloadItems } from '#lib/jobs/operations/service';
import { unknownDocument } from '#lib/memory/documents/service';
import { getEntity } from '#lib/memory/entities/service';
import { observationLocked, unknownMemory } from '#lib/memory/memories/service';
import { countCiting } from '#lib/memory/mental-models/service';
import { countUnsupported } from '#lib/memory/observations/service';
import type { DeletionPreview, PreviewQuery } from '#lib/memory/purge/contract';
import * as store from '#lib/memory/purge/store';
import { addCounts, countsIn, forecastDeletion, newDraft, type ReceiptDraft } from '#lib/memory/receipts/service';

/**
 * Counts what a deletion would remove, as its receipt would. Reads one state of the bank, and
 * writes nothing. Throws a 404, and a 400 for an observation.
 */
export const previewDeletion = (db: Db, scope: BankScope, query: PreviewQuery): Promise<DeletionPreview> =>
  inSnapshot(db, async (at) => {
    const { memory_id, document_id, entity_id, purge, shared } = query;
    if (memory_id !== undefined) return ofMemory(at, scope, memory_id, purge);
    if (document_id !== undefined) return ofDocument(at, scope, document_id, purge);
    if (entity_id !== undefined) return ofEntity(at, scope, entity_id, shared);
    throw new ServiceError('bad_request', 'Nothing to delete was named');
  });

async function ofMemory(db: Queryable, scope: BankScope, id: string, purge: boolean): Promise<DeletionPreview> {
  const type = await store.findType(db, scope, id);
  if (type === null) throw unknownMemory(id);
  if (type === 'observation') throw observationLocked();
  const draft = newDraft('memory', id);
  const part = await addDeletion(db, scope, draft, { chunkIds: [], memoryIds: [id] });
  if (purge) {
    await addPurge(db, scope, draft, { part, memoryIds: [id], unknown: 'passages' });
    const texts = await store.readTexts(db, scope, [id]);
    addCounts(draft.copies, { queued_items: await countPayloadItems(db, scope, { documentIds: [], texts }) });
  }
  return countsIn(draft);
}

async function ofDocument(db: Queryable, scope: BankScope, id: string, purge: boolean): Promise<DeletionPreview> {
  const chunkIds = await store.readChunksOf(db, scope, id);
  if (chunkIds === null) throw unknownDocument(id);
  const draft = newDraft('document', id);
  const part = await addDeletion(db, scope, draft, { chunkIds, memoryIds: [] });
  addCounts(draft.removed, { documents: 1 });
  if (purge) {
    addCounts(draft.copies, { ...(await countCiting(db, scope, [...part.ids, ...part.observationIds])) });
    addCounts(draft.copies, { queued_items: await countPayloadItems(db, scope, { documentIds: [id], texts: [] }) });
  }
  return countsIn(draft);
}

async function ofEntity(db: Queryable, scope: BankScope, id: string, shared: boolean): Promise<DeletionPreview> {
  await getEntity(db, scope, id);
  const { fact_ids, mentions, spellings, changes } = await store.forecastEntity(db, scope, { id, shared });
  const draft = newDraft('entity', id);
  if (fact_ids.length > 0) {
    const part = await addDeletion(db, scope, draft, { chunkIds: [], memoryIds: fact_ids });
    await addPurge(db, scope, draft, { part, memoryIds: fact_ids, unknown: 'unknown_passages' });
  }
  addCounts(draft.removed, { entities: 1 });
  addCounts(draft.copies, { spellings, entity_changes: changes, mentions });
  addCounts(draft.remaining, { memories: mentions });
  return countsIn(draft);
}

interface PurgedWords {
  readonly part: { readonly ids: readonly string[]; readonly observationIds: readonly string[] };
  readonly memoryIds: readonly string[];
  /** the name of the count of passages whose position is unknown */
  readonly unknown: string;
}

/** Words in texts and blocks of mental models, which only a purge removes. */
async function addPurge(db: Queryable, scope: BankScope, draft: ReceiptDraft, { part, memoryIds, unknown }: PurgedWords): Promise<void> {
  const passages = await store.countPassages(db, scope, memoryIds);
  draft.remaining.delete('passages');
  addCounts(draft.copies, { passages: passages.located });
  addCounts(draft.remaining, { [unknown]: passages.unknown });
  addCounts(draft.copies, { ...(await countCiting(db, scope, [...part.ids, ...part.observationIds])) });
}

/** The memories with their copies, and the observations that nothing else supports. */
async function addDeletion(
  db: Queryable,
  scope: BankScope,
  draft: ReceiptDraft,
  of: Parameters<typeof forecastDeletion>[3],
): Promise<PurgedWords['part']> {
  const part = await forecastDeletion(db, scope, draft, of);
  if (part.observationIds.length > 0) addCounts(draft.removed, { observations: await countUnsupported(db, scope, part.ids) });
  return part;
}

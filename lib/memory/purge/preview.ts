import type { Db, Queryable } from '#lib/base/db/db';
import { inSnapshot } from '#lib/base/db/read-only';
import { defined } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import type { BankScope } from '#lib/base/scope';
import { countPayloadItems } from '#lib/jobs/operations/service';
import { unknownDocument } from '#lib/memory/documents/service';
import { getEntity } from '#lib/memory/entities/service';
import { findWords } from '#lib/memory/expiry/service';
import { observationLocked, unknownMemory } from '#lib/memory/memories/service';
import { countCiting, type PurgedOrigin } from '#lib/memory/mental-models/service';
import { countUnsupported } from '#lib/memory/observations/service';
import type { DeletionPreview, PreviewQuery } from '#lib/memory/purge/contract';
import * as store from '#lib/memory/purge/store';
import { countTextsNaming } from '#lib/memory/purge/texts-naming';
import { addCounts, countsIn, forecastDeletion, newDraft, type ReceiptDraft, readDeletedIds } from '#lib/memory/receipts/service';

/**
 * Counts what a deletion would remove, as its receipt would. Reads one state of the bank, and
 * writes nothing. Throws a 404, and a 400 for an observation.
 */
export const previewDeletion = (db: Db, scope: BankScope, query: PreviewQuery): Promise<DeletionPreview> =>
  inSnapshot(db, async (at) => {
    const { memory_id, document_id, entity_id, purge, shared } = query;
    if (memory_id !== undefined) return ofMemory(at, scope, memory_id, purge);
    if (document_id !== undefined) return ofDocument(at, scope, document_id, purge);
    if (entity_id !== undefined) return ofEntities(at, scope, entity_id, shared);
    throw new ServiceError('bad_request', 'Nothing to delete was named');
  });

async function ofMemory(db: Queryable, scope: BankScope, id: string, purge: boolean): Promise<DeletionPreview> {
  const type = await store.findType(db, scope, id);
  if (type === null) throw unknownMemory(id);
  if (type === 'observation') throw observationLocked();
  const draft = newDraft('memory', id);
  const part = await addDeletion(db, scope, draft, { chunkIds: [], memoryIds: [id] });
  if (purge) await addPurge(db, scope, draft, { part, memoryIds: [id], unknown: 'passages', entities: null });
  return countsIn(draft);
}

async function ofDocument(db: Queryable, scope: BankScope, id: string, purge: boolean): Promise<DeletionPreview> {
  const chunkIds = await store.readChunksOf(db, scope, id);
  const draft = newDraft('document', id);
  if (chunkIds === null) return ofDeletedDocument(db, scope, { id, draft, purge });
  const part = await addDeletion(db, scope, draft, { chunkIds, memoryIds: [] });
  addCounts(draft.removed, { documents: 1 });
  if (purge) {
    addCounts(draft.copies, { ...(await countCiting(db, scope, originOf(part, { documentIds: [id] }))) });
    addCounts(draft.copies, { queued_items: await countPayloadItems(db, scope, { documentIds: [id], texts: [] }) });
  }
  return countsIn(draft);
}

/** What a purge would find of a document that is not stored. */
async function ofDeletedDocument(
  db: Queryable,
  scope: BankScope,
  { id, draft, purge }: { readonly id: string; readonly draft: ReceiptDraft; readonly purge: boolean },
): Promise<DeletionPreview> {
  if (!purge) throw unknownDocument(id);
  const ids = await readDeletedIds(db, scope, id);
  addCounts(draft.copies, { ...(await countCiting(db, scope, { ids, documentIds: [id], entities: null })) });
  addCounts(draft.copies, { queued_items: await countPayloadItems(db, scope, { documentIds: [id], texts: [] }) });
  if (draft.copies.size === 0) throw unknownDocument(id);
  return countsIn(draft);
}

async function ofEntities(db: Queryable, scope: BankScope, given: readonly string[], shared: boolean): Promise<DeletionPreview> {
  const ids = [...new Set(given)];
  for (const id of ids) await getEntity(db, scope, id);
  const { fact_ids, mentions, facts_left, alias_keys, alias_names, changes } = await store.forecastEntities(db, scope, { ids, shared });
  const draft = newDraft('entity', defined(ids[0]));
  const entities = { ids, spellings: alias_keys };
  const part = fact_ids.length > 0 ? await addDeletion(db, scope, draft, { chunkIds: [], memoryIds: fact_ids }) : NO_PART;
  await addPurge(db, scope, draft, { part, memoryIds: fact_ids, unknown: 'unknown_passages', entities });
  addCounts(draft.removed, { entities: ids.length });
  addCounts(draft.copies, { spellings: alias_keys.length, entity_changes: changes, mentions });
  const spellings = { keys: alias_keys, names: alias_names };
  const texts = await countTextsNaming(db, scope, { ids, spellings, memoryIds: fact_ids, shared });
  addCounts(draft.remaining, { memories: facts_left, passages: texts });
  return countsIn(draft);
}

const NO_PART: PurgedWords['part'] = { ids: [], observationIds: [] };

const originOf = ({ ids, observationIds }: PurgedWords['part'], whole: Partial<PurgedOrigin>): PurgedOrigin => ({
  documentIds: [],
  entities: null,
  ...whole,
  ids: [...ids, ...observationIds],
});

interface PurgedWords {
  readonly part: { readonly ids: readonly string[]; readonly observationIds: readonly string[] };
  readonly memoryIds: readonly string[];
  /** the name of the count of passages whose position is unknown */
  readonly unknown: string;
  readonly entities: PurgedOrigin['entities'];
}

/** Words in texts, blocks of mental models and failed requests, which only a purge removes. */
async function addPurge(
  db: Queryable,
  scope: BankScope,
  draft: ReceiptDraft,
  { part, memoryIds, unknown, entities }: PurgedWords,
): Promise<void> {
  const passages = await store.countPassages(db, scope, memoryIds);
  const { emptied } = await findWords(db, scope, memoryIds);
  addCounts(draft.removed, { documents: emptied.length });
  addCounts(draft.copies, { chunks: emptied.flatMap((document) => document.chunkIds).length });
  draft.remaining.delete('passages');
  addCounts(draft.copies, { passages: passages.located });
  addCounts(draft.remaining, { [unknown]: passages.unknown });
  addCounts(draft.copies, { ...(await countCiting(db, scope, originOf(part, { entities }))) });
  const texts = await store.readTexts(db, scope, memoryIds);
  addCounts(draft.copies, { queued_items: await countPayloadItems(db, scope, { documentIds: [], texts }) });
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

import type { Db, Tx } from '#lib/base/db/db';
import { ServiceError } from '#lib/base/errors';
import type { BankScope } from '#lib/base/scope';
import { forgetTexts } from '#lib/base/text-caches';
import { removePayloadItems } from '#lib/jobs/operations/service';
import { inBank, lockBank, noteInAudit, noteWrite } from '#lib/memory/banks/service';
import * as documents from '#lib/memory/documents/service';
import {
  afterUnfinished,
  forgetEntity,
  readMentionsOf,
  removeMentions,
  requireEntity,
  type StoredEntity,
} from '#lib/memory/entities/curate';
import { unknownEntity } from '#lib/memory/entities/service';
import * as expiry from '#lib/memory/expiry/service';
import * as memories from '#lib/memory/memories/service';
import { type PurgedOrigin, redactModels } from '#lib/memory/mental-models/service';
import { purgeDeletedDocument } from '#lib/memory/purge/deleted-document';
import { type EntityForecast, forecastEntities, readTexts } from '#lib/memory/purge/store';
import { countTextsNaming } from '#lib/memory/purge/texts-naming';
import type { PurgeReceipt } from '#lib/memory/receipts/contract';
import {
  addCounts,
  closeReceipt,
  copyOf,
  newDraft,
  noteDeletedObservations,
  noteDeletion,
  type PurgedPart,
  type ReceiptDraft,
} from '#lib/memory/receipts/service';

/**
 * Permanent deletions with a receipt. A deletion removes what belongs to the memory or document. A
 * purge also removes derived copies: words in texts, blocks of mental models and of their versions,
 * and texts of failed requests.
 */

interface PurgeServices {
  readonly db: Db;
}

interface PurgeOptions {
  readonly purge: boolean;
}

/**
 * Removes what mental models cite of the deleted memories and of the observations that cited them,
 * and of what was deleted or rewritten before. `whole`: of which nothing remains.
 */
async function redact(
  tx: Tx,
  scope: BankScope,
  draft: ReceiptDraft,
  { part, revision, whole = {} }: { readonly part: PurgedPart; readonly revision: number; readonly whole?: Partial<PurgedOrigin> },
): Promise<void> {
  const origin = { documentIds: [], entities: null, ...whole, ids: [...part.ids, ...part.observationIds] };
  const { counts, deletedIds } = await redactModels(tx, scope, { origin, revision });
  addCounts(draft.copies, { ...counts });
  for (const id of deletedIds) draft.ids.add(id);
}

/** Deletes the documents of which a purge left no word. */
async function noteEmptied(
  tx: Tx,
  scope: BankScope,
  draft: ReceiptDraft,
  { emptied }: expiry.WordsInTexts,
  revision: number,
): Promise<void> {
  if (emptied.length === 0) return;
  const chunkIds = emptied.flatMap((document) => document.chunkIds);
  await noteDeletion(tx, scope, draft, { chunkIds });
  await memories.removeChunks(tx, scope, { chunkIds, revision });
  for (const { uid } of emptied) {
    await expiry.deleteDocument(tx, scope, uid);
    draft.ids.add(uid);
  }
  addCounts(draft.removed, { documents: emptied.length });
}

/** Deletes a memory. Throws a 404, and a 400 for an observation. */
export async function deleteMemory(
  services: PurgeServices,
  scope: BankScope,
  id: string,
  { purge }: PurgeOptions,
): Promise<Awaited<ReturnType<typeof memories.deleteMemory>> & { message: string; receipt: PurgeReceipt }> {
  const queued = newDraft('memory', id);
  if (purge) addCounts(queued.copies, { queued_items: await removeQueuedTexts(services.db, scope, [id]) });
  const draft = copyOf(queued);
  let receipt: PurgeReceipt | null = null;
  let part: PurgedPart = { ids: [], observationIds: [] };
  let words: expiry.WordsInTexts = { passages: [], emptied: [] };
  const steps: memories.DeletionSteps = {
    before: async (tx) => {
      part = await noteDeletion(tx, scope, draft, { memoryIds: [id] });
      if (purge) words = await expiry.findWords(tx, scope, [id]);
    },
    after: async (tx, revision) => {
      await noteDeletedObservations(tx, scope, draft, part);
      if (purge) {
        const { removed, unknown } = await expiry.removeWords(tx, scope, words, revision);
        await noteEmptied(tx, scope, draft, words, revision);
        draft.remaining.delete('passages');
        addCounts(draft.copies, { passages: removed });
        addCounts(draft.remaining, { passages: unknown });
        await redact(tx, scope, draft, { part, revision });
      }
      receipt = await closeReceipt(tx, scope, draft);
    },
  };
  const deleted = await memories.deleteMemory(services, scope, id, steps).catch(async (error: unknown) => {
    await closeInterrupted(services.db, scope, queued);
    throw error;
  });
  forgetTexts(scope.bankUid);
  return { ...deleted, message: memories.deletionMessage(draft.remaining.get('passages') ?? 0), receipt: written(receipt) };
}

const written = (receipt: PurgeReceipt | null): PurgeReceipt => {
  if (receipt === null) throw new Error('A deletion ended without its receipt');
  return receipt;
};

/** Writes the receipt of what was deleted before an error. */
async function closeInterrupted(db: Db, scope: BankScope, draft: ReceiptDraft): Promise<void> {
  if (draft.ids.size === 0 && draft.copies.size === 0) return;
  await inBank(db, scope, async (tx) => {
    await closeReceipt(tx, scope, draft);
  }).catch(() => undefined);
}

/**
 * Deletes a document with its memories, in parts if it is long. A purge also removes what is left
 * of a document that is not stored: that was deleted before, or is only in failed requests. Throws
 * a 404 if nothing is.
 */
export async function deleteDocument(
  { db }: PurgeServices,
  scope: BankScope,
  id: string,
  { purge }: PurgeOptions,
): Promise<Awaited<ReturnType<typeof documents.deleteDocument>> & { receipt: PurgeReceipt }> {
  let draft = newDraft('document', id);
  // Noted in a part, which counts once its transaction is committed.
  let noted = draft;
  let part: PurgedPart = { ids: [], observationIds: [] };
  let receipt: PurgeReceipt | null = null;
  if (purge) addCounts(draft.copies, { queued_items: await removePayloadItems(db, scope, { documentIds: [id], texts: [] }) });
  try {
    const deleted = await documents.deleteDocument(db, scope, id, {
      before: async (tx, { chunkIds }) => {
        noted = copyOf(draft);
        part = await noteDeletion(tx, scope, noted, { chunkIds });
      },
      after: async (tx, { uid, revision, isLast }) => {
        await noteDeletedObservations(tx, scope, noted, part);
        if (purge) await redact(tx, scope, noted, { part, revision, whole: { documentIds: isLast ? [id] : [] } });
        if (!isLast) return;
        noted.ids.add(uid);
        addCounts(noted.removed, { documents: 1 });
        receipt = await closeReceipt(tx, scope, noted);
      },
      committed: () => {
        draft = noted;
      },
    });
    forgetTexts(scope.bankUid);
    // Another request deleted the rest.
    return { ...deleted, receipt: receipt ?? (await inBank(db, scope, (tx) => closeReceipt(tx, scope, draft))) };
  } catch (error) {
    const isMissing = error instanceof ServiceError && error.code === 'not_found';
    const remains = purge && isMissing ? await purgeDeletedDocument(db, scope, id, draft) : null;
    if (remains === null) {
      await closeInterrupted(db, scope, draft);
      throw error;
    }
    const message = `Document '${id}' is not stored. Its remaining copies were deleted.`;
    return { success: true, message, document_id: id, memory_units_deleted: 0, receipt: remains };
  }
}

/** Maximum number of memories of one transaction. */
const PART = 100;

/**
 * Deletes an entity with the facts that name only it, or with all that name it (`shared`). Always a
 * purge. Facts that stay lose the mention. Throws a 404.
 */
export async function deleteEntity(
  { db }: PurgeServices,
  scope: BankScope,
  id: string,
  { shared }: { readonly shared: boolean },
): Promise<{ success: boolean; entity_id: string; memories_deleted: number; receipt: PurgeReceipt }> {
  let draft = newDraft('entity', id);
  let receipt: PurgeReceipt | null = null;
  let units = 0;
  let entity: StoredEntity | null = null;
  let formerUntil: memories.RevisionKey | null = null;
  const forecast = await forecastEntities(db, scope, { ids: [id], shared });
  const textsLeft = await countTextsLeft(db, scope, { id, shared, forecast });
  try {
    addCounts(draft.copies, { queued_items: await removeQueuedTexts(db, scope, forecast.fact_ids) });
    while (receipt === null) {
      const part: EntityPart = { id, shared, draft: copyOf(draft), entity, formerUntil, textsLeft };
      const step: DeletedPart = await afterUnfinished(db, scope, (tx) => deletePartOfEntity(tx, scope, part), { isBatch: entity !== null });
      ({ draft, receipt, entity, formerUntil } = step);
      units += step.units;
    }
  } catch (error) {
    await closeInterrupted(db, scope, draft);
    throw error;
  }
  forgetTexts(scope.bankUid);
  return { success: true, entity_id: id, memories_deleted: units, receipt };
}

/**
 * Reads every text of the bank, so it takes no lock: texts that are retained during the deletion do
 * not count.
 */
const countTextsLeft = (
  db: Db,
  scope: BankScope,
  { id, shared, forecast }: { readonly id: string; readonly shared: boolean; readonly forecast: EntityForecast },
): Promise<number> => {
  const spellings = { keys: forecast.alias_keys, names: forecast.alias_names };
  return countTextsNaming(db, scope, { ids: [id], spellings, memoryIds: forecast.fact_ids, shared });
};

/**
 * Removes the texts of memories from failed requests, of a part of the memories with each
 * statement. Returns the number of removed items.
 */
async function removeQueuedTexts(db: Db, scope: BankScope, memoryIds: readonly string[]): Promise<number> {
  let removed = 0;
  for (let at = 0; at < memoryIds.length; at += PART) {
    const texts = await readTexts(db, scope, memoryIds.slice(at, at + PART));
    removed += await removePayloadItems(db, scope, { documentIds: [], texts });
  }
  return removed;
}

interface EntityPart {
  readonly id: string;
  readonly shared: boolean;
  readonly draft: ReceiptDraft;
  /** it may be deleted with the last fact that names it; null: in the first part */
  readonly entity: StoredEntity | null;
  /** former states of memories until this one no longer name it; null: none was read */
  readonly formerUntil: memories.RevisionKey | null;
  /** number of passages that will still name it */
  readonly textsLeft: number;
}

interface DeletedPart {
  readonly draft: ReceiptDraft;
  /** null: more parts follow */
  readonly receipt: PurgeReceipt | null;
  readonly units: number;
  readonly entity: StoredEntity;
  readonly formerUntil: memories.RevisionKey | null;
}

async function deletePartOfEntity(
  tx: Tx,
  scope: BankScope,
  { id, shared, draft, entity: known, formerUntil, textsLeft }: EntityPart,
): Promise<DeletedPart> {
  const revision = await lockBank(tx, scope);
  if (revision === null) throw unknownEntity(id);
  const entity = known ?? (await requireEntity(tx, scope, id));
  const { facts, others } = await readMentionsOf(tx, scope, { id, shared, most: PART });
  if (others.length > 0) {
    await removeMentions(tx, scope, { id, memoryIds: others, revision });
    addCounts(draft.copies, { mentions: others.length });
    addCounts(draft.remaining, { memories: others.length });
  }
  const ids = facts.length > 0 ? await memories.unitsOfPart(tx, scope, facts) : [];
  if (ids.length > 0) {
    const part = await noteDeletion(tx, scope, draft, { memoryIds: ids });
    const words = await expiry.findWords(tx, scope, ids);
    await memories.removeMemories(tx, scope, { ids, revision });
    await noteDeletedObservations(tx, scope, draft, part);
    const { removed, unknown } = await expiry.removeWords(tx, scope, words, revision);
    await noteEmptied(tx, scope, draft, words, revision);
    draft.remaining.delete('passages');
    addCounts(draft.copies, { passages: removed });
    addCounts(draft.remaining, { unknown_passages: unknown });
    await redact(tx, scope, draft, { part, revision });
  }
  if (facts.length + others.length > 0) return { draft, receipt: null, units: ids.length, entity, formerUntil };
  const names = [entity.canonical_name, ...entity.alias_names];
  const { last, changed } = await memories.forgetFormerMentions(tx, scope, { id, names, after: formerUntil, revision });
  if (last !== null) {
    if (changed > 0) await noteWrite(tx, scope, { revision, unitDelta: 0, termDelta: 0 });
    return { draft, receipt: null, units: 0, entity, formerUntil: last };
  }
  const spellings = entity.alias_keys;
  const changes = await forgetEntity(tx, scope, { id, revision });
  addCounts(draft.removed, { entities: 1 });
  addCounts(draft.copies, { spellings: spellings.length, entity_changes: changes });
  addCounts(draft.remaining, { passages: textsLeft });
  draft.ids.add(id);
  await redact(tx, scope, draft, { part: { ids: [], observationIds: [] }, revision, whole: { entities: { ids: [id], spellings } } });
  await noteInAudit(tx, scope, { action: 'bank.entity_delete', before: { entity_id: id } });
  return { draft, receipt: await closeReceipt(tx, scope, draft), units: 0, entity, formerUntil };
}

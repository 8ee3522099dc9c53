import { forNobody } from '#lib/base/db/caller';
import { overReachableCells } from '#lib/base/db/cells';
import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { shared } from '#lib/base/once-per-process';
import { type Actor, type BankScope, mintBankScope, type OrgScope } from '#lib/base/scope';
import { forgetTexts } from '#lib/base/text-caches';
import { removeExpiredItems } from '#lib/jobs/operations/service';
import { currentBank, inBank, lockBank } from '#lib/memory/banks/service';
import { remainingFields, unjoinedOf } from '#lib/memory/expiry/remaining-fields';
import * as store from '#lib/memory/expiry/store';
import { applyChanges } from '#lib/memory/memories/apply-changes';
import { chunksOfPart, removeChunks, removeMemories, unitsOfPart } from '#lib/memory/memories/service';
import { redactModels } from '#lib/memory/mental-models/service';
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
import { PART_CHUNKS } from '#lib/memory/retain/shorten';

/**
 * Removes what has expired. The guard calls it before a request reads a bank, so an expired memory
 * is in no answer, and everything that is derived from memories (counts, entities, observations,
 * the bank cache) is exact without a condition on time. A sweep calls it for banks that nobody
 * reads.
 */

export { findWords, removeWords, textsWithout, type WordsInTexts } from '#lib/memory/expiry/remove-words';
export { deleteDocument } from '#lib/memory/expiry/store';

/** Maximum number of memories of one transaction; fewer if they have more weight. */
const PART = 200;
const SWEPT_BANKS = 100;

const EXPIRY: Actor = { kind: 'anonymous', keyId: null, userId: null, label: 'expiry' };

const ofExpiringBank = ({ uid, id, org_id }: store.ExpiringBank): BankScope =>
  mintBankScope({ orgId: org_id, actor: EXPIRY, bankId: id, bankUid: uid, bank: null });

const removals = shared('expiry.removals', () => new Map<number, Promise<number>>());

/**
 * Removes all that has expired in a bank, in short transactions. Concurrent calls of a process
 * share one removal, which continues if its first caller hangs up. Returns the number of removed
 * memories.
 */
export function removeExpired(db: Db, scope: BankScope): Promise<number> {
  const known = removals.get(scope.bankUid);
  if (known) return known;
  const own = mintBankScope({ ...scope, actor: EXPIRY });
  const removal = forNobody(() => removeAll(db, own)).finally(() => removals.delete(scope.bankUid));
  removals.set(scope.bankUid, removal);
  return removal;
}

async function removeAll(db: Db, scope: BankScope): Promise<number> {
  let draft = newDraft('expiry', null);
  addCounts(draft.copies, { queued_items: await removeExpiredItems(db, scope) });
  let removed = 0;
  try {
    for (let isBatch = false; ; isBatch = true) {
      const noted = copyOf(draft);
      const part = await inBank(db, scope, (tx) => removePart(tx, scope, noted), { isBatch });
      draft = noted;
      removed += part.units;
      if (part.isLast) return removed;
    }
  } catch (error) {
    // What was removed before has its receipt; the rest gets another one.
    if (draft.ids.size > 0)
      await inBank(db, scope, async (tx) => {
        await closeReceipt(tx, scope, draft);
      }).catch(() => undefined);
    throw error;
  } finally {
    if (removed > 0) forgetTexts(scope.bankUid);
  }
}

interface RemovedPart {
  readonly units: number;
  readonly isLast: boolean;
}

const NOTHING_LEFT: RemovedPart = { units: 0, isLast: true };

async function removePart(tx: Tx, scope: BankScope, draft: ReceiptDraft): Promise<RemovedPart> {
  const revision = await lockBank(tx, scope);
  if (revision === null) return NOTHING_LEFT;
  const chunks = await store.readExpiredChunks(tx, scope, PART_CHUNKS);
  if (chunks.length > 0) return { units: await removeTexts(tx, scope, { chunks, revision, draft }), isLast: false };
  const found = await store.readExpiredMemories(tx, scope, PART);
  const ids = found.length > 0 ? await unitsOfPart(tx, scope, found) : [];
  if (ids.length > 0) {
    const part = await noteDeletion(tx, scope, draft, { memoryIds: ids });
    await removeMemories(tx, scope, { ids, revision });
    await noteRemoved(tx, scope, { part, revision, draft });
  }
  const isLast = ids.length === found.length && found.length < PART;
  if (isLast) {
    await store.noteNextExpiry(tx, scope);
    if (draft.ids.size > 0) await closeReceipt(tx, scope, draft);
  }
  return { units: ids.length, isLast };
}

/** Deletes expired chunks with their memories, and documents of which nothing remains. */
async function removeTexts(
  tx: Tx,
  scope: BankScope,
  { chunks, revision, draft }: { readonly chunks: readonly store.ExpiredChunk[]; readonly revision: number; readonly draft: ReceiptDraft },
): Promise<number> {
  const chunkIds = await chunksOfPart(
    tx,
    scope,
    chunks.map(({ id }) => id),
  );
  const isPart = new Set(chunkIds);
  const uids = new Set(chunks.filter(({ id }) => isPart.has(id)).map(({ document_uid }) => document_uid));
  const documents: store.ShortenedDocument[] = [];
  for (const uid of uids) documents.push(await store.readShortened(tx, scope, uid));
  const isEmptied = (document: store.ShortenedDocument): boolean => document.chunks.every(({ id }) => isPart.has(id));
  for (const document of documents) {
    const fields = isEmptied(document) ? null : remainingFields(document, isPart);
    await store.shortenDocument(tx, scope, { uid: document.uid, chunkIds, revision, fields });
  }
  const part = await noteDeletion(tx, scope, draft, { chunkIds });
  const removed = await removeChunks(tx, scope, { chunkIds, revision });
  await noteRemoved(tx, scope, { part, revision, draft });
  addCounts(draft.removed, { documents: documents.filter(isEmptied).length });
  for (const { uid } of documents.filter(isEmptied)) draft.ids.add(uid);
  for (const document of documents) {
    if (isEmptied(document)) await store.deleteDocument(tx, scope, document.uid);
    else if (document.chunks.every(({ id, isDue }) => !isDue || isPart.has(id)))
      await store.closeGaps(tx, scope, { uid: document.uid, unjoinedId: unjoinedOf(document.chunks, isPart) });
  }
  await applyChanges(tx, scope, revision, removed);
  return removed.units;
}

/** After a deletion: mental models lose what they cite of it, and the receipt counts it. */
async function noteRemoved(
  tx: Tx,
  scope: BankScope,
  { part, revision, draft }: { readonly part: PurgedPart; readonly revision: number; readonly draft: ReceiptDraft },
): Promise<void> {
  await noteDeletedObservations(tx, scope, draft, part);
  const origin = { ids: [...part.ids, ...part.observationIds], documentIds: [], entities: null };
  const { counts, deletedIds } = await redactModels(tx, scope, { origin, revision });
  addCounts(draft.copies, { ...counts });
  for (const id of deletedIds) draft.ids.add(id);
}

/**
 * The scope to read with: what has expired by now is removed, and the state of the bank is read
 * again. Without anything expired, it costs nothing.
 */
export async function withoutExpired(db: Db, scope: BankScope): Promise<BankScope> {
  if (!scope.bank?.hasExpired) return scope;
  await removeExpired(db, scope);
  const current = await currentBank(db, scope);
  // Deleted meanwhile: the scope reads nothing.
  return current ?? scope;
}

/** Repetitions of a read: one is enough, unless more expires or other banks are found meanwhile. */
const MOST_READS = 3;

/**
 * A read across the banks of an organization, without anything expired: what has expired in the
 * banks of its answer is removed, and the read repeated. `banksOf`: the ids of these banks.
 */
export async function readUnexpired<T>(
  db: Db,
  scope: OrgScope,
  read: () => Promise<T>,
  banksOf: (answer: T) => readonly string[],
): Promise<T> {
  for (let reads = 1; ; reads++) {
    const answer = await read();
    if (reads === MOST_READS || !(await removeExpiredOf(db, scope, banksOf(answer)))) return answer;
  }
}

/** Banks that cannot be reached cannot be read either. Returns whether a bank had anything. */
async function removeExpiredOf(db: Db, scope: OrgScope, bankIds: readonly string[]): Promise<boolean> {
  const counts = await overReachableCells(db, async (at) => {
    const due = await store.readExpiringBanksOf(at, scope, bankIds);
    for (const bank of due) await removeExpired(at, ofExpiringBank(bank));
    return due.length;
  });
  return counts.some((count) => count > 0);
}

/**
 * Removes what has expired in the banks of a cell, in each of them once, so that little of it is
 * left for reads across banks. Returns the number of removed memories.
 */
export async function sweepExpired({ db }: { readonly db: Db }, isStopping: () => boolean = () => false): Promise<number> {
  const swept = new Set<number>();
  const next = async (): Promise<store.ExpiringBank[]> => (await dueBanks(db)).filter(({ uid }) => !swept.has(uid));
  let removed = 0;
  for (let due = await next(); due.length > 0; due = await next())
    for (const bank of due) {
      if (isStopping()) return removed;
      swept.add(bank.uid);
      removed += await removeExpired(db, ofExpiringBank(bank));
    }
  return removed;
}

const dueBanks = (db: Queryable): Promise<store.ExpiringBank[]> => store.readExpiringBanks(db, SWEPT_BANKS);

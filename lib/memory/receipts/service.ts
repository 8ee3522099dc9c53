import { formatTimestamp } from '#lib/base/contract/fields';
import { isRemote, overCells } from '#lib/base/db/cells';
import type { Db, Queryable, Tx } from '#lib/base/db/db';
import { unavailable } from '#lib/base/db/errors';
import { directoryChange, inDirectory } from '#lib/base/db/outbox';
import { ServiceError } from '#lib/base/errors';
import type { BankScope, OrgScope } from '#lib/base/scope';
import { dropArchives } from '#lib/memory/archives/service';
import { noteInAudit } from '#lib/memory/banks/service';
import type { PurgeCheck, PurgeReceipt } from '#lib/memory/receipts/contract';
import { addCounts, contentOf, digestOf, type ReceiptDraft, type UnchainedReceipt, unchained } from '#lib/memory/receipts/draft';
import * as store from '#lib/memory/receipts/store';
import { contentOfRow, toReceipt } from '#lib/memory/receipts/view';

export { addCounts, copyOf, countsIn, newDraft, type ReceiptDraft } from '#lib/memory/receipts/draft';
export { readDeletedIds } from '#lib/memory/receipts/store';

/**
 * Receipts of permanent deletions. A deletion opens a draft, notes in each of its transactions what
 * it is about to delete, and closes the receipt in the last one.
 */

/** What one transaction deletes, noted before it does. */
export interface PurgedPart {
  /** observations that cite what is deleted: they are rewritten or deleted */
  readonly observationIds: readonly string[];
  /** ids of the deleted memories and chunks */
  readonly ids: readonly string[];
}

/**
 * Notes what is deleted with these chunks and memories. Call it under the lock of the bank, before
 * the deletion. Memories of the chunks that another passage repeats count as remaining.
 */
export async function noteDeletion(
  tx: Tx,
  scope: BankScope,
  draft: ReceiptDraft,
  { chunkIds = [], memoryIds = [] }: { readonly chunkIds?: readonly string[]; readonly memoryIds?: readonly string[] },
): Promise<PurgedPart> {
  const row = await store.collect(tx, scope, { receiptId: draft.id, chunkIds, memoryIds });
  addCounts(draft.removed, { memories: row.memories });
  addCounts(draft.copies, row.copies);
  addCounts(draft.remaining, { shared_memories: row.shared, passages: row.passages });
  for (const id of row.ids) draft.ids.add(id);
  for (const hash of row.hashes) draft.hashes.add(hash);
  return { observationIds: row.observation_ids, ids: row.ids };
}

/**
 * Adds what deleting these chunks and memories would remove, without deleting anything. Returns
 * what `noteDeletion` returns. Deleted observations are not counted.
 */
export async function forecastDeletion(
  db: Queryable,
  scope: BankScope,
  draft: ReceiptDraft,
  of: { readonly chunkIds: readonly string[]; readonly memoryIds: readonly string[] },
): Promise<PurgedPart> {
  const row = await store.forecast(db, scope, of);
  addCounts(draft.removed, { memories: row.memories });
  addCounts(draft.copies, row.copies);
  addCounts(draft.remaining, { shared_memories: row.shared, passages: row.passages });
  return { observationIds: row.observation_ids, ids: row.ids };
}

/** Call it after the deletion: counts the observations that were deleted with their evidence. */
export async function noteDeletedObservations(
  tx: Tx,
  scope: BankScope,
  draft: ReceiptDraft,
  { observationIds }: PurgedPart,
): Promise<void> {
  if (observationIds.length === 0) return;
  addCounts(draft.removed, { observations: observationIds.length - (await store.remainingOf(tx, scope, observationIds)) });
}

/** A receipt before its number in the organization is known. */
interface ClosedReceipt extends UnchainedReceipt {
  readonly bankUid: number;
  readonly bankId: string;
  readonly actor: BankScope['actor'];
  readonly request: BankScope['request'];
}

/** Writes the receipt and its audit entry. */
async function writeReceipt(
  at: Queryable,
  orgId: string,
  { bankUid, bankId, actor, request, ...receipt }: ClosedReceipt,
  time?: Date,
): Promise<PurgeReceipt> {
  const head = await store.lockChain(at, orgId);
  const content = contentOf(receipt, {
    sequence: head.sequence + 1,
    bankId,
    purgedAt: (time ?? head.now).toISOString(),
    previousDigest: head.digest,
  });
  const digest = digestOf(content);
  await store.insertReceipt(at, { orgId, bankUid }, content, digest);
  const { id, kind, subjectId, removed, previousDigest } = content;
  await noteInAudit(
    at,
    { orgId, actor, bankId, request },
    {
      action: 'bank.purge',
      before: removed,
      after: { receipt_id: id, kind, ...(subjectId !== null && { subject_id: subjectId }), digest, previous_digest: previousDigest },
    },
  );
  return toReceipt(content, digest);
}

/** The receipt of a bank in another database. */
const closed = directoryChange<ClosedReceipt>({
  kind: 'receipt',
  apply: async (at, orgId, receipt, { time }) => {
    if (!(await store.findReceipt(at, orgId, receipt.id))) await writeReceipt(at, orgId, receipt, time);
  },
});

/**
 * Writes the receipt and its audit entry, and deletes the archives of the bank. Must be the last
 * statement of the transaction that takes a lock, because receipts of an organization are written
 * one after another. The returned receipt is complete after the commit.
 */
export async function closeReceipt(tx: Tx, scope: BankScope, draft: ReceiptDraft): Promise<PurgeReceipt> {
  await dropArchives(tx, scope);
  if (draft.kind === 'entity') await store.deleteStalePages(tx, scope);
  const { orgId, bankUid, bankId, actor, request } = scope;
  const receipt: ClosedReceipt = { ...unchained(draft), bankUid, bankId, actor, request };
  if (!isRemote(tx)) return writeReceipt(tx, orgId, receipt);
  await inDirectory(tx, closed, orgId, receipt);
  // Its number and digest follow from the receipts of other banks.
  const complete = {} as PurgeReceipt;
  tx.thenInDirectory?.(async (directory) => {
    const row = await store.findReceipt(directory, orgId, draft.id);
    if (!row) throw unavailable(new Error('The receipt was not written yet.'));
    Object.assign(complete, toReceipt(contentOfRow(row), row.digest));
  });
  return complete;
}

/** Throws a 404 for a receipt of another organization. */
async function receiptOf(db: Queryable, scope: OrgScope, id: string): Promise<store.ReceiptRow> {
  const row = await store.findReceipt(db, scope.orgId, id);
  if (!row) throw new ServiceError('not_found', `Purge receipt '${id}' not found`);
  return row;
}

export async function getReceipt(db: Queryable, scope: OrgScope, id: string): Promise<PurgeReceipt> {
  const row = await receiptOf(db, scope, id);
  return toReceipt(contentOfRow(row), row.digest);
}

/** Returns the number of these ids that the cache of the process contains for a bank. */
export type CountCached = (bankUid: number, ids: readonly string[]) => Promise<number>;

/**
 * Looks for remains of a deletion: ids in every table of the bank and in the cache of this process,
 * and equal texts. Checks the digest, its predecessor and the audit entry. Changes nothing.
 */
export async function verifyReceipt(db: Db, scope: OrgScope, id: string, countCached: CountCached): Promise<PurgeCheck> {
  const row = await receiptOf(db, scope, id);
  const content = contentOfRow(row);
  const found = new Map<string, number>();
  const same = new Map<string, number>();
  await overCells(db, async (at) => {
    for (const bankUid of await store.banksOf(at, scope.orgId, row)) {
      for (const { place, n } of await store.findIds(at, bankUid, row.ids)) addCounts(found, { [place]: n });
      for (const { place, n } of await store.findTexts(at, bankUid, row.id, row.hashes)) addCounts(same, { [place]: n });
      addCounts(found, { bank_cache: await countCached(bankUid, row.ids) });
    }
  });
  const placesOf = (counts: ReadonlyMap<string, number>) => [...counts].map(([place, count]) => ({ place, count }));
  const previous = await store.findPreviousDigest(db, scope.orgId, row.sequence);
  return {
    receipt: toReceipt(content, row.digest),
    checked_at: formatTimestamp(new Date()),
    is_clean: found.size === 0,
    found: placesOf(found),
    same_text: placesOf(same),
    is_chained: digestOf(content) === row.digest && previous === row.previous_digest && (await store.isInAudit(db, scope.orgId, row)),
  };
}

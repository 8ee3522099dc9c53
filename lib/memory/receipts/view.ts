import { formatTimestamp } from '#lib/base/contract/fields';
import type { PurgeReceipt } from '#lib/memory/receipts/contract';
import type { ReceiptContent } from '#lib/memory/receipts/draft';
import type { ReceiptRow } from '#lib/memory/receipts/store';

export const contentOfRow = (row: ReceiptRow): ReceiptContent => ({
  id: row.id,
  sequence: row.sequence,
  bankId: row.bank_id,
  kind: row.kind,
  subjectId: row.subject_id,
  purgedAt: row.purged_at.toISOString(),
  removed: row.removed,
  copies: row.copies,
  remaining: row.remaining,
  ids: row.ids,
  hashes: row.hashes,
  previousDigest: row.previous_digest,
});

/** Without ids and hashes, which only the check needs. */
export const toReceipt = (content: ReceiptContent, digest: string): PurgeReceipt => ({
  id: content.id,
  kind: content.kind,
  bank_id: content.bankId,
  subject_id: content.subjectId,
  purged_at: formatTimestamp(new Date(content.purgedAt)),
  removed: { ...content.removed },
  copies: { ...content.copies },
  remaining: { ...content.remaining },
  sequence: content.sequence,
  digest,
  previous_digest: content.previousDigest,
});

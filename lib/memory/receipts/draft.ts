import { createHash } from 'node:crypto';
import { newId } from '#lib/base/ids';
import type { PurgeKind } from '#lib/memory/receipts/literals';

/**
 * A receipt while its deletion is under way, in one or several transactions. Pure except for new
 * ids.
 */
export interface ReceiptDraft {
  readonly id: string;
  readonly kind: PurgeKind;
  /** null: an expiry */
  readonly subjectId: string | null;
  readonly removed: Map<string, number>;
  readonly copies: Map<string, number>;
  readonly remaining: Map<string, number>;
  readonly ids: Set<string>;
  readonly hashes: Set<string>;
}

export const newDraft = (kind: PurgeKind, subjectId: string | null): ReceiptDraft => ({
  id: newId(),
  kind,
  subjectId,
  removed: new Map(),
  copies: new Map(),
  remaining: new Map(),
  ids: new Set(),
  hashes: new Set(),
});

/** A copy that can be changed alone: a transaction that fails must not count. */
export const copyOf = (draft: ReceiptDraft): ReceiptDraft => ({
  ...draft,
  removed: new Map(draft.removed),
  copies: new Map(draft.copies),
  remaining: new Map(draft.remaining),
  ids: new Set(draft.ids),
  hashes: new Set(draft.hashes),
});

/** Adds counts; zeros are omitted. */
export function addCounts(to: Map<string, number>, counts: Readonly<Record<string, number>>): void {
  for (const [name, n] of Object.entries(counts)) if (n > 0) to.set(name, (to.get(name) ?? 0) + n);
}

const sortedRecord = (map: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));

/** The counts of a draft by name, sorted. */
export const countsIn = ({ removed, copies, remaining }: ReceiptDraft): Pick<ReceiptContent, 'removed' | 'copies' | 'remaining'> => ({
  removed: sortedRecord(removed),
  copies: sortedRecord(copies),
  remaining: sortedRecord(remaining),
});

/** The content of a receipt, as it is stored. */
export interface ReceiptContent {
  readonly id: string;
  readonly sequence: number;
  readonly bankId: string;
  readonly kind: PurgeKind;
  readonly subjectId: string | null;
  /** ISO 8601 in UTC, to the millisecond */
  readonly purgedAt: string;
  readonly removed: Readonly<Record<string, number>>;
  readonly copies: Readonly<Record<string, number>>;
  readonly remaining: Readonly<Record<string, number>>;
  readonly ids: readonly string[];
  readonly hashes: readonly string[];
  readonly previousDigest: string | null;
}

/** The content of a receipt without its place in the chain of the organization. */
export type UnchainedReceipt = Omit<ReceiptContent, 'sequence' | 'bankId' | 'purgedAt' | 'previousDigest'>;

export const unchained = ({ id, kind, subjectId, removed, copies, remaining, ids, hashes }: ReceiptDraft): UnchainedReceipt => ({
  id,
  kind,
  subjectId,
  removed: sortedRecord(removed),
  copies: sortedRecord(copies),
  remaining: sortedRecord(remaining),
  ids: [...ids].sort(),
  hashes: [...hashes].sort(),
});

export const contentOf = (
  receipt: UnchainedReceipt,
  at: Pick<ReceiptContent, 'sequence' | 'bankId' | 'purgedAt' | 'previousDigest'>,
): ReceiptContent => ({ ...receipt, ...at });

const entriesOf = (counts: Readonly<Record<string, number>>): [string, number][] =>
  Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));

/** The digest of a receipt, which includes the digest of the previous one of the organization. */
export function digestOf({ removed, copies, remaining, ids, hashes, ...content }: ReceiptContent): string {
  const { id, sequence, bankId, kind, subjectId, purgedAt, previousDigest } = content;
  const counts = [removed, copies, remaining].map(entriesOf);
  const signed = [id, sequence, bankId, kind, subjectId, purgedAt, ...counts, [...ids].sort(), [...hashes].sort(), previousDigest];
  return createHash('sha256').update(JSON.stringify(signed)).digest('hex');
}

import type { banks } from '#lib/base/db/schema/banks';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { BankState } from '#lib/base/scope';

/**
 * The columns of a bank that authentication reads, for every kind of caller; `b` is the alias of
 * the table.
 */
export const BANK_STATE = `b.uid, b.id as bank_id, b.revision, b.backlog_revision, b.unit_count, b.term_count, b.speakers, b.embedding_model, b.config,
  coalesce(b.next_expires_at <= now(), false) as has_expired`;

interface StateColumns
  extends ColumnsOf<
    typeof banks,
    'revision' | 'backlog_revision' | 'unit_count' | 'term_count' | 'speakers' | 'embedding_model' | 'config'
  > {
  /** absent: nothing can have expired */
  has_expired?: boolean;
}

export interface BankStateRow extends Record<string, unknown>, StateColumns {
  uid: number | null;
  bank_id: string;
}

export const bankStateOf = (uid: number, id: string, row: StateColumns): BankState => ({
  uid,
  id,
  revision: row.revision,
  backlogRevision: row.backlog_revision,
  unitCount: row.unit_count,
  termCount: row.term_count,
  speakers: row.speakers,
  embeddingModel: row.embedding_model,
  config: row.config,
  hasExpired: row.has_expired ?? false,
});

/** null where the outer join found no bank. */
export const toBankState = (row: BankStateRow): BankState | null => (row.uid === null ? null : bankStateOf(row.uid, row.bank_id, row));

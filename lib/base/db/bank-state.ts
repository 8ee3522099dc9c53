import type { banks } from '#lib/base/db/schema/banks';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { BankState } from '#lib/base/scope';

/**
 * The columns of a bank that authentication reads, for every kind of caller; `b` is the alias of
 * the table.
 */
export const BANK_STATE = `b.uid, b.id as bank_id, b.revision, b.unit_count, b.term_count, b.speakers, b.embedding_model, b.config`;

export interface BankStateRow
  extends Record<string, unknown>,
    ColumnsOf<typeof banks, 'revision' | 'unit_count' | 'term_count' | 'speakers' | 'embedding_model' | 'config'> {
  uid: number | null;
  bank_id: string;
}

/** null where the outer join found no bank. */
export const toBankState = (row: BankStateRow): BankState | null =>
  row.uid === null
    ? null
    : {
        uid: row.uid,
        id: row.bank_id,
        revision: row.revision,
        unitCount: row.unit_count,
        termCount: row.term_count,
        speakers: row.speakers,
        embeddingModel: row.embedding_model,
        config: row.config,
      };

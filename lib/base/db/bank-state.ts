import { cellOf, DEFAULT_CELL, inCell } from '#lib/base/db/cells';
import type { Queryable } from '#lib/base/db/db';
import type { banks } from '#lib/base/db/schema/banks';
import type { ColumnsOf } from '#lib/base/db/schema/columns';
import type { BankState } from '#lib/base/scope';

/**
 * The columns of a bank that authentication reads, for every kind of caller; `b` is the alias of
 * the table.
 */
export const BANK_STATE = `b.uid, b.id as bank_id, b.revision, b.backlog_revision, b.unit_count, b.term_count, b.speakers, b.embedding_model, b.config,
  coalesce(b.next_expires_at <= now(), false) as has_expired`;

/**
 * The columns of a bank that is found through the directory; `c` is the alias of its row. Those of
 * the bank itself are null if it is in another cell.
 */
export const FOUND_BANK = `${BANK_STATE}, c.uid as found_uid, c.id as found_id, c.cell`;

/**
 * Joins the directory row of a bank, as `c`, and the bank itself, as `b`, if it is in the default
 * cell. `condition` selects the row.
 */
export const joinBank = (condition: string): string => `left join bank_cells c on ${condition}
  left join banks b on b.uid = c.uid and b.org_id = c.org_id and c.cell = '${DEFAULT_CELL}'`;

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

/** A row of a statement with `joinBank`. */
export interface FoundBankRow extends BankStateRow {
  org_id: string | null;
  found_uid: number | null;
  found_id: string;
  cell: string | null;
}

/** `at`: the handle that read the row. */
export const bankStateOf = (at: Queryable, uid: number, id: string, row: StateColumns): BankState => ({
  uid,
  id,
  cell: cellOf(at),
  revision: row.revision,
  backlogRevision: row.backlog_revision,
  unitCount: row.unit_count,
  termCount: row.term_count,
  speakers: row.speakers,
  embeddingModel: row.embedding_model,
  config: row.config,
  hasExpired: row.has_expired ?? false,
});

/** null where the outer join found no bank. `at`: the handle that read the row. */
export const toBankState = (at: Queryable, row: BankStateRow): BankState | null =>
  row.uid === null ? null : bankStateOf(at, row.uid, row.bank_id, row);

/** The bank of this number in the cell of `at`; null: it was deleted, cleared or moved. */
export async function readBankState(at: Queryable, orgId: string, uid: number): Promise<BankState | null> {
  const [row] = await at.query<BankStateRow>({
    name: 'bank_state',
    text: `select ${BANK_STATE} from banks b where b.uid = $1 and b.org_id = $2`,
    values: [uid, orgId],
  });
  return row ? toBankState(at, row) : null;
}

/** A bank that moves is looked up again, and cannot move so often within one request. */
const MOST_MOVES = 3;

/**
 * The bank of a row of a statement with `joinBank`: one more statement if it is in another cell.
 * null: there is none.
 */
export async function bankFound(db: Queryable, row: FoundBankRow): Promise<BankState | null> {
  const { org_id: orgId, found_id: id } = row;
  let { found_uid: uid, cell } = row;
  for (let move = 0; orgId !== null && uid !== null && cell !== null && move < MOST_MOVES; move++) {
    if (move === 0 && cell === DEFAULT_CELL) {
      if (row.uid !== null) return toBankState(db, row);
    } else {
      const bank = await readBankState(inCell(db, cell), orgId, uid);
      if (bank) return bank;
    }
    // It was cleared, deleted or moved since the row was read.
    const [now] = await db.query<{ uid: number; cell: string }>({
      name: 'bank_cell_again',
      text: 'select uid, cell from bank_cells where org_id = $1 and id = $2',
      values: [orgId, id],
    });
    uid = now?.uid ?? null;
    cell = now?.cell ?? null;
  }
  return null;
}

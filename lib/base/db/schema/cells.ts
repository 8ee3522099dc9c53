import { bigint, index, pgSequence, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { orgId } from '#lib/base/db/schema/orgs';

/** The cells that contain banks: schemas with all tables of banks. `default` is `public`. */
export const cells = pgTable('cells', { name: text('name').primaryKey() });

/** Numbers of banks, so that no two cells use the same one. */
export const bankUids = pgSequence('bank_uids');

/**
 * The directory of banks: which cell contains a bank. It is written in the transaction that
 * creates, restores, clears or deletes the bank. Soft-deleted banks and unfinished restores have no
 * row.
 */
export const bankCells = pgTable(
  'bank_cells',
  {
    uid: bigint('uid', { mode: 'number' }).primaryKey(),
    orgId: orgId(),
    id: text('id').notNull(),
    cell: text('cell')
      .notNull()
      .default('default')
      .references(() => cells.name),
  },
  (t) => [
    unique('bank_cells_org_id_id').on(t.orgId, t.id),
    unique('bank_cells_org_id_uid').on(t.orgId, t.uid),
    index('bank_cells_cell').on(t.cell),
  ],
);

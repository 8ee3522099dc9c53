import { sql } from 'drizzle-orm';
import { bigint, index, pgSequence, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant, record } from '#lib/base/db/schema/columns';
import { orgId } from '#lib/base/db/schema/orgs';

/** The cells that contain banks: schemas with all tables of banks. `default` is `public`. */
export const cells = pgTable('cells', {
  name: text('name').primaryKey(),
  /**
   * id of the database that contains the cell; null: this one. Of `default`: the id of this
   * database, null until there is a cell in another one.
   */
  databaseId: uuid('database_id'),
});

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

/**
 * Rows for the directory, written in the transaction of a bank in another database. They are
 * deleted once they are written to the directory. Empty in the directory's own database.
 */
export const directoryOutbox = pgTable(
  'directory_outbox',
  {
    id: uuid('id').primaryKey(),
    /** without a foreign key: organizations are in the directory */
    orgId: uuid('org_id').notNull(),
    kind: text('kind').notNull(),
    body: record('body').notNull(),
    at: instant('at').notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('directory_outbox_at').on(t.at, t.id)],
);

/** Banks of deleted organizations in other databases, until they are deleted there. */
export const removedBanks = pgTable('removed_banks', {
  uid: bigint('uid', { mode: 'number' }).primaryKey(),
  cell: text('cell')
    .notNull()
    .references(() => cells.name),
  doneAt: instant('done_at'),
});

import { sql } from 'drizzle-orm';
import { bigint, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { banks } from '#lib/base/db/schema/banks';
import { bankUid, bytea, deletedWith } from '#lib/base/db/schema/columns';

/**
 * Pages of the bank cache. A page contains the memories of a large bank whose last write is after
 * one position (a revision and an id) and up to another. Triggers delete pages, or list what is
 * outdated in them, so that no writer can forget to.
 */
export const recallPages = pgTable(
  'recall_pages',
  {
    bankUid: bankUid(),
    /** embedding model of its vectors */
    model: text('model').notNull(),
    lastRevision: bigint('last_revision', { mode: 'number' }).notNull(),
    lastId: uuid('last_id').notNull(),
    afterRevision: bigint('after_revision', { mode: 'number' }).notNull(),
    afterId: uuid('after_id').notNull(),
    /** version of the format of `payload` */
    format: integer('format').notNull(),
    /** valid memories, including those of `stale` */
    units: integer('units').notNull(),
    /** memories that were written again since */
    stale: uuid('stale').array().notNull().default(sql`'{}'`),
    payload: bytea('payload').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.model, t.lastRevision, t.lastId] }),
    deletedWith('recall_pages_bank_fk', [t.bankUid], [banks.uid]),
  ],
);

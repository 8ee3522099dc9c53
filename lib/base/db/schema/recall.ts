import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { banks } from '#lib/base/db/schema/banks';
import { bankUid, bytea, deletedWith, instant } from '#lib/base/db/schema/columns';

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
    /** of the bank when it was read: `recallChanges` has the names that changed since */
    revision: bigint('revision', { mode: 'number' }).notNull(),
    payload: bytea('payload').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.model, t.lastRevision, t.lastId] }),
    deletedWith('recall_pages_bank_fk', [t.bankUid], [banks.uid]),
  ],
);

/**
 * What changed in a bank without writing a memory, for the bank cache. `memories`: deleted ones of
 * a bank of more than 10,000, written by a trigger and removed after a day. `entities`: those whose
 * names or mentions changed, because a cache that missed them would not notice.
 */
export const recallChanges = pgTable(
  'recall_changes',
  {
    bankUid: bankUid(),
    /** of the bank, before the write or after it */
    revision: bigint('revision', { mode: 'number' }).notNull(),
    id: uuid('id').notNull().default(sql`gen_random_uuid()`),
    kind: text('kind', { enum: ['memories', 'entities'] }).notNull(),
    ids: uuid('ids').array().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.revision, t.id] }),
    check('recall_changes_kind', sql`kind in ('memories', 'entities')`),
    deletedWith('recall_changes_bank_fk', [t.bankUid], [banks.uid]),
  ],
);

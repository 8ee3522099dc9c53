import { sql } from 'drizzle-orm';
import { bigint, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { banks } from '#lib/base/db/schema/banks';
import { bankUid, deletedWith, instant, periods } from '#lib/base/db/schema/columns';

/**
 * The latest counts, valid as long as the bank is at these two revisions: every write invalidates
 * them.
 */
export const bankStats = pgTable(
  'bank_stats',
  {
    bankUid: bigint('bank_uid', { mode: 'number' }).primaryKey(),
    revision: bigint('revision', { mode: 'number' }).notNull(),
    backlogRevision: bigint('backlog_revision', { mode: 'number' }).notNull().default(-1),
    payload: jsonb('payload').notNull(),
    computedAt: instant('computed_at').notNull().defaultNow(),
  },
  (t) => [deletedWith('bank_stats_bank_fk', [t.bankUid], [banks.uid])],
);

/**
 * The number of units per bank, type and state. Triggers on `memories` update it, so that no writer
 * can forget to.
 */
export const memoryTallies = pgTable(
  'memory_tallies',
  {
    bankUid: bankUid(),
    factType: text('fact_type').notNull(),
    state: text('state').notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
    /** the times at which a memory existed that has been permanently deleted since */
    missing: periods('missing').notNull().default(sql`'{}'`),
  },
  (t) => [primaryKey({ columns: [t.bankUid, t.factType, t.state] }), deletedWith('memory_tallies_bank_fk', [t.bankUid], [banks.uid])],
);

/**
 * The number of valid units per bank and tag, by the same triggers. A tag that no valid unit has is
 * deleted.
 */
export const tagTallies = pgTable(
  'tag_tallies',
  { bankUid: bankUid(), tag: text('tag').notNull(), units: bigint('units', { mode: 'number' }).notNull() },
  (t) => [primaryKey({ columns: [t.bankUid, t.tag] }), deletedWith('tag_tallies_bank_fk', [t.bankUid], [banks.uid])],
);

/**
 * The number of valid units per bank, type and hour, by triggers too. A unit without the time
 * counts by its creation.
 */
export const timeTallies = pgTable(
  'time_tallies',
  {
    bankUid: bankUid(),
    timeField: text('time_field').notNull(),
    hour: instant('hour').notNull(),
    factType: text('fact_type').notNull(),
    units: bigint('units', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.timeField, t.hour, t.factType] }),
    deletedWith('time_tallies_bank_fk', [t.bankUid], [banks.uid]),
  ],
);

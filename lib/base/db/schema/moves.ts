import { sql } from 'drizzle-orm';
import { bigint, boolean, check, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { banks } from '#lib/base/db/schema/banks';
import { bankUid, deletedWith, instant } from '#lib/base/db/schema/columns';

/**
 * Moves of banks to another cell, in the directory. Only the process with the token may continue a
 * move; another one takes it over after `lease_until`.
 */
export const bankMoves = pgTable(
  'bank_moves',
  {
    uid: bigint('uid', { mode: 'number' }).primaryKey(),
    fromCell: text('from_cell').notNull(),
    toCell: text('to_cell').notNull(),
    token: uuid('token').notNull(),
    /** `switched`: the bank is in `to_cell`, and its rows in `from_cell` are to be deleted */
    phase: text('phase').notNull().default('copying'),
    leaseUntil: instant('lease_until').notNull(),
    switchedAt: instant('switched_at'),
  },
  (t) => [
    check('bank_moves_phase', sql`${t.phase} in ('copying', 'switched') and (${t.phase} = 'switched') = (${t.switchedAt} is not null)`),
  ],
);

/** A bank of this cell that is being moved from it or to it. */
export const bankMoving = pgTable(
  'bank_moving',
  {
    bankUid: bankUid().primaryKey(),
    token: uuid('token').notNull(),
    role: text('role').notNull(),
    /** no caller may write */
    isFrozen: boolean('is_frozen').notNull().default(false),
    /** then the next writer ends the freeze; null: none may */
    frozenUntil: instant('frozen_until'),
  },
  (t) => [check('bank_moving_role', sql`${t.role} in ('from', 'to')`), deletedWith('bank_moving_bank_fk', [t.bankUid], [banks.uid])],
);

/** Rows that were written while their bank was copied to another cell. */
export const bankChanges = pgTable(
  'bank_changes',
  {
    bankUid: bankUid(),
    tableName: text('table_name').notNull(),
    rowKey: jsonb('row_key').notNull(),
    isInsert: boolean('is_insert').notNull(),
    /** differs after each write */
    change: uuid('change').notNull(),
  },
  (t) => [
    primaryKey({ name: 'bank_changes_pk', columns: [t.bankUid, t.tableName, t.rowKey] }),
    deletedWith('bank_changes_move_fk', [t.bankUid], [bankMoving.bankUid]),
  ],
);

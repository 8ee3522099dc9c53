import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bankUid, deletedWith, instant, record } from '#lib/base/db/schema/columns';
import { organizations } from '#lib/base/db/schema/orgs';

/**
 * `revision` is bumped under this row's lock by every write transaction of the bank, before anything else it does: writers of one bank
 * queue here and nowhere else (one lock order, no deadlock), and a revision never commits below one that a reader has seen.
 */
export const banks = pgTable(
  'banks',
  {
    uid: bigint('uid', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** null: set aside, to be deleted; whatever is scoped finds it no longer */
    orgId: uuid('org_id').references(() => organizations.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    name: text('name').notNull(),
    mission: text('mission').notNull().default(''),
    skepticism: integer('skepticism').notNull().default(3),
    literalism: integer('literalism').notNull().default(3),
    empathy: integer('empathy').notNull().default(3),
    config: record('config').notNull().default({}),
    revision: bigint('revision', { mode: 'number' }).notNull().default(0),
    /** goes up with every statement that changes what is to be consolidated, by a trigger */
    backlogRevision: bigint('backlog_revision', { mode: 'number' }).notNull().default(0),
    /** at which entities were last merged, split or renamed: what is named changed without a memory being written */
    namesRevision: bigint('names_revision', { mode: 'number' }).notNull().default(0),
    /** live units and the sum of their term counts: the N and the average length of the keyword arm */
    unitCount: bigint('unit_count', { mode: 'number' }).notNull().default(0),
    termCount: bigint('term_count', { mode: 'number' }).notNull().default(0),
    /** who speaks in this bank; recall takes these names out of a question */
    speakers: text('speakers').array().notNull().default(sql`'{}'`),
    embeddingModel: text('embedding_model'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    lastWriteAt: instant('last_write_at'),
    lastDocumentAt: instant('last_document_at'),
    /** of one that was cleared and set aside: the row that goes on under its id */
    continuedBy: bigint('continued_by', { mode: 'number' }),
  },
  (t) => [
    unique('banks_org_id_id').on(t.orgId, t.id),
    unique('banks_org_id_uid').on(t.orgId, t.uid),
    index('banks_set_aside').on(t.uid).where(sql`org_id is null`),
  ],
);

/** The first answer to an `Idempotency-Key`, written with the work it acknowledges; rows older than a day go with the next one. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    bankUid: bankUid(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    response: jsonb('response').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.bankUid, t.key] }), deletedWith('idempotency_keys_bank_fk', [t.bankUid], [banks.uid])],
);

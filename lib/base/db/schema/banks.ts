import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, primaryKey, smallint, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bankUid, deletedWith, instant, record } from '#lib/base/db/schema/columns';
import { organizations } from '#lib/base/db/schema/orgs';

/**
 * `revision` is incremented under this row's lock by every write transaction of the bank, before
 * any other change. Writers of one bank queue here and nowhere else (one lock order, no deadlock),
 * and a revision never commits below one that a reader has seen.
 */
export const banks = pgTable(
  'banks',
  {
    uid: bigint('uid', { mode: 'number' }).primaryKey().default(sql`nextval('bank_uids')`),
    /** null: soft-deleted; scoped statements do not find it any more */
    orgId: uuid('org_id').references(() => organizations.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    name: text('name').notNull(),
    mission: text('mission').notNull().default(''),
    skepticism: integer('skepticism').notNull().default(3),
    literalism: integer('literalism').notNull().default(3),
    empathy: integer('empathy').notNull().default(3),
    config: record('config').notNull().default({}),
    revision: bigint('revision', { mode: 'number' }).notNull().default(0),
    /** incremented by a trigger with every statement that changes what is to be consolidated */
    backlogRevision: bigint('backlog_revision', { mode: 'number' }).notNull().default(0),
    /**
     * revision at which entities were last merged, split or renamed: names changed without a write
     * to a memory
     */
    namesRevision: bigint('names_revision', { mode: 'number' }).notNull().default(0),
    /** revision up to which the validity of memories was derived */
    validityRevision: bigint('validity_revision', { mode: 'number' }).notNull().default(-1),
    /**
     * live units and the sum of their term counts: the N and the average length of the keyword
     * retriever
     */
    unitCount: bigint('unit_count', { mode: 'number' }).notNull().default(0),
    termCount: bigint('term_count', { mode: 'number' }).notNull().default(0),
    /** names of the speakers in this bank; recall removes them from a query */
    speakers: text('speakers').array().notNull().default(sql`'{}'`),
    embeddingModel: text('embedding_model'),
    /** of the index terms of memories in languages other than English */
    termsVersion: smallint('terms_version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    lastWriteAt: instant('last_write_at'),
    lastDocumentAt: instant('last_document_at'),
    /** of a soft-deleted row of a cleared bank: the row that continues under its id */
    continuedBy: bigint('continued_by', { mode: 'number' }),
    /** not after the first expiry of a memory or a chunk; null: nothing expires */
    nextExpiresAt: instant('next_expires_at'),
    /**
     * operation that fills it from an archive; it belongs to no organization until that completes
     */
    restoredBy: uuid('restored_by'),
    /** uid of the bank of that operation */
    restoredFor: bigint('restored_for', { mode: 'number' }),
  },
  (t) => [
    unique('banks_org_id_id').on(t.orgId, t.id),
    uniqueIndex('banks_restored_by').on(t.restoredBy).where(sql`restored_by is not null`),
    index('banks_set_aside').on(t.uid).where(sql`org_id is null`),
    index('banks_expiring').on(t.nextExpiresAt).where(sql`next_expires_at is not null and org_id is not null`),
  ],
);

/**
 * The first answer to an `Idempotency-Key`, written with the work that it acknowledges. Rows older
 * than a day are deleted with the next ones, a limited number with each.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    bankUid: bankUid(),
    key: text('key').notNull(),
    requestHash: text('request_hash').notNull(),
    response: jsonb('response').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.key] }),
    index('idempotency_keys_created').on(t.bankUid, t.createdAt),
    deletedWith('idempotency_keys_bank_fk', [t.bankUid], [banks.uid]),
  ],
);

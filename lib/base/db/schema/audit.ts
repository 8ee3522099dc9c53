import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant, record } from '#lib/base/db/schema/columns';
import { orgId } from '#lib/base/db/schema/orgs';

/**
 * Written in the transaction of the action that it records; never changed. Labels are copied, so
 * that a row reads the same after its actor or target is deleted.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: uuid('id').primaryKey(),
    orgId: orgId(),
    at: instant('at').notNull().defaultNow(),
    /** `user`, `key`, `system` */
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id'),
    /** a person's email address, or a key's name and prefix */
    actorLabel: text('actor_label').notNull(),
    action: text('action').notNull(),
    targetKind: text('target_kind').notNull(),
    targetId: text('target_id'),
    targetLabel: text('target_label').notNull(),
    before: record('before'),
    after: record('after'),
    requestId: text('request_id'),
    address: text('address'),
    /** `http` or `mcp` */
    transport: text('transport').notNull().default('http'),
  },
  (t) => [
    index('audit_log_org').on(t.orgId, t.at.desc(), t.id.desc()),
    index('audit_log_target').on(t.orgId, t.targetKind, t.targetId, t.at.desc(), t.id.desc()),
  ],
);

/**
 * What was permanently deleted: counts, and salted hashes and ids, by which a later check looks for
 * remains. Contains no text, and outlives the bank. Each digest includes the previous one of the
 * organization; the audit entry of the purge repeats both.
 */
export const purgeReceipts = pgTable(
  'purge_receipts',
  {
    id: uuid('id').primaryKey(),
    orgId: orgId(),
    /** from 1, without gaps in an organization */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** uid of the bank, which may be deleted since */
    purgedBank: bigint('purged_bank', { mode: 'number' }).notNull(),
    bankId: text('bank_id').notNull(),
    kind: text('kind').notNull(),
    /** id of the deleted memory, document or entity; null: an expiry */
    subjectId: text('subject_id'),
    purgedAt: instant('purged_at').notNull().defaultNow(),
    /** deleted things by type */
    removed: record('removed').notNull(),
    /** deleted or rewritten copies by the place where they were */
    copies: record('copies').notNull(),
    /** what was left in place, by kind */
    remaining: record('remaining').notNull(),
    ids: uuid('ids').array().notNull().default(sql`'{}'`),
    /** of the deleted texts, salted with the id of the receipt */
    hashes: uuid('hashes').array().notNull().default(sql`'{}'`),
    previousDigest: text('previous_digest'),
    digest: text('digest').notNull(),
  },
  (t) => [
    unique('purge_receipts_sequence').on(t.orgId, t.sequence),
    check('purge_receipts_kind', sql`${t.kind} in ('memory', 'document', 'entity', 'expiry')`),
  ],
);

/**
 * Counters of `rate-limiter-flexible`, in the form it expects; `expire` is milliseconds since 1970.
 */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});

import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
 * Counters of `rate-limiter-flexible`, in the form it expects; `expire` is milliseconds since 1970.
 */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});

import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { banks } from '#lib/base/db/schema/banks';
import { bankUid, deletedWith, instant, record } from '#lib/base/db/schema/columns';

/**
 * Background work, as callers see it and as the runner decides by it. The job queue
 * (`lib/base/db/job-queue.ts`) only decides when to look. A run owns its row by `lease_token`,
 * which each of its writes checks. A parent has no run of its own: its state follows from the
 * counts of its parts.
 */
export const operations = pgTable(
  'operations',
  {
    bankUid: bankUid(),
    id: uuid('id').notNull(),
    type: text('type').notNull(),
    /** at most one operation of a type and subject waits and one runs; null: never joined */
    subject: text('subject'),
    status: text('status').notNull().default('pending'),
    parentId: uuid('parent_id'),
    /** place among the parts of the parent */
    part: integer('part'),
    /**
     * resources that must be written in order (documents): of two operations that share a lane, the
     * older runs first
     */
    lanes: text('lanes').array().notNull().default(sql`'{}'`),
    /** the caller; checked again before each run */
    actorKind: text('actor_kind').notNull(),
    actorKeyId: uuid('actor_key_id'),
    actorUserId: uuid('actor_user_id'),
    actorLabel: text('actor_label').notNull(),
    /**
     * deleted at completion; a failed or canceled operation stores it for a retry, for some days
     */
    payload: record('payload'),
    /** when the first of the items in `payload` expires */
    payloadExpiresAt: instant('payload_expires_at'),
    itemsCount: integer('items_count').notNull().default(0),
    documentId: text('document_id'),
    mentalModelId: text('mental_model_id'),
    /** runs that counted; a run that was put back for later does not */
    attempt: integer('attempt').notNull().default(0),
    /** runs that ended because a provider was unavailable */
    putOff: integer('put_off').notNull().default(0),
    /**
     * runs whose process ended, except by a shutdown; a new attempt at a caller's request begins at
     * 0
     */
    deaths: integer('deaths').notNull().default(0),
    runAfter: instant('run_after').notNull().defaultNow(),
    /** a run that begins later is the last one, even if the others were delayed */
    retryUntil: instant('retry_until').notNull().default(sql`now() + interval '24 hours'`),
    /**
     * the queue's job that will deliver it; null: a parent, ended, or waiting for an earlier one of
     * a lane or subject
     */
    deliveryId: uuid('delivery_id'),
    leaseToken: uuid('lease_token'),
    leaseUntil: instant('lease_until'),
    /** the end of this attempt; no lease is renewed beyond it */
    attemptUntil: instant('attempt_until'),
    progress: record('progress'),
    result: record('result'),
    details: record('details'),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    childrenTotal: integer('children_total').notNull().default(0),
    childrenDone: integer('children_done').notNull().default(0),
    childrenFailed: integer('children_failed').notNull().default(0),
    childrenCancelled: integer('children_cancelled').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    startedAt: instant('started_at'),
    completedAt: instant('completed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.id] }),
    deletedWith('operations_bank_fk', [t.bankUid], [banks.uid]),
    deletedWith('operations_parent_fk', [t.bankUid, t.parentId], [t.bankUid, t.id]),
    check('operations_status', sql`${t.status} in ('pending', 'processing', 'completed', 'failed', 'cancelled')`),
    check(
      'operations_lease',
      sql`(${t.status} = 'processing') = (${t.leaseToken} is not null) and (${t.leaseToken} is null) = (${t.leaseUntil} is null)`,
    ),
    check('operations_children', sql`${t.childrenDone} + ${t.childrenFailed} + ${t.childrenCancelled} <= ${t.childrenTotal}`),
    uniqueIndex('operations_waiting').on(t.bankUid, t.type, t.subject).where(sql`status = 'pending' and subject is not null`),
    uniqueIndex('operations_running').on(t.bankUid, t.type, t.subject).where(sql`status = 'processing' and subject is not null`),
    index('operations_listed').on(t.bankUid, t.createdAt.desc(), t.id.desc()),
    index('operations_children_of').on(t.bankUid, t.parentId, t.part).where(sql`parent_id is not null`),
    index('operations_open').on(t.bankUid, t.status, t.runAfter).where(sql`status in ('pending', 'processing')`),
    index('operations_expiring').on(t.bankUid, t.payloadExpiresAt).where(sql`payload_expires_at is not null and payload is not null`),
    index('operations_ended').on(t.bankUid, t.completedAt).where(sql`completed_at is not null`),
  ],
);

/**
 * The lanes of operations that have not ended, which triggers of `operations` write: the first
 * operation of a lane is found without the others.
 */
export const operationLanes = pgTable(
  'operation_lanes',
  {
    bankUid: bankUid(),
    lane: text('lane').notNull(),
    operationId: uuid('operation_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.bankUid, t.lane, t.operationId] }), deletedWith('operation_lanes_bank_fk', [t.bankUid], [banks.uid])],
);

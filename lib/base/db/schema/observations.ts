import { sql } from 'drizzle-orm';
import { bigint, boolean, check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { banks } from '#lib/base/db/schema/banks';
import { bankUid, deletedWith, instant } from '#lib/base/db/schema/columns';
import { memories } from '#lib/base/db/schema/memories';
import { CONSOLIDATION_STATES } from '#lib/base/literals';

/**
 * A set of tags under which observations are stored. `scopeKey` is a hash of the sorted set
 * (`lib/memory/observations/scopes.ts`).
 */
export const observationScopes = pgTable(
  'observation_scopes',
  { bankUid: bankUid(), scopeKey: uuid('scope_key').notNull(), tags: text('tags').array().notNull() },
  (t) => [primaryKey({ columns: [t.bankUid, t.scopeKey] }), deletedWith('observation_scopes_bank_fk', [t.bankUid], [banks.uid])],
);

/**
 * The data of an observation beside its row in `memories`. A scope never contains two equal
 * observations.
 */
export const observations = pgTable(
  'observations',
  {
    bankUid: bankUid(),
    memoryId: uuid('memory_id').notNull(),
    scopeKey: uuid('scope_key').notNull(),
    textHash: uuid('text_hash').notNull(),
    /** hash of the topic that the extractive rules found; null: written by a model */
    slot: bigint('slot', { mode: 'bigint' }),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.memoryId] }),
    deletedWith('observations_memory_fk', [t.bankUid, t.memoryId], [memories.bankUid, memories.id]),
    foreignKey({
      columns: [t.bankUid, t.scopeKey],
      foreignColumns: [observationScopes.bankUid, observationScopes.scopeKey],
      name: 'observations_scope_fk',
    }),
    uniqueIndex('observations_text').on(t.bankUid, t.scopeKey, t.textHash),
    uniqueIndex('observations_slot').on(t.bankUid, t.scopeKey, t.slot).where(sql`${t.slot} is not null`),
  ],
);

/**
 * Surplus evidence of an observation, while it has enough: it becomes evidence again when other
 * evidence is deleted.
 */
export const observationSurplus = pgTable(
  'observation_surplus',
  { bankUid: bankUid(), observationId: uuid('observation_id').notNull(), memoryId: uuid('memory_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.observationId, t.memoryId] }),
    deletedWith('observation_surplus_observation_fk', [t.bankUid, t.observationId], [memories.bankUid, memories.id]),
    deletedWith('observation_surplus_memory_fk', [t.bankUid, t.memoryId], [memories.bankUid, memories.id]),
    index('observation_surplus_memory').on(t.bankUid, t.memoryId),
  ],
);

/**
 * A memory that is or was to be consolidated under a scope. Written with the memory; listings call
 * it the consolidation state.
 */
export const consolidationItems = pgTable(
  'consolidation_items',
  {
    bankUid: bankUid(),
    memoryId: uuid('memory_id').notNull(),
    scopeKey: uuid('scope_key').notNull(),
    status: text('status').notNull().default('pending'),
    /** unusable answers of a model; a provider that does not answer is not counted */
    attempts: integer('attempts').notNull().default(0),
    /** code of the last error, never a text */
    lastError: text('last_error'),
    /**
     * it would become one more observation than the scope may contain; it is consolidated again
     * when there is room
     */
    withoutRoom: boolean('without_room').notNull().default(false),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.memoryId, t.scopeKey] }),
    deletedWith('consolidation_items_memory_fk', [t.bankUid, t.memoryId], [memories.bankUid, memories.id]),
    index('consolidation_items_pending').on(t.bankUid, t.scopeKey, t.memoryId).where(sql`${t.status} = 'pending'`),
    index('consolidation_items_waiting').on(t.bankUid, t.memoryId).where(sql`${t.status} = 'pending'`),
    index('consolidation_items_done').on(t.bankUid, t.updatedAt).where(sql`${t.status} = 'done'`),
    index('consolidation_items_failed').on(t.bankUid, t.memoryId).where(sql`${t.status} = 'failed'`),
    index('consolidation_items_without_room').on(t.bankUid, t.scopeKey, t.memoryId).where(sql`${t.withoutRoom}`),
    check('consolidation_items_status', sql.raw(`status in (${CONSOLIDATION_STATES.map((state) => `'${state}'`).join(', ')})`)),
  ],
);

/**
 * The topic that the built-in rules found in a memory, hashed. A single memory does not create an
 * observation, so the next memory about the topic must be able to find it.
 */
export const consolidationClaims = pgTable(
  'consolidation_claims',
  {
    bankUid: bankUid(),
    scopeKey: uuid('scope_key').notNull(),
    claim: bigint('claim', { mode: 'bigint' }).notNull(),
    memoryId: uuid('memory_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.scopeKey, t.claim, t.memoryId] }),
    deletedWith(
      'consolidation_claims_item_fk',
      [t.bankUid, t.memoryId, t.scopeKey],
      [consolidationItems.bankUid, consolidationItems.memoryId, consolidationItems.scopeKey],
    ),
    index('consolidation_claims_item').on(t.bankUid, t.memoryId, t.scopeKey),
  ],
);

/**
 * Append-only: the state of an observation before each change. The row outlives the observation.
 */
export const observationHistory = pgTable(
  'observation_history',
  {
    bankUid: bankUid(),
    observationId: uuid('observation_id').notNull(),
    id: uuid('id').notNull(),
    /** null: it was based on a memory that was permanently deleted */
    previousText: text('previous_text'),
    previousTags: text('previous_tags').array().notNull(),
    previousOccurredStart: instant('previous_occurred_start'),
    previousOccurredEnd: instant('previous_occurred_end'),
    previousMentionedAt: instant('previous_mentioned_at'),
    previousSourceIds: uuid('previous_source_ids').array().notNull(),
    /** after the change */
    sourceIds: uuid('source_ids').array().notNull(),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.observationId, t.id] }),
    deletedWith('observation_history_bank_fk', [t.bankUid], [banks.uid]),
  ],
);

/**
 * The text of a source when it became evidence of the observation: history stays readable after the
 * source is edited or invalidated.
 */
export const observationQuotes = pgTable(
  'observation_quotes',
  {
    bankUid: bankUid(),
    observationId: uuid('observation_id').notNull(),
    memoryId: uuid('memory_id').notNull(),
    text: text('text').notNull(),
    factType: text('fact_type').notNull(),
    context: text('context').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.observationId, t.memoryId] }),
    deletedWith('observation_quotes_memory_fk', [t.bankUid, t.memoryId], [memories.bankUid, memories.id]),
    index('observation_quotes_memory').on(t.bankUid, t.memoryId),
  ],
);

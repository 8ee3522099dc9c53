import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { banks } from '#lib/base/db/schema/banks';
import { bankUid, bytewise, deletedWith, instant, record } from '#lib/base/db/schema/columns';
import { memories } from '#lib/base/db/schema/memories';

/**
 * `mentionCount` is the number of live units that name the entity: the order of listings and the
 * hub damping of recall.
 */
export const entities = pgTable(
  'entities',
  {
    bankUid: bankUid(),
    id: uuid('id').notNull(),
    canonicalName: text('canonical_name').notNull(),
    kind: text('kind').notNull(),
    mentionCount: integer('mention_count').notNull().default(0),
    firstSeen: instant('first_seen'),
    lastSeen: instant('last_seen'),
    metadata: record('metadata').notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.id] }),
    deletedWith('entities_bank_fk', [t.bankUid], [banks.uid]),
    index('entities_mentions').on(t.bankUid, t.mentionCount.desc(), t.lastSeen.desc(), t.id),
  ],
);

/**
 * One normalized spelling belongs to one entity. Merging moves spellings; splitting moves them
 * back.
 */
export const entityAliases = pgTable(
  'entity_aliases',
  {
    bankUid: bankUid(),
    key: bytewise('key').notNull(),
    name: text('name').notNull(),
    entityId: uuid('entity_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.key] }),
    deletedWith('entity_aliases_entity_fk', [t.bankUid, t.entityId], [entities.bankUid, entities.id]),
    index('entity_aliases_entity').on(t.bankUid, t.entityId),
    index('entity_aliases_last_word').on(t.bankUid, sql`split_part(key, ' ', -1)`),
  ],
);

export const memoryEntities = pgTable(
  'memory_entities',
  {
    bankUid: bankUid(),
    memoryId: uuid('memory_id').notNull(),
    entityId: uuid('entity_id').notNull(),
    /**
     * keys of the spellings by which the unit named it when it was read; empty for units written
     * before these were stored, or edited since
     */
    spellings: text('spellings').array().notNull().default(sql`'{}'`),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.memoryId, t.entityId] }),
    deletedWith('memory_entities_memory_fk', [t.bankUid, t.memoryId], [memories.bankUid, memories.id]),
    deletedWith('memory_entities_entity_fk', [t.bankUid, t.entityId], [entities.bankUid, entities.id]),
    index('memory_entities_entity').on(t.bankUid, t.entityId, t.memoryId),
  ],
);

/**
 * Manual changes of entities, each with the data to undo it. `memoryIds` are the units that moved
 * with a merged entity or a split spelling; `sharedIds` are those of them that also named the other
 * entity. Nothing here references entities, because they can be deleted.
 */
export const entityChanges = pgTable(
  'entity_changes',
  {
    bankUid: bankUid(),
    id: uuid('id').notNull(),
    /** the entity that remained */
    entityId: uuid('entity_id').notNull(),
    kind: text('kind').notNull(),
    /** the entity that was merged into it, or was created by a split */
    otherId: uuid('other_id'),
    before: record('before').notNull(),
    after: record('after').notNull(),
    aliasKeys: text('alias_keys').array().notNull().default(sql`'{}'`),
    memoryIds: uuid('memory_ids').array().notNull().default(sql`'{}'`),
    sharedIds: uuid('shared_ids').array().notNull().default(sql`'{}'`),
    actor: text('actor').notNull(),
    revision: bigint('revision', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    undoneAt: instant('undone_at'),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.id] }),
    deletedWith('entity_changes_bank_fk', [t.bankUid], [banks.uid]),
    index('entity_changes_entity').on(t.bankUid, t.entityId, t.id),
    index('entity_changes_other').on(t.bankUid, t.otherId),
    check('entity_changes_kind', sql`${t.kind} in ('merge', 'split', 'rename')`),
  ],
);

/** Pairs that a user marked as different: never suggested as duplicates again. */
export const entityApart = pgTable(
  'entity_apart',
  {
    bankUid: bankUid(),
    lowId: uuid('low_id').notNull(),
    highId: uuid('high_id').notNull(),
    actor: text('actor').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.lowId, t.highId] }),
    deletedWith('entity_apart_low_fk', [t.bankUid, t.lowId], [entities.bankUid, entities.id]),
    deletedWith('entity_apart_high_fk', [t.bankUid, t.highId], [entities.bankUid, entities.id]),
    index('entity_apart_high').on(t.bankUid, t.highId),
    check('entity_apart_order', sql`${t.lowId} < ${t.highId}`),
  ],
);

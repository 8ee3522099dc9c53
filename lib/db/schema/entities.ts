import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { banks } from '#lib/db/schema/banks';
import { bankUid, bytewise, instant } from '#lib/db/schema/columns';
import { memories } from '#lib/db/schema/memories';

/** `mentionCount` is the number of live units that name the entity: the order of listings and the hub damping of recall. */
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
    metadata: jsonb('metadata').notNull().default({}),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.id] }),
    foreignKey({ columns: [t.bankUid], foreignColumns: [banks.uid], name: 'entities_bank_fk' }).onDelete('cascade'),
    index('entities_mentions').on(t.bankUid, t.mentionCount.desc(), t.lastSeen.desc(), t.id),
  ],
);

/** One normalised spelling belongs to one entity; merging moves spellings, splitting moves them back. */
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
    foreignKey({
      columns: [t.bankUid, t.entityId],
      foreignColumns: [entities.bankUid, entities.id],
      name: 'entity_aliases_entity_fk',
    }).onDelete('cascade'),
    index('entity_aliases_entity').on(t.bankUid, t.entityId),
  ],
);

export const memoryEntities = pgTable(
  'memory_entities',
  {
    bankUid: bankUid(),
    memoryId: uuid('memory_id').notNull(),
    entityId: uuid('entity_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.memoryId, t.entityId] }),
    foreignKey({
      columns: [t.bankUid, t.memoryId],
      foreignColumns: [memories.bankUid, memories.id],
      name: 'memory_entities_memory_fk',
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.bankUid, t.entityId],
      foreignColumns: [entities.bankUid, entities.id],
      name: 'memory_entities_entity_fk',
    }).onDelete('cascade'),
    index('memory_entities_entity').on(t.bankUid, t.entityId, t.memoryId),
  ],
);

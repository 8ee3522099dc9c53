import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bankUid, deletedWith } from '#lib/base/db/schema/columns';
import { operations } from '#lib/base/db/schema/operations';

/** What an import has stored or skipped, so that a run that continues it omits that. */
export const importedItems = pgTable(
  'imported_items',
  {
    bankUid: bankUid(),
    operationId: uuid('operation_id').notNull(),
    /** `bank`, `document`, `observation`, `mental_model`, `knowledge_node` or `directive` */
    kind: text('kind').notNull(),
    /** in the archive, from 0 */
    index: integer('index').notNull(),
    /** `begun`: an earlier part of a long document is stored */
    outcome: text('outcome').notNull(),
    /** in the archive */
    sourceId: text('source_id'),
    /** in the bank; null: not stored */
    targetId: text('target_id'),
    /** of a document: the memories of its facts, in the order of the archive */
    memoryIds: uuid('memory_ids').array(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.operationId, t.kind, t.index], name: 'imported_items_pk' }),
    deletedWith('imported_items_operation_fk', [t.bankUid, t.operationId], [operations.bankUid, operations.id]).onUpdate('cascade'),
    index('imported_items_source').on(t.bankUid, t.operationId, t.sourceId).where(sql`source_id is not null`),
    check('imported_items_outcome', sql`${t.outcome} in ('begun', 'imported', 'skipped')`),
  ],
);

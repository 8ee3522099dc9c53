import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { banks } from '#lib/base/db/schema/banks';
import { bankUid, deletedWith, instant } from '#lib/base/db/schema/columns';

/** Folders of the knowledge base. Its pages are mental models with a `page_id`. */
export const knowledgeFolders = pgTable(
  'knowledge_folders',
  {
    bankUid: bankUid(),
    id: text('id').notNull(),
    /** null: at the top level. Not a foreign key, because archives contain folders in any order. */
    parentId: text('parent_id'),
    name: text('name').notNull(),
    /** among its siblings; null: after those with an order, by name */
    sortOrder: integer('sort_order'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.id] }),
    deletedWith('knowledge_folders_bank_fk', [t.bankUid], [banks.uid]),
    index('knowledge_folders_parent').on(t.bankUid, t.parentId),
  ],
);

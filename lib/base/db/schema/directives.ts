import { sql } from 'drizzle-orm';
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { banks } from '#lib/base/db/schema/banks';
import { bankUid, deletedWith, instant } from '#lib/base/db/schema/columns';

/** Rules of a bank that every text of a language model follows. */
export const directives = pgTable(
  'directives',
  {
    bankUid: bankUid(),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    content: text('content').notNull(),
    priority: integer('priority').notNull().default(0),
    isActive: boolean('is_active').notNull().default(true),
    tags: text('tags').array().notNull().default(sql`'{}'`),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.bankUid, t.id] }), deletedWith('directives_bank_fk', [t.bankUid], [banks.uid])],
);

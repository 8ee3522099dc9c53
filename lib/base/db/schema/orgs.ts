import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '#lib/base/db/schema/columns';

export const organizations = pgTable('organizations', {
  id: uuid('id').primaryKey(),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  suspendedAt: instant('suspended_at'),
});

/** Rows are deleted with their organization. */
export const orgId = () =>
  uuid('org_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

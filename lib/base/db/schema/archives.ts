import { integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { bankUid, bytea, deletedWith } from '#lib/base/db/schema/columns';
import { operations } from '#lib/base/db/schema/operations';

/** The bytes of an archive in blocks of one size; the last one may be shorter. */
export const archiveBlocks = pgTable(
  'archive_blocks',
  {
    bankUid: bankUid(),
    operationId: uuid('operation_id').notNull(),
    /** from 0 */
    index: integer('index').notNull(),
    bytes: bytea('bytes').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.operationId, t.index], name: 'archive_blocks_pk' }),
    deletedWith('archive_blocks_operation_fk', [t.bankUid, t.operationId], [operations.bankUid, operations.id]).onUpdate('cascade'),
  ],
);

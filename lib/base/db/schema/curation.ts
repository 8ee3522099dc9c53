import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bankUid, deletedWith, instant } from '#lib/base/db/schema/columns';
import { chunks } from '#lib/base/db/schema/documents';
import { memories } from '#lib/base/db/schema/memories';

/**
 * Changes of a unit by people and agents, and of its validity by rules, append-only. `before` is
 * the whole unit before the change, so that each change can be undone. A row is written in the
 * transaction of the change and deleted with the unit. A trigger on memories removes the end by a
 * unit that is deleted.
 */
export const memoryRevisions = pgTable(
  'memory_revisions',
  {
    bankUid: bankUid(),
    memoryId: uuid('memory_id').notNull(),
    /** of the bank, at the change */
    revision: bigint('revision', { mode: 'number' }).notNull(),
    action: text('action').notNull(),
    before: jsonb('before').notNull(),
    /** by model; only if the change gave the unit another vector */
    vectors: jsonb('vectors'),
    reason: text('reason'),
    actorKind: text('actor_kind').notNull(),
    actorId: uuid('actor_id'),
    actorLabel: text('actor_label').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.memoryId, t.revision, t.action] }),
    index('memory_revisions_superseded')
      .on(t.bankUid, sql`(${t.before}->>'superseded_by')`)
      .where(sql`${t.before}->>'superseded_by' is not null`),
    deletedWith('memory_revisions_memory_fk', [t.bankUid, t.memoryId], [memories.bankUid, memories.id]),
    check('memory_revisions_action', sql`${t.action} in ('edit', 'invalidate', 'revert', 'restore', 'derive', 'retain')`),
  ],
);

/**
 * The words of a chunk that produced a curated unit. When the chunk is read again, such words lead
 * to that unit and not to a new one. Rows are deleted with the unit. Only a hash of the words is
 * stored.
 */
export const curatedWords = pgTable(
  'curated_words',
  {
    bankUid: bankUid(),
    chunkId: uuid('chunk_id').notNull(),
    words: bigint('words', { mode: 'bigint' }).notNull(),
    memoryId: uuid('memory_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.chunkId, t.words] }),
    deletedWith('curated_words_chunk_fk', [t.bankUid, t.chunkId], [chunks.bankUid, chunks.id]),
    deletedWith('curated_words_memory_fk', [t.bankUid, t.memoryId], [memories.bankUid, memories.id]),
    index('curated_words_memory').on(t.bankUid, t.memoryId),
  ],
);

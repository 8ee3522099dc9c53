import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { banks } from '#lib/base/db/schema/banks';
import { bankUid, deletedWith, instant, record } from '#lib/base/db/schema/columns';

/**
 * The text of a document is the concatenation of its chunks, in order. It is stored only there,
 * unless `text_stored` is false.
 */
export const documents = pgTable(
  'documents',
  {
    bankUid: bankUid(),
    uid: uuid('uid').notNull(),
    id: text('id').notNull(),
    contentHash: text('content_hash').notNull(),
    textLength: integer('text_length').notNull(),
    tags: text('tags').array().notNull().default(sql`'{}'`),
    metadata: record('metadata').notNull().default({}),
    retainParams: record('retain_params').notNull().default({}),
    observationScopes: jsonb('observation_scopes'),
    /** false: the bank does not store texts, so the chunks have none */
    textStored: boolean('text_stored').notNull().default(true),
    /**
     * properties of each item's text (`lib/memory/retain/item-sources.ts`); null: written before
     * these were stored
     */
    items: jsonb('items'),
    /** the state before an append that is not complete yet (`lib/memory/retain/append.ts`) */
    settled: jsonb('settled'),
    revision: bigint('revision', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.uid] }),
    unique('documents_id').on(t.bankUid, t.id),
    deletedWith('documents_bank_fk', [t.bankUid], [banks.uid]),
    index('documents_updated').on(t.bankUid, t.updatedAt.desc()),
    index('documents_revision').on(t.bankUid, t.revision),
  ],
);

/**
 * `contentHash` covers the text and all properties of its items that extraction reads, so an equal
 * hash means equal units. It is empty if units were deleted or tags changed since: such a chunk
 * equals nothing and is read again when its text is retained again. The value `unread` has the same
 * effect; it means that a part of the chunk could not be read. A chunk keeps its hash when single
 * units are edited or invalidated by hand, because the same text must not undo that. If the chunk
 * is read again nevertheless, `curated_words` maps its words to the curated units.
 */
export const chunks = pgTable(
  'chunks',
  {
    bankUid: bankUid(),
    id: uuid('id').notNull(),
    documentUid: uuid('document_uid').notNull(),
    index: integer('index').notNull(),
    contentHash: text('content_hash').notNull(),
    text: text('text').notNull(),
    /** the tags that its items have in common; null: unknown, the items may have different tags */
    tags: text('tags').array(),
    /** the positions and speaker turns of the document that it covers; folded units keep theirs */
    positionStart: integer('position_start').notNull(),
    positionCount: integer('position_count').notNull(),
    turnStart: integer('turn_start').notNull(),
    turnCount: integer('turn_count').notNull(),
    /** when its text expires: items with different expiries never share a chunk */
    expiresAt: instant('expires_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.id] }),
    deletedWith('chunks_document_fk', [t.bankUid, t.documentUid], [documents.bankUid, documents.uid]),
    index('chunks_document').on(t.bankUid, t.documentUid, t.index),
    index('chunks_expiring').on(t.bankUid, t.expiresAt).where(sql`expires_at is not null`),
  ],
);

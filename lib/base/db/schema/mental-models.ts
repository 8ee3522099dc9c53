import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { banks } from '#lib/base/db/schema/banks';
import { bankUid, deletedWith, instant, tsvector, vector } from '#lib/base/db/schema/columns';
import { knowledgeFolders } from '#lib/base/db/schema/knowledge';
import { BLOCK_DECISIONS, MENTAL_MODEL_CHANGES, MENTAL_MODEL_STATES, TAG_MODES } from '#lib/base/literals';

const words = (list: readonly string[]): string => list.map((word) => `'${word}'`).join(', ');

/**
 * A question whose answer is stored as a document. Only refresh, clear and restore write the
 * columns below `state`.
 */
export const mentalModels = pgTable(
  'mental_models',
  {
    bankUid: bankUid(),
    id: text('id').notNull(),
    /** differs for a model that is created under the id of a deleted one */
    uid: uuid('uid').notNull(),
    name: text('name').notNull(),
    sourceQuery: text('source_query').notNull(),
    tags: text('tags').array().notNull().default(sql`'{}'`),
    maxTokens: integer('max_tokens').notNull(),
    trigger: jsonb('trigger').notNull(),
    /** its id as a page of the knowledge base; null: it is none */
    pageId: text('page_id'),
    /** null: at the top level, or no page */
    folderId: text('folder_id'),
    /** among the siblings of the page; null: after those with an order, by name */
    sortOrder: integer('sort_order'),
    /**
     * the memories that it covers, from tags and trigger, in columns: so that one statement finds
     * stale models
     */
    scopeTags: text('scope_tags').array().notNull().default(sql`'{}'`),
    scopeMode: text('scope_mode').notNull(),
    scopeGroups: jsonb('scope_groups'),
    scopeTypes: text('scope_types').array(),
    afterConsolidation: boolean('after_consolidation').notNull().default(false),
    /** when the earlier of its cron expressions is due; null: it has none */
    nextRunAt: instant('next_run_at'),
    state: text('state').notNull().default('generating'),
    version: integer('version').notNull().default(0),
    content: text('content').notNull().default(''),
    document: jsonb('document'),
    builtQuery: text('built_query'),
    /**
     * the scopes that its content was written for, since it was written in full: the last one is
     * that of the last refresh
     */
    builtScopes: jsonb('built_scopes').notNull().default([]),
    /** of the bank: everything up to it was read */
    seenRevision: bigint('seen_revision', { mode: 'number' }).notNull().default(0),
    lastMemorySeenAt: instant('last_memory_seen_at'),
    basedOn: jsonb('based_on').notNull().default([]),
    reflectResponse: jsonb('reflect_response'),
    method: text('method'),
    lastError: jsonb('last_error'),
    /** of the bank, when name or content were last written */
    revision: bigint('revision', { mode: 'number' }).notNull().default(0),
    search: tsvector('search').notNull().default(sql`''::tsvector`),
    embedding: vector('embedding'),
    embeddingModel: text('embedding_model'),
    lastRefreshedAt: instant('last_refreshed_at').notNull().defaultNow(),
    lastFullRefreshedAt: instant('last_full_refreshed_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.id] }),
    deletedWith('mental_models_bank_fk', [t.bankUid], [banks.uid]),
    deletedWith('mental_models_folder_fk', [t.bankUid, t.folderId], [knowledgeFolders.bankUid, knowledgeFolders.id]).onUpdate('cascade'),
    uniqueIndex('mental_models_page').on(t.bankUid, t.pageId).where(sql`page_id is not null`),
    index('mental_models_folder').on(t.bankUid, t.folderId).where(sql`folder_id is not null`),
    index('mental_models_listing').on(t.bankUid, t.lastRefreshedAt.desc().nullsLast(), t.id.desc().nullsLast()),
    index('mental_models_due').on(t.bankUid, t.nextRunAt).where(sql`next_run_at is not null`),
    check('mental_models_state', sql.raw(`state in (${words(MENTAL_MODEL_STATES)})`)),
    check('mental_models_scope_mode', sql.raw(`scope_mode in (${words(TAG_MODES)})`)),
  ],
);

/**
 * Append-only, which a trigger enforces: every content that a model ever had, and how it was made.
 */
export const mentalModelVersions = pgTable(
  'mental_model_versions',
  {
    bankUid: bankUid(),
    modelId: text('model_id').notNull(),
    version: integer('version').notNull(),
    change: text('change').notNull(),
    restoredVersion: integer('restored_version'),
    content: text('content').notNull(),
    document: jsonb('document'),
    tokens: integer('tokens').notNull(),
    blocks: integer('blocks').notNull(),
    /** name of the model at that time */
    name: text('name').notNull(),
    sourceQuery: text('source_query').notNull(),
    tags: text('tags').array().notNull(),
    maxTokens: integer('max_tokens').notNull(),
    builtQuery: text('built_query'),
    builtScopes: jsonb('built_scopes').notNull().default([]),
    seenRevision: bigint('seen_revision', { mode: 'number' }).notNull(),
    lastMemorySeenAt: instant('last_memory_seen_at'),
    basedOn: jsonb('based_on').notNull(),
    reflectResponse: jsonb('reflect_response'),
    method: text('method'),
    mode: text('mode'),
    modeRequested: text('mode_requested'),
    modeReason: text('mode_reason'),
    outcome: text('outcome'),
    operationId: uuid('operation_id'),
    cause: text('cause'),
    actorKind: text('actor_kind').notNull(),
    actorLabel: text('actor_label').notNull(),
    sourceIds: text('source_ids').array().notNull().default(sql`'{}'`),
    /** compared with the previous version */
    factsAdded: text('facts_added').array().notNull().default(sql`'{}'`),
    factsDropped: text('facts_dropped').array().notNull().default(sql`'{}'`),
    factsKept: text('facts_kept').array().notNull().default(sql`'{}'`),
    usage: jsonb('usage').notNull(),
    deltaOperations: jsonb('delta_operations'),
    retraction: jsonb('retraction'),
    warnings: jsonb('warnings').notNull().default([]),
    /** which decision about which block made it; without texts */
    decision: jsonb('decision'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.modelId, t.version], name: 'mental_model_versions_pk' }),
    deletedWith('mental_model_versions_model_fk', [t.bankUid, t.modelId], [mentalModels.bankUid, mentalModels.id]).onUpdate('cascade'),
    check('mental_model_versions_change', sql.raw(`change in (${words(MENTAL_MODEL_CHANGES)})`)),
  ],
);

/**
 * The citations of the blocks of the current document. There is no foreign key to the source,
 * because deleted sources must be found.
 */
export const modelBlockSources = pgTable(
  'model_block_sources',
  {
    bankUid: bankUid(),
    modelId: text('model_id').notNull(),
    blockId: text('block_id').notNull(),
    sourceId: text('source_id').notNull(),
    /** the source is another mental model */
    isModel: boolean('is_model').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.modelId, t.blockId, t.sourceId], name: 'model_block_sources_pk' }),
    deletedWith('model_block_sources_model_fk', [t.bankUid, t.modelId], [mentalModels.bankUid, mentalModels.id]).onUpdate('cascade'),
    index('model_block_sources_source').on(t.bankUid, t.sourceId),
  ],
);

/**
 * What people decided about blocks, at most one decision of each kind per block. The block keeps
 * its id in every later document.
 */
export const blockDecisions = pgTable(
  'block_decisions',
  {
    bankUid: bankUid(),
    modelId: text('model_id').notNull(),
    blockId: text('block_id').notNull(),
    kind: text('kind').notNull(),
    /** the text of the block when it was decided; empty: purged */
    text: text('text').notNull(),
    /** the wording of the person; only of a rewording */
    ownText: text('own_text'),
    /** of its section; empty: above all headings */
    heading: text('heading').notNull(),
    /** the block before it in its section; null: it was the first */
    afterBlockId: text('after_block_id'),
    /** the sources that only this block cited: they identify it after a refresh */
    sourceIds: text('source_ids').array().notNull().default(sql`'{}'`),
    /** all its sources, as they were cited */
    cited: jsonb('cited').notNull(),
    actorKind: text('actor_kind').notNull(),
    actorLabel: text('actor_label').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.modelId, t.blockId, t.kind], name: 'block_decisions_pk' }),
    deletedWith('block_decisions_model_fk', [t.bankUid, t.modelId], [mentalModels.bankUid, mentalModels.id]).onUpdate('cascade'),
    check('block_decisions_kind', sql.raw(`kind in (${words(BLOCK_DECISIONS)})`)),
  ],
);

/**
 * Records that memories of a type and set of tags were deleted, invalidated or retagged, by the
 * revision of the write. Triggers write the rows.
 */
export const memoryTombstones = pgTable(
  'memory_tombstones',
  {
    bankUid: bankUid(),
    revision: bigint('revision', { mode: 'number' }).notNull(),
    factType: text('fact_type').notNull(),
    /** hash of the tags, which may be longer than an index takes */
    tagKey: uuid('tag_key').notNull(),
    tags: text('tags').array().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.revision, t.factType, t.tagKey], name: 'memory_tombstones_pk' }),
    deletedWith('memory_tombstones_bank_fk', [t.bankUid], [banks.uid]),
  ],
);

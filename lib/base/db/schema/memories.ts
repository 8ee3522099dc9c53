import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core';
import { bankUid, deletedWith, instant, record, tsvector, vector } from '#lib/base/db/schema/columns';
import { chunks, documents } from '#lib/base/db/schema/documents';

/**
 * Permanent instructions: what a user wants respected in every answer, such as "Always …", "From
 * now on …", "whenever I ask …", "I prefer …". Recall looks for these with every query, so they
 * have their own index. A query must contain exactly this condition to use the index.
 */
export const INSTRUCTION_CONDITION = `speaker = 'user' and text ~* '^user: (please )?(always|never|from now on|whenever|make sure|remember to)\\M|\\mwhen(ever)? i ask\\M|\\mfrom now on\\M|\\mi(''d)? ((really|always|usually|generally|strongly) )?prefer\\M'`;

/** The most speakers that are stored by name: the list is read with every request. */
export const MAX_SPEAKERS = 200;

/**
 * The speakers of the live units of bank `$1`: one index lookup for each, however many units they
 * have.
 */
export const LIVE_SPEAKERS = `array(
  with recursive s(speaker) as (
    (select m.speaker from memories m where m.bank_uid = $1 and m.state = 'valid' and m.speaker is not null order by m.speaker limit 1)
    union all
    select (select m.speaker from memories m where m.bank_uid = $1 and m.state = 'valid' and m.speaker > s.speaker order by m.speaker limit 1)
    from s where s.speaker is not null)
  select speaker from s where speaker is not null limit ${MAX_SPEAKERS})`;

/**
 * Memory units of all fact types. `position` counts the units of a document from 0, across its
 * chunks, without gaps unless units were folded: recall finds a unit's neighbors by it. `turn`
 * counts speaker turns. An observation has no document.
 */
export const memories = pgTable(
  'memories',
  {
    bankUid: bankUid(),
    id: uuid('id').notNull(),
    documentUid: uuid('document_uid'),
    chunkId: uuid('chunk_id'),
    position: integer('position').notNull().default(0),
    turn: integer('turn').notNull().default(0),
    /**
     * offset of the unit in its chunk, as `String.slice` counts; null if the chunk does not contain
     * it literally, or the offset was not stored
     */
    chunkStart: integer('chunk_start'),
    chunkEnd: integer('chunk_end'),
    factType: text('fact_type').notNull(),
    state: text('state').notNull().default('valid'),
    text: text('text').notNull(),
    context: text('context').notNull().default(''),
    speaker: text('speaker'),
    /** cl100k tokens of `text`; what packing counts */
    tokens: integer('tokens').notNull(),
    /** terms in `search`, repeats included: the length in BM25 */
    termCount: integer('term_count').notNull(),
    search: tsvector('search').notNull(),
    occurredStart: instant('occurred_start'),
    occurredEnd: instant('occurred_end'),
    timePrecision: text('time_precision'),
    mentionedAt: instant('mentioned_at'),
    tags: text('tags').array().notNull().default(sql`'{}'`),
    metadata: record('metadata').notNull().default({}),
    observationScopes: jsonb('observation_scopes'),
    proofCount: integer('proof_count').notNull().default(1),
    /**
     * 64 bits of a hash over what must be equal for a repetition to be folded; null: never folded
     */
    fingerprint: bigint('fingerprint', { mode: 'bigint' }),
    extractor: text('extractor').notNull(),
    writerKeyId: uuid('writer_key_id'),
    revision: bigint('revision', { mode: 'number' }).notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    editedAt: instant('edited_at'),
    /** a user set its entities by hand: the text does not decide them any more */
    namesGiven: boolean('names_given').notNull().default(false),
    consolidatedAt: instant('consolidated_at'),
    consolidationFailedAt: instant('consolidation_failed_at'),
    invalidatedAt: instant('invalidated_at'),
    invalidationReason: text('invalidation_reason'),
    /**
     * the latest expiry of the passages that contain it, unless it was set by hand; never of an
     * observation
     */
    expiresAt: instant('expires_at'),
    /** when the statement became true; null: not known */
    validFrom: instant('valid_from'),
    /** when it ceased to be true; null: it is still true, as far as is known */
    validTo: instant('valid_to'),
    /**
     * the memory that ended it. It counts only while that memory is valid and visible; there is no
     * foreign key, because a deletion must not rewrite rows.
     */
    supersededBy: uuid('superseded_by'),
    /** who decided the validity; null: nobody did. Only a derived one is ever derived again. */
    validitySource: text('validity_source'),
    validityReason: text('validity_reason'),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.id] }),
    deletedWith('memories_document_fk', [t.bankUid, t.documentUid], [documents.bankUid, documents.uid]),
    index('memories_document').on(t.bankUid, t.documentUid, t.position),
    index('memories_chunk').on(t.bankUid, t.chunkId),
    index('memories_listing').on(t.bankUid, t.mentionedAt.desc().nullsLast(), t.createdAt.desc(), t.id.desc()).where(sql`state = 'valid'`),
    // An overview begins with the latest observations, of which a large bank may have none.
    index('memories_observations')
      .on(t.bankUid, t.mentionedAt.desc().nullsLast(), t.createdAt.desc(), t.id.desc())
      .where(sql`state = 'valid' and fact_type = 'observation'`),
    index('memories_tags').using('gin', t.bankUid, t.tags).with({ gin_pending_list_limit: 64 }).where(sql`state = 'valid'`),
    index('memories_updated').on(t.bankUid, t.updatedAt),
    // Earlier states of the bank read only these.
    index('memories_rewritten').on(t.bankUid, t.updatedAt).where(sql`updated_at > created_at`),
    // With the columns by which memories are counted.
    index('memories_created').on(t.bankUid, t.createdAt, t.id, t.factType, t.state, t.termCount),
    index('memories_revision').on(t.bankUid, t.revision),
    index('memories_effective').on(t.bankUid, sql`coalesce(${t.occurredStart}, ${t.mentionedAt})`),
    // Long-lasting facts may extend into a time that they began before: they are few.
    index('memories_lasting').on(t.bankUid, t.occurredEnd).where(sql`state = 'valid' and occurred_end > occurred_start`),
    // When the first and the last of all memories of an entity occurred.
    index('memories_began').on(t.bankUid, t.occurredStart).where(sql`state = 'valid' and occurred_start is not null`),
    index('memories_ended')
      .on(t.bankUid, sql`coalesce(${t.occurredEnd}, ${t.occurredStart})`)
      .where(sql`state = 'valid' and coalesce(occurred_end, occurred_start) is not null`),
    index('memories_speaker').on(t.bankUid, t.speaker).where(sql`state = 'valid' and speaker is not null`),
    index('memories_invalidated').on(t.bankUid, t.id).where(sql`state = 'invalidated'`),
    index('memories_fingerprint').on(t.bankUid, t.fingerprint),
    index('memories_expiring').on(t.bankUid, t.expiresAt).where(sql`expires_at is not null`),
    // Every search reads the whole pending list of the index: 4 MB by default, 2 ms per word. 64 kB
    // costs a write 13 µs per unit.
    index('memories_search').using('gin', t.bankUid, t.search).with({ gin_pending_list_limit: 64 }),
    index('memories_standing').on(t.bankUid, t.id).where(sql.raw(INSTRUCTION_CONDITION)),
    index('memories_superseded').on(t.bankUid, t.supersededBy).where(sql`superseded_by is not null`),
    index('memories_validity').on(t.bankUid, t.id).where(sql`valid_from is not null or valid_to is not null or superseded_by is not null`),
    check('memories_validity_source', sql`${t.validitySource} in ('derived', 'given', 'set')`),
    check('memories_fact_type', sql`${t.factType} in ('world', 'experience', 'observation')`),
    check('memories_state', sql`${t.state} in ('valid', 'invalidated')`),
    check('memories_observation_stays_valid', sql`${t.factType} <> 'observation' or ${t.state} = 'valid'`),
  ],
);

/**
 * What a memory states, and what it may end (`ends`), as hashes. Two memories that share a key of
 * each kind are compared by the rules.
 */
export const validityKeys = pgTable(
  'validity_keys',
  {
    bankUid: bankUid(),
    key: bigint('key', { mode: 'bigint' }).notNull(),
    ends: boolean('ends').notNull(),
    memoryId: uuid('memory_id').notNull(),
    /** of the memory; triggers repeat it here */
    mentionedAt: instant('mentioned_at'),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.memoryId, t.key, t.ends] }),
    deletedWith('validity_keys_memory_fk', [t.bankUid, t.memoryId], [memories.bankUid, memories.id]),
    index('validity_keys_latest').on(t.bankUid, t.key, t.ends, t.mentionedAt.desc().nullsLast(), t.memoryId.desc()),
  ],
);

/**
 * One narrow row per unit and model, so that an exact scan reads only vectors. `live`, `fact_type`
 * and `tags` repeat the unit's state, type and tags (a test compares them). Joining ten thousand
 * units to drop a few invalidated ones would cost more than the scan.
 */
export const memoryEmbeddings = pgTable(
  'memory_embeddings',
  {
    bankUid: bankUid(),
    memoryId: uuid('memory_id').notNull(),
    model: text('model').notNull(),
    factType: text('fact_type').notNull(),
    live: boolean('live').notNull().default(true),
    tags: text('tags').array().notNull().default(sql`'{}'`),
    embedding: vector('embedding').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.memoryId, t.model] }),
    deletedWith('memory_embeddings_memory_fk', [t.bankUid, t.memoryId], [memories.bankUid, memories.id]),
  ],
);

/**
 * Further places with exactly the text of a unit. When the unit's own document is deleted, one of
 * these replaces it.
 */
export const memoryEvidence = pgTable(
  'memory_evidence',
  {
    bankUid: bankUid(),
    id: uuid('id').notNull(),
    memoryId: uuid('memory_id').notNull(),
    documentUid: uuid('document_uid').notNull(),
    chunkId: uuid('chunk_id').notNull(),
    position: integer('position').notNull(),
    turn: integer('turn').notNull(),
    chunkStart: integer('chunk_start'),
    chunkEnd: integer('chunk_end'),
    context: text('context').notNull().default(''),
    metadata: record('metadata').notNull().default({}),
    mentionedAt: instant('mentioned_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.id] }),
    deletedWith('memory_evidence_memory_fk', [t.bankUid, t.memoryId], [memories.bankUid, memories.id]),
    deletedWith('memory_evidence_chunk_fk', [t.bankUid, t.chunkId], [chunks.bankUid, chunks.id]),
    index('memory_evidence_memory').on(t.bankUid, t.memoryId),
    index('memory_evidence_chunk').on(t.bankUid, t.chunkId),
    index('memory_evidence_time').on(t.bankUid, t.mentionedAt, t.memoryId),
  ],
);

/**
 * Directed: `from` was caused by `to`. Temporal neighbors and shared entities are derived at query
 * time, never stored.
 */
export const memoryLinks = pgTable(
  'memory_links',
  {
    bankUid: bankUid(),
    fromId: uuid('from_id').notNull(),
    toId: uuid('to_id').notNull(),
    linkType: text('link_type').notNull(),
    weight: real('weight').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.fromId, t.toId, t.linkType] }),
    deletedWith('memory_links_from_fk', [t.bankUid, t.fromId], [memories.bankUid, memories.id]),
    deletedWith('memory_links_to_fk', [t.bankUid, t.toId], [memories.bankUid, memories.id]),
    index('memory_links_to').on(t.bankUid, t.toId),
    check('memory_links_type', sql`${t.linkType} in ('semantic', 'caused_by')`),
  ],
);

/** Which units an observation was derived from. */
export const observationSources = pgTable(
  'observation_sources',
  {
    bankUid: bankUid(),
    observationId: uuid('observation_id').notNull(),
    memoryId: uuid('memory_id').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.bankUid, t.observationId, t.memoryId] }),
    deletedWith('observation_sources_observation_fk', [t.bankUid, t.observationId], [memories.bankUid, memories.id]),
    deletedWith('observation_sources_memory_fk', [t.bankUid, t.memoryId], [memories.bankUid, memories.id]),
    index('observation_sources_memory').on(t.bankUid, t.memoryId),
  ],
);

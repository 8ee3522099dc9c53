import type { ArchiveManifest } from '#lib/memory/transfer/archive/manifest';

/**
 * The tables whose rows are the content of a bank, each after those that it refers to. An archive
 * contains the rows as they are, so that a restored bank equals the original.
 */
export interface RowTable {
  readonly name: string;
  /** columns of the primary key after `bank_uid`, with their types */
  readonly key: readonly (readonly [column: string, type: string])[];
  /** columns that name keys or users: they never travel */
  readonly without: readonly string[];
  /** rows of one statement that reads: fewer of long ones */
  readonly page: number;
  /** rows of one statement that writes: all of a table whose rows refer to each other */
  readonly batch: number;
}

type KeyColumn = readonly [column: string, type: string];
const uuid = (column: string): KeyColumn => [column, 'uuid'];
const text = (column: string): KeyColumn => [column, 'text'];
const number = (column: string): KeyColumn => [column, 'bigint'];

const table = (name: string, key: readonly KeyColumn[], { without = [], page = 200, batch = 200 }: Partial<RowTable> = {}): RowTable => ({
  name,
  key,
  without,
  page,
  batch,
});

export const ROW_TABLES: readonly RowTable[] = [
  table('documents', [uuid('uid')], { page: 200 }),
  table('chunks', [uuid('id')], { page: 100 }),
  table('memories', [uuid('id')], { without: ['writer_key_id'] }),
  table('memory_embeddings', [uuid('memory_id'), text('model')], { page: 50 }),
  table('memory_evidence', [uuid('id')]),
  table('memory_links', [uuid('from_id'), uuid('to_id'), text('link_type')]),
  table('memory_revisions', [uuid('memory_id'), number('revision'), text('action')], { without: ['actor_id'], page: 100 }),
  table('memory_tallies', [text('fact_type'), text('state')]),
  table('memory_tombstones', [number('revision'), text('fact_type'), uuid('tag_key')]),
  table('curated_words', [uuid('chunk_id'), number('words')]),
  table('validity_keys', [uuid('memory_id'), number('key'), ['ends', 'boolean']]),
  table('entities', [uuid('id')]),
  table('entity_aliases', [text('key')]),
  table('entity_apart', [uuid('low_id'), uuid('high_id')]),
  table('entity_changes', [uuid('id')], { page: 50 }),
  table('memory_entities', [uuid('memory_id'), uuid('entity_id')]),
  table('observation_scopes', [uuid('scope_key')]),
  table('observations', [uuid('memory_id')]),
  table('observation_sources', [uuid('observation_id'), uuid('memory_id')]),
  table('observation_surplus', [uuid('observation_id'), uuid('memory_id')]),
  table('observation_quotes', [uuid('observation_id'), uuid('memory_id')]),
  table('observation_history', [uuid('observation_id'), uuid('id')]),
  table('consolidation_items', [uuid('memory_id'), uuid('scope_key')]),
  table('consolidation_claims', [uuid('scope_key'), number('claim'), uuid('memory_id')]),
  table('knowledge_folders', [text('id')], { batch: 2000 }),
  table('mental_models', [text('id')], { page: 20 }),
  table('block_decisions', [text('model_id'), text('block_id'), text('kind')], { page: 100 }),
  table('mental_model_versions', [text('model_id'), number('version')], { page: 20 }),
  table('model_block_sources', [text('model_id'), text('block_id'), text('source_id')]),
  table('directives', [uuid('id')]),
];

/**
 * Tables of a bank that are not its content: work in progress, caches, counts that triggers write,
 * and who may reach it.
 */
export const UNARCHIVED_TABLES = [
  ...['api_key_banks', 'archive_blocks', 'bank_stats', 'idempotency_keys', 'imported_items', 'operations', 'operation_lanes'],
  ...['bank_changes', 'bank_moving', 'recall_changes', 'recall_pages'],
  ...['tag_tallies', 'time_tallies'],
] as const;

/** The row of the bank itself. */
export const BANK_ROW_NAME = 'rows/banks.json';

export const rowsName = (name: string): string => `rows/${name}.jsonl`;

/** Of the columns above: a change of them that an old archive cannot satisfy raises it. */
export const ROWS_VERSION = 1;

/** Whether a restore of the archive makes a bank that equals the original. */
export const hasAllRows = ({ rows }: Pick<ArchiveManifest, 'rows'>): boolean => rows?.version === ROWS_VERSION;

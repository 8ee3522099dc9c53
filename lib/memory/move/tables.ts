import { ROW_TABLES } from '#lib/memory/transfer/row-tables';

/** A table whose rows move with their bank. */
export interface MovedTable {
  readonly name: string;
  /** columns of the primary key after `bank_uid` */
  readonly key: readonly string[];
  /** rows of one statement */
  readonly page: number;
  /** a column that no two rows may have in common for a while, and that is cleared first */
  readonly cleared?: string;
}

const more = (name: string, key: readonly string[], rest: Partial<MovedTable> = {}): MovedTable => ({ name, key, page: 200, ...rest });

/** Each table after those that it refers to. */
export const MOVED_TABLES: readonly MovedTable[] = [
  ...ROW_TABLES.map(({ name, key, page }) => ({ name, key: key.map(([column]) => column), page })),
  // A waiting operation of a subject may have begun, and another one of the subject waits now.
  more('operations', ['id'], { page: 50, cleared: 'subject' }),
  more('archive_blocks', ['operation_id', 'index'], { page: 4 }),
  more('imported_items', ['operation_id', 'kind', 'index']),
  more('idempotency_keys', ['key'], { page: 50 }),
  more('recall_changes', ['revision', 'id']),
  more('tag_tallies', ['tag'], { page: 500 }),
  more('time_tallies', ['time_field', 'hour', 'fact_type'], { page: 500 }),
];

/** What is counted, read again or written by triggers in the other cell, and the state of moves. */
export const UNMOVED_TABLES = ['bank_changes', 'bank_moving', 'bank_stats', 'operation_lanes', 'recall_pages'];

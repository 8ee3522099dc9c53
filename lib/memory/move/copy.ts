import type { Db, Tx } from '#lib/base/db/db';
import { busy, sqlState } from '#lib/base/db/errors';
import { defined } from '#lib/base/defined';
import { ServiceError } from '#lib/base/errors';
import * as store from '#lib/memory/move/store';
import * as rows from '#lib/memory/move/store-rows';
import { MOVED_TABLES, type MovedTable } from '#lib/memory/move/tables';

/** Changes of one batch. */
const CHANGES = 1_000;
/** A batch whose rows refer to newer ones is read again after those. */
const MOST_ATTEMPTS = 20;
const FOREIGN_KEY_VIOLATION = '23503';

/** A move, as the copying of its rows needs it. */
export interface Copying {
  readonly from: Db;
  readonly to: Db;
  readonly uid: number;
  readonly token: string;
  readonly columns: ReadonlyMap<string, rows.Columns>;
  /** called between batches; throws if the move must end */
  readonly onBatch: () => Promise<void>;
}

export async function readColumns(from: Db, to: Db): Promise<Copying['columns']> {
  const columns = new Map<string, rows.Columns>();
  for (const { name } of [...MOVED_TABLES, { name: 'banks' }]) {
    const [own, other] = [await rows.columnsOf(from, name), await rows.columnsOf(to, name)];
    if (own.size !== other.size || [...own].some(([column, type]) => other.get(column) !== type))
      throw new ServiceError('conflict', `The cells have different columns of ${name}: migrate both.`);
    columns.set(name, other);
  }
  return columns;
}

/** Runs `work` in the cell that the bank is moved to, if the move is still ours. */
export const inTarget = <T>({ to, uid, token }: Pick<Copying, 'to' | 'uid' | 'token'>, work: (tx: Tx) => Promise<T>): Promise<T> =>
  to.transaction(
    async (tx) => {
      await rows.copying(tx);
      if (!(await store.ownsMoving(tx, uid, token))) throw busy(new Error('Another process has taken the move over.'));
      return work(tx);
    },
    { isBatch: true },
  );

/** Copies all rows of the bank while it is written. */
export async function copyAll(move: Copying): Promise<void> {
  for (const [place, table] of MOVED_TABLES.entries()) await copyTable(move, table, MOVED_TABLES.slice(0, place + 1));
}

async function copyTable(move: Copying, table: MovedTable, before: readonly MovedTable[]): Promise<void> {
  const columns = defined(move.columns.get(table.name));
  let after: readonly string[] | null = null;
  for (let attempt = 0; ; ) {
    await move.onBatch();
    const page: rows.RowText[] = await rows.readRows(move.from, move.uid, table, { columns, after });
    try {
      if (page.length > 0)
        await inTarget(move, (tx) =>
          rows.writeRows(
            tx,
            table,
            columns,
            page.map(({ row }) => row),
          ),
        );
    } catch (error) {
      if (sqlState(error) !== FOREIGN_KEY_VIOLATION || ++attempt === MOST_ATTEMPTS) throw error;
      await copyChanges(move, before);
      continue;
    }
    if (page.length < table.page) return;
    attempt = 0;
    after = defined(page.at(-1)).key;
  }
}

interface ChangedRows {
  readonly table: MovedTable;
  readonly keys: readonly string[];
  readonly rows: readonly string[];
  /** keys without a row */
  readonly deleted: readonly string[];
}

/**
 * Copies what was written to these tables since they were copied. Returns the number of rows. A row
 * and those that it refers to are read from one state of the database.
 */
export async function copyChanges(move: Copying, tables: readonly MovedTable[] = MOVED_TABLES): Promise<number> {
  let copied = 0;
  for (;;) {
    await move.onBatch();
    const { changes, changed } = await readChanged(move, tables);
    if (changes.length === 0) return copied;
    await inTarget(move, async (tx) => {
      for (const { table, deleted } of changed.toReversed()) if (deleted.length > 0) await rows.deleteRows(tx, move.uid, table, deleted);
      for (const { table, keys, rows: there } of changed) {
        if (table.cleared) await rows.clearColumn(tx, move.uid, table, keys);
        if (there.length > 0) await rows.writeRows(tx, table, defined(move.columns.get(table.name)), there);
      }
    });
    await rows.forgetChanges(move.from, move.uid, changes);
    copied += changes.length;
    if (changes.length < CHANGES) return copied;
  }
}

const readChanged = ({ from, uid }: Copying, tables: readonly MovedTable[]) =>
  from.transaction(
    async (tx) => {
      const changes = await rows.readChanges(tx, uid, tables, CHANGES);
      const changed: ChangedRows[] = [];
      for (const table of tables) {
        const keys = changes.filter(({ table_name }) => table_name === table.name).map(({ row_key }) => row_key);
        if (keys.length === 0) continue;
        const found = await rows.readKeys(tx, uid, table, keys);
        const there = new Set(found.map(({ row_key }) => row_key));
        changed.push({ table, keys, rows: found.map(({ row }) => row), deleted: keys.filter((key) => !there.has(key)) });
      }
      return { changes, changed };
    },
    { readOnly: true, isSnapshot: true },
  );

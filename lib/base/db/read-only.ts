import type { Db, Queryable } from '#lib/base/db/db';

/**
 * A handle that cannot write: it opens only READ ONLY transactions, and the database itself refuses
 * the rest. No transaction stays open between two calls, so the handle can be used across calls of
 * a model or an embedding provider.
 */
export interface ReadOnlyDb extends Queryable {
  readonly readOnly: true;
  /**
   * Several statements that see one state of the database. `work` awaits nothing except its
   * statements.
   */
  snapshot<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
}

export const readOnly = (db: Db): ReadOnlyDb => ({
  readOnly: true,
  cell: db.cell,
  directory: db.directory,
  query: (statement) => db.transaction((tx) => tx.query(statement), { readOnly: true }),
  snapshot: (work) =>
    db.transaction(({ query, cell, directory }) => work({ query, cell, directory }), { readOnly: true, isSnapshot: true }),
});

const isReader = (db: Queryable): db is ReadOnlyDb => 'snapshot' in db;
const isDb = (db: Queryable): db is Db => 'transaction' in db;

/**
 * Several statements that see one state; inside a transaction, that of the transaction. `work`
 * awaits nothing except its statements.
 */
export function inSnapshot<T>(db: Queryable, work: (tx: Queryable) => Promise<T>): Promise<T> {
  if (isReader(db)) return db.snapshot(work);
  return isDb(db) ? db.transaction(work, { readOnly: true, isSnapshot: true }) : work(db);
}

export interface CountedPage {
  readonly rows: readonly unknown[];
  /** of all rows, not only of the page */
  readonly total: number;
}

/**
 * Reads a page and the number of all rows, with several statements that see one state. For what a
 * bank contains, `readBankPage` needs no transaction.
 */
export const readPage = <P extends CountedPage>(db: Queryable, read: (db: Queryable) => Promise<P>): Promise<P> => inSnapshot(db, read);

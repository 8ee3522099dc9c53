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
  query: (statement) => db.transaction((tx) => tx.query(statement), { readOnly: true }),
  snapshot: (work) => db.transaction(({ query }) => work({ query }), { readOnly: true, isSnapshot: true }),
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

interface CountedPage {
  readonly rows: readonly unknown[];
  /** of all rows, not only of the page */
  readonly total: number;
}

/**
 * Reads a page and the number of all rows, with several statements. A write between two of them can
 * make them contradict each other; then they are repeated in one snapshot. `limit` null: no limit.
 */
export async function readPage<P extends CountedPage>(
  db: Queryable,
  { limit, offset }: { readonly limit: number | null; readonly offset: number },
  read: (db: Queryable) => Promise<P>,
): Promise<P> {
  const page = await read(db);
  const left = Math.max(0, page.total - offset);
  return page.rows.length === Math.min(limit ?? left, left) ? page : inSnapshot(db, read);
}

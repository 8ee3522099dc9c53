import type { Db, Queryable } from '#lib/db/db';

/**
 * A handle that cannot write, however it is used: it opens nothing but READ ONLY transactions, and the database itself refuses the rest. None stays
 * open between two calls, so it can be held while a model or an embedding provider is asked.
 */
export interface Reader extends Queryable {
  readonly readOnly: true;
  /** Several statements that see one moment. `work` awaits nothing but its statements. */
  snapshot<T>(work: (tx: Queryable) => Promise<T>): Promise<T>;
}

export const readOnly = (db: Db): Reader => ({
  readOnly: true,
  query: (statement) => db.transaction((tx) => tx.query(statement), { readOnly: true }),
  snapshot: (work) => db.transaction(({ query }) => work({ query }), { readOnly: true, isSnapshot: true }),
});

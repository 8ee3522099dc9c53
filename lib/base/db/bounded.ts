import type { Db } from '#lib/base/db/db';

/**
 * The same database for those who can wait: at most `most` of their statements and transactions are under way at once, first come, first
 * served. What has begun is as quick as ever, and the server's processors are left to others.
 */
export function bounded(db: Db, most: number): Db {
  const waiting: (() => void)[] = [];
  let running = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running++;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The turn is handed on; nobody who comes now can be quicker.
      if (next) next();
      else running--;
    }
  };
  return {
    kind: db.kind,
    query: (statement) => inTurn(() => db.query(statement)),
    transaction: (work, options) => inTurn(() => db.transaction(work, options)),
    pool: () => db.pool(),
    close: () => db.close(),
  };
}

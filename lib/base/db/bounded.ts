import type { Db } from '#lib/base/db/db';
import { defined } from '#lib/base/defined';

/**
 * The same database for work that can wait: at most `most` of its statements and transactions run
 * at once, first come, first served. A running one is not slowed down, and the processors of the
 * server stay available to others. Databases of further cells have the same limit, each their own.
 */
export function bounded(db: Db, most: number): Db {
  const remotes = new Map<Db, Db>();
  for (const remote of new Set(db.remotes?.values())) remotes.set(remote, bounded(remote, most));
  const waiting: (() => void)[] = [];
  let running = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running++;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next waiter gets the permit, so a new caller cannot overtake it.
      if (next) next();
      else running--;
    }
  };
  return {
    kind: db.kind,
    cell: db.cell,
    directory: db.directory,
    ...(db.remotes && { remotes: new Map([...db.remotes].map(([cell, remote]) => [cell, defined(remotes.get(remote))])) }),
    query: (statement) => inTurn(() => db.query(statement)),
    transaction: (work, options) => inTurn(() => db.transaction(work, options)),
    pool: () => db.pool(),
    close: () => db.close(),
  };
}

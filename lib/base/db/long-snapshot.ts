import { type Db, type Queryable, type Row, type Statement, sql, type Tx } from '#lib/base/db/db';
import { shared } from '#lib/base/once-per-process';
import { Semaphore } from '#lib/base/semaphore';

interface Request {
  readonly statement: Statement;
  readonly resolve: (rows: Row[]) => void;
  readonly reject: (reason: unknown) => void;
}

/** Less than the time after which the server ends a transaction without statements. */
const KEEP_ALIVE_MS = 5_000;

/** Statements that callers outside of a transaction send to it. */
class Requests {
  readonly #waiting: Request[] = [];
  #wake: () => void = () => undefined;
  #end: { readonly reason: unknown } | null = null;

  /** From now on, statements are rejected with `reason`. */
  end(reason: unknown): void {
    this.#end ??= { reason };
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
    this.#wake();
  }

  query<R extends Row>(statement: Statement): Promise<R[]> {
    return new Promise((resolve, reject) => {
      if (this.#end) return reject(this.#end.reason);
      // The rows of a statement have the type that its caller names, as in every query.
      this.#waiting.push({ statement, resolve: resolve as (rows: Row[]) => void, reject });
      this.#wake();
    });
  }

  /** Sends the statements through `tx` until the end. */
  async send(tx: Tx): Promise<void> {
    while (!this.#end) {
      const next = this.#waiting.shift();
      if (next) await tx.query(next.statement).then(next.resolve, next.reject);
      else if (await this.#isIdle()) await tx.query(sql`select 1`);
    }
  }

  /** Resolves to whether there was no request for a while. */
  #isIdle(): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(true), KEEP_ALIVE_MS);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(false);
      };
    });
  }
}

/** A reader occupies a connection, which others may need to write what was read. */
const one = shared('db.long-snapshot', () => new Semaphore(1));

/**
 * Runs `use` with a reader whose statements all see the state of the database at the first of them,
 * for work of minutes. Unlike in a transaction, `use` may await other work between two statements,
 * and may write through `db`. The reader occupies a connection until `use` ends or `signal` aborts.
 * The other readers of the process wait for it in `detached`. Not for a database with one session.
 */
export async function withLongSnapshot<T>(
  db: Db,
  { signal, detached }: { readonly signal: AbortSignal; detached(work: () => Promise<() => void>): Promise<() => void> },
  use: (at: Queryable) => Promise<T>,
): Promise<T> {
  const release = await detached(() => one.acquire(signal));
  const requests = new Requests();
  const stop = (): void => requests.end(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const sent = db
    .transaction((tx) => requests.send(tx), { readOnly: true, isSnapshot: true })
    // A failed statement was also reported to its caller.
    .catch((error: unknown) => requests.end(error))
    .finally(release);
  try {
    return await use({ query: (statement) => requests.query(statement), cell: db.cell, directory: db.directory });
  } finally {
    signal.removeEventListener('abort', stop);
    requests.end(new Error('This snapshot is over: a statement must not outlive it.'));
    await sent;
  }
}

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
  async send(tx: Tx, patience: Patience | null): Promise<void> {
    let idleSince = performance.now();
    while (!this.#end) {
      const next = this.#waiting.shift();
      if (next) {
        await tx.query(next.statement).then(next.resolve, next.reject);
        idleSince = performance.now();
        continue;
      }
      const left = patience ? idleSince + patience.milliseconds - performance.now() : KEEP_ALIVE_MS;
      if (patience && left <= 0) this.end(patience.over());
      else if (await this.#isIdle(Math.min(left, KEEP_ALIVE_MS))) await tx.query(sql`select 1`);
    }
  }

  /** Resolves to whether there was no request for this time. */
  #isIdle(milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(true), milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(false);
      };
    });
  }
}

/** How long a snapshot waits for the next statement. */
export interface Patience {
  readonly milliseconds: number;
  /** the error of all further statements */
  over(): Error;
}

export interface LongSnapshot {
  readonly at: Queryable;
  /** resolves when its connection was returned */
  readonly ended: Promise<void>;
  /** Returns the connection. Further statements fail. */
  close(): Promise<void>;
}

/**
 * Opens a reader whose statements all see the state of the database at the first of them, for work
 * of minutes. Unlike in a transaction, the caller may await other work between two statements, and
 * may write through `db`. The reader occupies a connection until it is closed, `signal` aborts or
 * `patience` ends. Not for a database with one session.
 */
export function openLongSnapshot(db: Db, signal: AbortSignal, patience: Patience | null = null): LongSnapshot {
  const requests = new Requests();
  const stop = (): void => requests.end(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  const ended = db
    .transaction((tx) => requests.send(tx, patience), { readOnly: true, isSnapshot: true })
    // A failed statement was also reported to its caller.
    .catch((error: unknown) => requests.end(error));
  return {
    at: { query: (statement) => requests.query(statement), cell: db.cell, directory: db.directory },
    ended,
    close: async () => {
      signal.removeEventListener('abort', stop);
      requests.end(new Error('This snapshot is over: a statement must not outlive it.'));
      await ended;
    },
  };
}

/** A reader occupies a connection, which others may need to write what was read. */
const one = shared('db.long-snapshot', () => new Semaphore(1));

/**
 * Runs `use` with a long snapshot. The other callers of the process wait for it in `detached`, at
 * most until `signal` of the first one aborts.
 */
export async function withLongSnapshot<T>(
  db: Db,
  { signal, detached }: { readonly signal: AbortSignal; detached(work: () => Promise<() => void>): Promise<() => void> },
  use: (at: Queryable) => Promise<T>,
): Promise<T> {
  const release = await detached(() => one.acquire(signal));
  const snapshot = openLongSnapshot(db, signal);
  void snapshot.ended.then(release);
  try {
    return await use(snapshot.at);
  } finally {
    await snapshot.close();
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { QueryResult } from 'pg';
import type { Row, Statement, TransactionOptions, Tx } from '#lib/base/db/db';
import { busy, translate, unavailable } from '#lib/base/db/errors';
import { report } from '#lib/base/db/observe';
import { type RenderedStatement, render } from '#lib/base/db/statement';

type QueryAnswer = Pick<QueryResult<Row>, 'rows' | 'command'>;

/** What the three drivers' connections have in common. */
export interface Connection {
  /** Sends one statement; with `name`, a prepared one. Rejects with the driver's error. */
  send(statement: RenderedStatement): Promise<QueryAnswer>;
  /** SQL without parameters that is not counted: transaction control and settings. */
  control(text: string): Promise<{ command: string }>;
  /** The connection is in an unknown state and must not be used again. */
  discard(reason: unknown): void;
  /**
   * Settings that a transaction sets at its start, as SQL; undefined if the limits are enforced
   * elsewhere
   */
  readonly limits?: (statementTimeoutMs: number | undefined) => string;
  /** how long a transaction may be idle; null if the server itself enforces that */
  readonly idleInTransactionMs: number | null;
}

/** The database whose transaction the running code is inside. */
const within = new AsyncLocalStorage<object>();

/**
 * A statement of the database inside one of its transactions would wait for a connection that the
 * transaction may be using. On the embedded database, which has one, it would never end; on a pool
 * it would hang under load.
 */
export function assertOutside(owner: object): void {
  if (within.getStore() === owner) throw new Error('Inside a transaction, send every statement through its tx, not through the database.');
}

export async function execute<R extends Row>(connection: Connection, statement: Statement): Promise<R[]> {
  const rendered = render(statement);
  const started = performance.now();
  const done = (rows: number, failed: boolean) =>
    report({ text: rendered.text, name: rendered.name, milliseconds: performance.now() - started, rows, failed });
  try {
    const answer: QueryAnswer | QueryAnswer[] = await connection.send(rendered);
    // A script of several statements, such as the job queue's schema, returns one result for each.
    const rows = Array.isArray(answer) ? answer.flatMap((part) => part.rows) : answer.rows;
    done(rows.length, false);
    return rows as R[];
  } catch (error) {
    done(0, true);
    throw translate(error);
  }
}

/**
 * BEGIN, the work, COMMIT. After any failure, the connection is either outside a transaction or
 * discarded.
 */
export async function transact<T>(
  owner: object,
  connection: Connection,
  work: (tx: Tx) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  let over = false;
  let last: Promise<unknown> = Promise.resolve();
  const committed: (() => void)[] = [];
  const idle = new IdleWatch(connection.idleInTransactionMs);
  const tx: Tx = {
    inTransaction: true,
    afterCommit: (work) => void committed.push(work),
    // Statements of one transaction may be requested concurrently; they run one after the other,
    // because there is one session.
    query: <R extends Row>(statement: Statement) => {
      if (over) return Promise.reject(new Error('This transaction is over: a statement must not outlive it.'));
      const answer = idle.during(() => last.then(() => execute<R>(connection, statement)));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
  try {
    await connection.control(begin(options, connection));
    const result = await Promise.race([within.run(owner, () => work(tx)), idle.overrun]);
    over = true;
    // If a statement of a transaction failed, COMMIT is answered with ROLLBACK: a swallowed error
    // must not look like success.
    const { command } = await connection.control('COMMIT');
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements failed and the error was swallowed.');
    for (const work of committed) work();
    return result;
  } catch (error) {
    over = true;
    await last;
    await rollBack(connection);
    throw translate(error);
  } finally {
    idle.stop();
  }
}

/** Rejects `overrun` if the transaction is idle for too long. */
class IdleWatch {
  readonly overrun: Promise<never>;
  readonly #limit: number | null;
  #fail: (reason: unknown) => void = () => undefined;
  #running = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limit: number | null) {
    this.#limit = limit;
    this.overrun = new Promise((_, reject) => {
      this.#fail = reject;
    });
    this.overrun.catch(() => undefined);
    this.#wait();
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.stop();
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
      this.#wait();
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(): void {
    if (this.#limit === null || this.#running > 0) return;
    this.#timer = setTimeout(() => this.#fail(busy(new Error(`A transaction went ${this.#limit} ms without a statement.`))), this.#limit);
  }
}

function begin({ readOnly, isSnapshot, statementTimeoutMs }: TransactionOptions, { limits }: Connection): string {
  const start = ['BEGIN', ...(isSnapshot ? ['ISOLATION LEVEL REPEATABLE READ'] : []), ...(readOnly ? ['READ ONLY'] : [])].join(' ');
  return limits ? `${start}; ${limits(statementTimeoutMs)}` : start;
}

async function rollBack(connection: Connection): Promise<void> {
  try {
    await connection.control('ROLLBACK');
  } catch (error) {
    connection.discard(unavailable(error));
  }
}

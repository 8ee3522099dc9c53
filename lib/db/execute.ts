import type { QueryResult } from 'pg';
import type { Row, Statement, TransactionOptions, Tx } from '#lib/db/db';
import { translate, unavailable } from '#lib/db/errors';
import { report } from '#lib/db/observe';
import { type Rendered, render } from '#lib/db/statement';

/** What the three drivers' connections have in common. */
export interface Connection {
  /** One statement; `name` asks for a kept one. Rejects with the driver's error. */
  send(statement: Rendered): Promise<Pick<QueryResult<Row>, 'rows' | 'command'>>;
  /** SQL without parameters that is not counted: transaction control and settings. */
  control(text: string): Promise<{ command: string }>;
  /** The connection is in an unknown state and must not be used again. */
  discard(reason: unknown): void;
}

export async function execute<R extends Row>(connection: Connection, statement: Statement): Promise<R[]> {
  const rendered = render(statement);
  const started = performance.now();
  const done = (rows: number, failed: boolean) =>
    report({ text: rendered.text, name: rendered.name, milliseconds: performance.now() - started, rows, failed });
  try {
    const { rows } = await connection.send(rendered);
    done(rows.length, false);
    return rows as R[];
  } catch (error) {
    done(0, true);
    throw translate(error);
  }
}

/** BEGIN, the work, COMMIT. Whatever goes wrong, the connection is either outside any transaction afterwards or discarded. */
export async function transact<T>(connection: Connection, work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> {
  let over = false;
  let last: Promise<unknown> = Promise.resolve();
  const tx: Tx = {
    inTransaction: true,
    // Statements of one transaction may be asked for at once; they go one after the other, as one session must.
    query: <R extends Row>(statement: Statement) => {
      if (over) return Promise.reject(new Error('This transaction is over: a statement must not outlive it.'));
      const answer = last.then(() => execute<R>(connection, statement));
      last = answer.catch(() => undefined);
      return answer;
    },
  };
  try {
    await connection.control(begin(options));
    const result = await work(tx);
    over = true;
    // A transaction in which a statement failed answers COMMIT with ROLLBACK: swallowing that error must not look like success.
    const { command } = await connection.control('COMMIT');
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back: one of its statements failed and the error was swallowed.');
    return result;
  } catch (error) {
    over = true;
    await last;
    await rollBack(connection);
    throw translate(error);
  }
}

function begin({ readOnly, statementTimeoutMs }: TransactionOptions): string {
  const start = readOnly ? 'BEGIN READ ONLY' : 'BEGIN';
  if (statementTimeoutMs === undefined) return start;
  return `${start}; SET LOCAL statement_timeout = ${statementTimeoutMs}; SET LOCAL lock_timeout = ${statementTimeoutMs}`;
}

async function rollBack(connection: Connection): Promise<void> {
  try {
    await connection.control('ROLLBACK');
  } catch (error) {
    connection.discard(unavailable(error));
  }
}

import { Client, type ClientConfig, Pool, type PoolClient, type QueryConfig, type QueryResult } from 'pg';
import { assertWanted } from '#lib/base/db/caller';
import type { DatabaseKind, Db } from '#lib/base/db/db';
import { busy, isConnectionLost, sqlState, translate, unavailable } from '#lib/base/db/errors';
import { assertOutside, type Connection, execute, transact } from '#lib/base/db/execute';
import { askToEnd, type Canceling, isAnswering, KNOCK_MS, Pulse, type PulseClient, type ServerProcess } from '#lib/base/db/pulse';
import { Lines } from '#lib/base/db/queue';
import type { RenderedStatement } from '#lib/base/db/statement';
import { resultTypes } from '#lib/base/db/types';
import { defined } from '#lib/base/defined';

export interface PoolSettings {
  readonly url: string;
  readonly maxConnections: number;
  readonly statementTimeoutMs: number;
}

export interface WirePool {
  connect(): Promise<PoolClient>;
  end(): Promise<void>;
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_IN_TRANSACTION_MS = 15_000;
const LOCK_TIMEOUT_MS = 3_000;
/**
 * How long a transaction waits for earlier ones of its line: an error now is better than an answer
 * much later.
 */
const LINE_PATIENCE_MS = 20_000;
/**
 * A living server answers within its own limit. One that is silent for this long beyond it is
 * unreachable.
 */
const SILENCE_MS = 2_000;

/**
 * Nothing is set for a session: behind a transaction pooler the setting would stay on some server
 * connection and affect others. A transaction sets its limits in the message that begins it. A
 * statement outside a transaction is ended from here (`StatementTimeout`).
 */
const limitsOf = (statementMs: number, lockMs: number): string =>
  [
    'SET LOCAL jit = off',
    `SET LOCAL statement_timeout = ${statementMs}`,
    `SET LOCAL lock_timeout = ${lockMs}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
  ].join('; ');

export function poolOptions({ url, maxConnections }: PoolSettings) {
  return {
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'memory-bank',
    types: resultTypes as ClientConfig['types'],
  };
}

/**
 * A driver's client outside the pool: it only checks whether the server lives, or asks it to end a
 * statement of another connection.
 */
export type Bystander = PulseClient & Canceling;
export const bystanderOptions = ({ url }: PoolSettings) => ({ connectionString: url, connectionTimeoutMillis: KNOCK_MS });

export function openPg(settings: PoolSettings): Db {
  const naming: StatementNaming = { works: true };
  const pool = new Pool({ ...poolOptions(settings), onConnect: (client) => noticePooler(client as ConnectingClient, naming) });
  return overPool('pg', pool, settings, () => new Client(bystanderOptions(settings)) as unknown as Bystander, naming);
}

/**
 * Whether the client is outside any transaction: a bare BEGIN must not affect the next caller's
 * statement. The older client inside Neon's driver does not report it.
 */
const isClean = (client: PoolClient): boolean => (client.getTransactionStatus ? client.getTransactionStatus() === 'I' : true);

/**
 * Behind a transaction pooler without support for named statements, they exist on one server
 * connection and not on the next. So no statement is named if a pooler is detected. The first
 * answer that a name is lost also ends their use; the statement is repeated without a name, because
 * the server did not run it.
 */
interface StatementNaming {
  works: boolean;
}

interface ConnectingClient extends ServerProcess {
  query(text: string): Promise<{ rows: { pid: number }[] }>;
}

/** A pooler reports its own cancellation keys to its clients, in place of the server's. */
async function noticePooler(client: ConnectingClient, naming: StatementNaming): Promise<void> {
  if (!naming.works) return;
  const { rows } = await client.query('select pg_backend_pid() as pid');
  if (rows[0]?.pid !== client.processID) naming.works = false;
}

/** `26000`: no such prepared statement; `42P05`: it exists already. */
const NAME_LOST = new Set(['26000', '42P05']);
const withoutName = (statement: RenderedStatement): RenderedStatement => ({ ...statement, name: undefined });

/**
 * A request that the server end the statement of a connection. It is sent over another connection,
 * with the key of the first.
 */
interface StatementTimeout {
  readonly afterMs: number;
  ask(client: PoolClient): void;
}

/**
 * Sends a query with a callback. With the promise of the driver, the rows of each query survive all
 * minor garbage collections: a bank of 32,000 memories that was read page by page left 150 MB.
 */
const ask = <T = QueryResult>(client: PoolClient, query: string | RenderedStatement): Promise<T> =>
  new Promise<T>((resolve, reject) => {
    // A text with several statements has several results.
    client.query(query as QueryConfig, (error, result) => (error ? reject(error) : resolve(result as T)));
  });

/** A client while a caller uses it. */
class CheckedOut implements Connection {
  readonly idleInTransactionMs = null;
  readonly limits: Connection['limits'];
  readonly #client: PoolClient;
  readonly #naming: StatementNaming;
  readonly #pulse: Pulse;
  readonly #ending: StatementTimeout;
  #inTransaction = false;
  #broken = false;
  #silent = false;

  constructor(client: PoolClient, naming: StatementNaming, pulse: Pulse, ending: StatementTimeout) {
    this.#client = client;
    this.#naming = naming;
    this.#pulse = pulse;
    this.#ending = ending;
    this.limits = (statementTimeoutMs) => limitsOf(statementTimeoutMs ?? ending.afterMs, statementTimeoutMs ?? LOCK_TIMEOUT_MS);
    // The pool listens only to idle clients. Without this listener, a connection lost between two
    // statements would end the process.
    client.on('error', this.discard);
  }

  send: Connection['send'] = async (statement) => {
    if (!statement.name || !this.#naming.works) return this.#answer(() => ask(this.#client, withoutName(statement))).catch(this.#failed);
    try {
      return await this.#answer(() => ask(this.#client, statement));
    } catch (error) {
      if (!NAME_LOST.has(sqlState(error) ?? '')) return this.#failed(error);
      this.#naming.works = false;
      this.discard();
      if (this.#inTransaction) throw busy(error);
      return this.#answer(() => ask(this.#client, withoutName(statement))).catch(this.#failed);
    }
  };

  control: Connection['control'] = async (text) => {
    this.#inTransaction = text.startsWith('BEGIN');
    const result = await this.#answer(() => ask<{ command: string } | { command: string }[]>(this.#client, text)).catch(this.#failed);
    return Array.isArray(result) ? defined(result.at(-1)) : result;
  };

  discard = (): void => {
    this.#broken = true;
  };

  /**
   * A silently broken connection would make its caller wait until the system gives up, a quarter of
   * an hour later.
   */
  async #answer<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#silent) throw unavailable(new Error('The server was silent.'));
    let stop: () => void = () => undefined;
    const overrun = this.#inTransaction ? undefined : setTimeout(this.#end, this.#ending.afterMs);
    const late = new Promise<never>((_, reject) => {
      stop = this.#pulse.watch(this.#ending.afterMs + SILENCE_MS, (afterMs) => {
        this.#silent = true;
        this.discard();
        reject(unavailable(new Error(`The server was silent for ${afterMs} ms.`)));
      });
    });
    const answer = ask().then((answered) => {
      this.#pulse.answered();
      return answered;
    });
    return Promise.race([answer, late]).finally(() => {
      clearTimeout(overrun);
      stop();
    });
  }

  /**
   * The cancel request may arrive after the statement. The connection is not used again, so that
   * the request cannot cancel another one.
   */
  #end = (): void => {
    this.discard();
    this.#ending.ask(this.#client);
  };

  #failed = (error: unknown): never => {
    if (isConnectionLost(error)) this.discard();
    throw error;
  };

  release(): void {
    const destroy = this.#broken || !isClean(this.#client);
    // Added after the pool's own listener, so that there is always one.
    this.#client.release(destroy);
    if (!destroy) this.#client.off('error', this.discard);
  }
}

export function overPool(
  kind: DatabaseKind,
  pool: WirePool,
  { maxConnections: max, statementTimeoutMs }: PoolSettings,
  bystander: () => Bystander,
  naming: StatementNaming = { works: true },
): Db {
  const pulse = new Pulse(() => isAnswering(bystander()));
  const lines = new Lines(LINE_PATIENCE_MS);
  // An idle connection that the server closes: the pool has already dropped it, and the next caller
  // gets a new one.
  pool.on('error', () => undefined);

  const withConnection = async <T>(work: (connection: Connection) => Promise<T>, timeoutMs = statementTimeoutMs): Promise<T> => {
    assertOutside(pool);
    assertWanted();
    const client = await pool.connect().catch((error: unknown) => {
      throw unavailable(error);
    });
    const connection = new CheckedOut(client, naming, pulse, {
      afterMs: timeoutMs,
      ask: (client) => askToEnd(bystander(), client as ServerProcess),
    });
    try {
      // The wait for a connection may have been long.
      assertWanted();
      return await work(connection);
    } catch (error) {
      throw translate(error);
    } finally {
      connection.release();
    }
  };

  return {
    kind,
    query: (statement) => withConnection((connection) => execute(connection, statement)),
    transaction: (work, options = {}) => {
      const run = () => withConnection((connection) => transact(pool, connection, work, options), options.statementTimeoutMs);
      return options.line === undefined ? run() : lines.inTurn(options.line, run);
    },
    pool: () => ({ max, idle: pool.idleCount, inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

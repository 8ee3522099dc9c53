import { type ClientConfig, Pool, type PoolClient } from 'pg';
import type { DatabaseKind, Db } from '#lib/db/db';
import { translate, unavailable } from '#lib/db/errors';
import { type Connection, execute, transact } from '#lib/db/execute';
import { resultTypes } from '#lib/db/types';

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
 * Sent once on every new connection. Behind a transaction pooler such a setting stays on whichever server connection took it and
 * meets other clients there; these are the same constants for every process of this service and no access rule hangs on them, so the
 * worst is a statement with the server's own limits.
 */
const sessionSettings = (statementTimeoutMs: number): string =>
  [
    'SET jit = off',
    `SET statement_timeout = ${statementTimeoutMs}`,
    `SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
    `SET lock_timeout = ${LOCK_TIMEOUT_MS}`,
  ].join('; ');

export function poolOptions({ url, maxConnections, statementTimeoutMs }: PoolSettings) {
  return {
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'memory-bank',
    types: resultTypes as ClientConfig['types'],
    onConnect: async (client: { query(text: string): Promise<unknown> }) => {
      await client.query(sessionSettings(statementTimeoutMs));
    },
  };
}

export const openPg = (settings: PoolSettings): Db => overPool('pg', new Pool(poolOptions(settings)), settings.maxConnections);

/** Outside any transaction: a bare BEGIN must not catch the next caller's statement. The older client inside Neon's driver cannot tell. */
const isClean = (client: PoolClient): boolean => (client.getTransactionStatus ? client.getTransactionStatus() === 'I' : true);

/** The statements of one checked-out client. */
function connection(client: PoolClient): Connection & { broken: unknown } {
  return {
    broken: null,
    send: (statement) => client.query(statement),
    control: async (text) => {
      const result: { command: string } | { command: string }[] = await client.query(text);
      return Array.isArray(result) ? result.at(-1)! : result;
    },
    discard(reason) {
      this.broken = reason;
    },
  };
}

export function overPool(kind: DatabaseKind, pool: WirePool, max: number): Db {
  // An idle connection that the server closes: the pool has already dropped it, the next caller gets a fresh one.
  pool.on('error', () => undefined);

  const withConnection = async <T>(work: (on: Connection) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw unavailable(error);
    });
    const on = connection(client);
    try {
      return await work(on);
    } catch (error) {
      throw translate(error);
    } finally {
      client.release(on.broken !== null || !isClean(client));
    }
  };

  return {
    kind,
    query: (statement) => withConnection((on) => execute(on, statement)),
    transaction: (work, options = {}) => withConnection((on) => transact(on, work, options)),
    pool: () => ({ max, idle: pool.idleCount, inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    close: () => pool.end(),
  };
}

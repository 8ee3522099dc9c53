import { type SQL, sql } from 'drizzle-orm';

export { type SQL, sql };

/** Wire row: snake_case columns as PostgreSQL names them. */
export type Row = Record<string, unknown>;

/**
 * A composed `sql` template, or a statement whose text never changes: its name lets the server keep
 * the plan.
 */
export type Statement = SQL | NamedStatement;
export interface NamedStatement {
  /** undefined: the server plans it each time */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * The first argument of every store function. All three drivers return the same values: int8 and
 * numeric counts as numbers, timestamptz as Date, json as parsed values, vector and tsvector as
 * text.
 */
export interface Queryable {
  /** the cell whose tables the statements use (`lib/base/db/cells.ts`); absent: the default one */
  readonly cell?: string;
  /** the database with the tables above banks, if the cell is in another one */
  readonly directory?: Db;
  query<R extends Row = Row>(statement: Statement): Promise<R[]>;
}

/**
 * Inside a transaction. It must never await anything except its own statements: no model, no
 * network, no timer.
 */
export interface Tx extends Queryable {
  readonly inTransaction: true;
  /** Runs `work` after this transaction has committed, and never if it rolls back. */
  afterCommit(work: () => void): void;
  /**
   * Only in a cell of another database: runs `work` after the commit, before the caller of the
   * transaction continues, which gets its error.
   */
  thenInDirectory?(work: (at: Db) => Promise<void>): void;
}

export interface TransactionOptions {
  readonly readOnly?: boolean | undefined;
  /** every statement sees the state of the database at the first one */
  readonly isSnapshot?: boolean | undefined;
  /** for the statements of this transaction, instead of the default: migrations, index builds */
  readonly statementTimeoutMs?: number | undefined;
  /**
   * transactions of this process with the same line run one after the other, and wait without
   * holding a connection
   */
  readonly line?: string | undefined;
  /**
   * one batch of long work: on a database with one session, callers with a pending next statement
   * have priority
   */
  readonly isBatch?: boolean | undefined;
}

export type DatabaseKind = 'embedded' | 'pg' | 'neon';

export interface Db extends Queryable {
  readonly kind: DatabaseKind;
  /** the databases of the cells that are not in this one (`lib/base/db/remote.ts`) */
  readonly remotes?: ReadonlyMap<string, Db>;
  /**
   * Commits if `work` resolves, rolls back if it throws. `work` must await everything that uses
   * `tx`.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Pool numbers for the readiness check; best effort. */
  pool(): { max: number; idle: number; inUse: number; waiting: number };
  close(): Promise<void>;
}

/**
 * An array as ONE parameter. A bare array in a drizzle template would become a list of parameters.
 */
export const array = (values: readonly unknown[], type: string): SQL => sql`${sql.param([...values])}::${sql.raw(type)}`;

/**
 * JSON as one parameter; arrays too, which the drivers would otherwise send as PostgreSQL arrays.
 */
export const json = (value: unknown): SQL => sql`${JSON.stringify(value)}::jsonb`;

/** A vector as one parameter, in pgvector's text form. */
export const vectorText = (values: ArrayLike<number>): string => `[${Array.prototype.join.call(values, ',')}]`;

/**
 * PostgreSQL's text form of an array, for a column of arrays: those cannot be unnested from a
 * nested array.
 */
export const arrayText = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`;

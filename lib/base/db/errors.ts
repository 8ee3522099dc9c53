import { statfsSync } from 'node:fs';
import { ServiceError } from '#lib/base/errors';
import { shared } from '#lib/base/once-per-process';

/**
 * The database that the settings name cannot be used as it is. The message is shown to the operator
 * literally; it contains no password.
 */
export class DatabaseRefusal extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'DatabaseRefusal';
  }
}

const UNAVAILABLE = 'The database is not available at the moment.';
const BUSY = 'The database is busy; try again.';

export const unavailable = (cause?: unknown): ServiceError => new ServiceError('unavailable', UNAVAILABLE, { cause, retryAfterSeconds: 1 });
export const busy = (cause?: unknown): ServiceError => new ServiceError('unavailable', BUSY, { cause, retryAfterSeconds: 1 });

/** The SQLSTATE of a write to a bank that is being moved to another cell, from the migrations. */
const MOVING = 'MB503';
/** The message of the same error: Citus reports a failed copy to a worker without its SQLSTATE. */
const MOVING_MESSAGE = 'The bank is being moved';
/**
 * Messages of Citus when a worker stopped during a copy or a commit, and of libpq on its connection
 * to that worker. They also come without the SQLSTATE of the worker.
 */
const WORKER_STOPPED = new RegExp(
  `^(${[
    'terminating connection due to ',
    'the database system is ',
    'failed to (complete )?COPY ',
    'could not commit transaction for shard ',
    'failed to prepare transaction ',
    'server closed the connection unexpectedly',
    'could not (receive data from|send data to) server',
    'no connection to the server',
    'SSL (connection has been closed unexpectedly|SYSCALL error)',
  ].join('|')})`,
);
const MOVING_RETRY_SECONDS = 2;
const moving = (cause: unknown): ServiceError =>
  new ServiceError('unavailable', 'The bank is being moved; try again.', { cause, retryAfterSeconds: MOVING_RETRY_SECONDS });

const FULL = "The database's disk is full.";
const FULL_RETRY_SECONDS = 30;
const DISK_FULL = '53100';

const disk = shared('db.disk', () => ({ isFull: false }));

/**
 * Whether a statement failed because the disk is full, and no write has succeeded in a check since.
 */
export const isDiskKnownFull = (): boolean => disk.isFull;
export const forgetFullDisk = (): void => {
  disk.isFull = false;
};

/** The error of a start that failed because the disk is full. */
export const fullRefusal = (cause: unknown): DatabaseRefusal => new DatabaseRefusal(`${FULL} Free some space and start again.`, cause);

export const diskFull = (cause: unknown): ServiceError => {
  disk.isFull = true;
  return new ServiceError('unavailable', FULL, { cause, retryAfterSeconds: FULL_RETRY_SECONDS });
};

/**
 * A segment of the write-ahead log. Without room for one, the server stops without any other
 * message.
 */
const LOG_SEGMENT_BYTES = 16 * 2 ** 20;

/** Whether the disk of a folder has too little room for a database. */
export function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < LOG_SEGMENT_BYTES;
  } catch {
    return false;
  }
}

const STORAGE_REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space there and start again',
  EDQUOT: 'the disk quota is used up. Free some space there and start again',
  EROFS: 'the file system is read-only. Set SERVICE_API_DATA_DIR to a directory that can be written',
  // Errors of creating a directory on a read-only file system.
  ENOENT: 'it cannot be created. Create it, or set SERVICE_API_DATA_DIR to a directory that can be written',
  EACCES: 'this user may not write there. Change its permissions or set SERVICE_API_DATA_DIR to another directory',
  EPERM: 'this user may not write there. Change its permissions or set SERVICE_API_DATA_DIR to another directory',
  EEXIST: 'it is a file. Remove that file or set SERVICE_API_DATA_DIR to another directory',
  ENOTDIR: 'it is inside a file, not a directory. Set SERVICE_API_DATA_DIR to another directory',
};

/**
 * A failure of the file system in the data directory, as a sentence for the operator; any other
 * error as it is.
 */
export function storageRefusal(dataDir: string, error: unknown): unknown {
  const { code, syscall, message } = error as Partial<NodeJS.ErrnoException>;
  if (error instanceof DatabaseRefusal || code === undefined || syscall === undefined) return error;
  return new DatabaseRefusal(`The data directory ${dataDir} cannot be used: ${STORAGE_REASONS[code] ?? message}.`, error);
}

/** The SQLSTATE of an error that the server reported (`23505` is a unique violation), else null. */
export function sqlState(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !SOCKET_CODES.has(code) ? code : null;
}

/** Five letters like an SQLSTATE, but Node's. */
const SOCKET_CODES = new Set(['EPIPE']);

const OVERRUN = '57014';

/**
 * A statement exceeded its deadline on the embedded database, which has no server that would report
 * it.
 */
export class StatementOverrun extends Error {
  constructor(milliseconds: number) {
    super(`A statement ran longer than ${milliseconds} ms.`);
    this.name = 'StatementOverrun';
  }
}

/**
 * Whether this caller's own statement took too long. Then the caller should request less; any other
 * failure can be repeated.
 */
export function isOverrun(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  // Each bundle has its own classes, but the names are the same in all.
  return sqlState(error.cause) === OVERRUN || (error.cause as Error | undefined)?.name === 'StatementOverrun';
}

/** Whether the server could not be reached, or accepts no work. */
export const isAway = (error: unknown): boolean => error instanceof ServiceError && error.message === UNAVAILABLE;

// Several bundles contain this module.
const ofDirectory = shared('db.directory-outages', () => new WeakSet<object>());

/** Passes the result on, and notes if it is an outage of the directory. */
export const notingOutage = <T>(ofTheDirectory: Promise<T>): Promise<T> =>
  ofTheDirectory.catch((error: unknown) => {
    if (error instanceof ServiceError && isAway(error)) ofDirectory.add(error);
    throw error;
  });

/** Whether the directory of cells in other databases could not be reached. */
export const isDirectoryAway = (error: unknown): boolean => error instanceof ServiceError && ofDirectory.has(error);

/** Whether a statement lost a race. One that only took too long would do so again. */
export const isBusy = (error: unknown): boolean => error instanceof ServiceError && error.message === BUSY && !isOverrun(error);

/**
 * The server stopped or accepts no work: shutdown, crash, start-up, no connection slots, no space,
 * no memory.
 */
const UNAVAILABLE_STATE = /^(08...|57P0[1-5]|53...|25P0[34])$/;
/**
 * Lost a race or took too long: serialization, deadlock, lock timeout, statement timeout; on Citus,
 * a cell that moved between two parts of a statement.
 */
const CONTENDED = /^(40001|40P01|55P03|57014|CIINF)$/;
/** NUL in text, and NUL escaped in JSON: PostgreSQL stores neither. */
const NUL = /^(22021|22P05)$/;
/** Messages of the drivers for a connection that broke or could not be opened. */
const LOST =
  /connection (terminated|closed|timeout|error)|timeout exceeded when trying to connect|not queryable|client was closed|socket hang up|websocket/i;

/**
 * Converts faults of the database to a `ServiceError` that names no host, user or driver. An error
 * of the statement itself (constraint, syntax) stays the driver's error with its SQLSTATE in
 * `code`.
 */
export function translate(error: unknown): unknown {
  if (error instanceof ServiceError || error instanceof DatabaseRefusal) return error;
  if (sqlState(error) === DISK_FULL) return diskFull(error);
  if (isConnectionLost(error) || WORKER_STOPPED.test((error as Error).message)) return unavailable(error);
  const state = sqlState(error) ?? '';
  if (CONTENDED.test(state)) return busy(error);
  if (state === MOVING || (error as Error).message === MOVING_MESSAGE) return moving(error);
  if (NUL.test(state)) return new ServiceError('unprocessable', 'Text must not contain the NUL character (U+0000).', { cause: error });
  return error;
}

/** Whether the connection that reported this error cannot be used any more. */
export function isConnectionLost(error: unknown): boolean {
  const state = sqlState(error);
  return state === null ? isConnectionFault(error) : UNAVAILABLE_STATE.test(state);
}

function isConnectionFault(error: unknown): boolean {
  if (!(error instanceof Error)) return true; // the WebSocket driver rejects with plain events
  const code = (error as NodeJS.ErrnoException).code;
  return (typeof code === 'string' && /^E[A-Z_]+$/.test(code)) || LOST.test(error.message);
}

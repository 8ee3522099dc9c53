import { isRemote } from '#lib/base/db/cells';
import type { Queryable } from '#lib/base/db/db';
import { isDirectoryAway } from '#lib/base/db/errors';
import { Deferred } from '#lib/jobs/operations/port';
import { LlmError } from '#lib/models/llm/port';

/** Pause in seconds after an outage of a provider that does not report how long it lasts. */
const AWAY_S = 60;

/**
 * Returns the error to throw for a failed call of a model. During an outage of its provider, the
 * operation is deferred, however long the outage lasts; other errors are returned unchanged.
 */
export const deferredIfAway = (error: unknown, model: 'language' | 'embedding'): unknown =>
  error instanceof LlmError && error.kind === 'transient'
    ? new Deferred(error.retryAfterSeconds ?? AWAY_S, `The ${model} model was not available.`)
    : error;

/**
 * Returns the error with which a run ends. During an outage of the directory, the queue of a cell
 * in another database continues to deliver: such an operation is deferred; other errors are
 * returned unchanged.
 * @param cell of the bank
 * @param seconds until the next attempt
 */
export const deferredIfDirectoryAway = (error: unknown, cell: Queryable, seconds: number): unknown =>
  isRemote(cell) && isDirectoryAway(error) ? new Deferred(seconds, 'The database with the list of banks was not available.') : error;

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

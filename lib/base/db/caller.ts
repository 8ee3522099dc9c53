import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from '#lib/base/db/errors';
import { shared } from '#lib/base/once-per-process';

/**
 * The caller that waits for the running code. Once it has disconnected, no new work starts for it:
 * it leaves all queues, and its next statement is not sent. A running statement completes, because
 * it may be a commit.
 */

const caller = shared('db.caller', () => new AsyncLocalStorage<AbortSignal>());

/** Runs `work` for a caller; `signal` aborts when the caller disconnects. */
export const onBehalfOf = <T>(signal: AbortSignal, work: () => T): T => caller.run(signal, work);

/** Runs work that does not depend on the caller: records of what happened, work for later. */
export const forNobody = <T>(work: () => T): T => caller.exit(work);

/**
 * Starts work that the answer does not wait for, whether or not the caller is still connected. A
 * failure is reported only to `failed`.
 */
export const afterwards = (work: () => Promise<unknown>, failed: (error: unknown) => void): void =>
  forNobody(() => void setImmediate(() => void work().catch(failed)));

/** Undefined: no caller is waiting, so none can disconnect. */
export const callerSignal = (): AbortSignal | undefined => caller.getStore();

export const hungUp = (): Error => unavailable(new Error('The caller has hung up.'));

/** @throws if the caller has disconnected */
export function assertWanted(): void {
  if (caller.getStore()?.aborted) throw hungUp();
}

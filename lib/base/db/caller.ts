import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from '#lib/base/db/errors';
import { shared } from '#lib/base/once-per-process';

/**
 * Who waits for the running code. Once a caller has hung up, nothing new is begun for it: it leaves the queues it stands in, and its next
 * statement is not sent. What has begun goes on to its end, which may be a commit.
 */

const caller = shared('db.caller', () => new AsyncLocalStorage<AbortSignal>());

/** Runs `work` for a caller whose hanging up is told by `signal`. */
export const onBehalfOf = <T>(signal: AbortSignal, work: () => T): T => caller.run(signal, work);

/** Runs what is to be done whether or not the caller still waits: notes of what has happened, work for later. */
export const forNobody = <T>(work: () => T): T => caller.exit(work);

/** Does something behind the answer, whether or not the caller still waits. `failed` hears of a failure; nobody else does. */
export const afterwards = (work: () => Promise<unknown>, failed: (error: unknown) => void): void =>
  forNobody(() => void setImmediate(() => void work().catch(failed)));

/** Undefined: nobody waits, so nobody can hang up. */
export const callerSignal = (): AbortSignal | undefined => caller.getStore();

export const hungUp = (): Error => unavailable(new Error('The caller has hung up.'));

/** @throws where the caller has hung up */
export function assertWanted(): void {
  if (caller.getStore()?.aborted) throw hungUp();
}

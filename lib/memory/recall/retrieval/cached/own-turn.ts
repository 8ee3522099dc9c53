import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a turn of the event loop that no other caller has. A search occupies the loop for
 * milliseconds, that of a large bank for tens of them: awaiting this before each lets other
 * requests be answered between them.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}

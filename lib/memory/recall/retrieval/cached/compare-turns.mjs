// @ts-check
/** What the threads that compare vectors and the main thread share: see `compare-threads.ts`. */

/** Places in the control array: the turn, rows that are left to take, threads at work. */
export const TURN = 0;
export const LEFT = 1;
export const BUSY = 2;

/**
 * The numbers from `LEFT` - 1 to 0, then negative ones, each to one thread.
 * @param {Int32Array} control
 */
export const takeFrom = (control) => Atomics.sub(control, LEFT, 1) - 1;
